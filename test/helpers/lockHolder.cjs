// A process that holds the write lock of a SQLite file until its input ends: says "locked" once it does, and at the end
// for how many milliseconds its own event loop, which has nothing to do, was held up at most: the machine's share.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const Database = require('better-sqlite3');

const database = new Database(process.argv[2]);
database.exec('BEGIN IMMEDIATE');
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.stdout.write('locked\n');
process.stdin.resume().once('end', () => {
  database.exec('ROLLBACK');
  database.close();
  process.stdout.write(`${delay.max / 1e6}\n`);
});
