// A process that holds the write lock of a SQLite file until its input ends: says "locked", and at the end "released".
const Database = require('better-sqlite3');

const database = new Database(process.argv[2]);
database.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
process.stdin.resume().once('end', () => {
  database.exec('ROLLBACK');
  database.close();
  process.stdout.write('released\n');
});
