import { parentPort, workerData } from 'node:worker_threads';

/** What two drivers share, and no more: this thread loads nothing of ours. */
interface Database {
  prepare(sql: string): { all(): unknown[]; get(): unknown; run(): unknown; readonly reader?: boolean };
  exec(sql: string): unknown;
  close(): unknown;
}

interface Work {
  readonly path: string;
  readonly sql: string;
  readonly driver: string;
  readonly version: number | null;
}

/**
 * Runs SQL on a file in a thread of its own, for what would hold up the event loop: the check of a large file, a copy
 * of it, its migration. Answers { rows } or { code, errcode, message }.
 */
async function run(work: Work): Promise<unknown> {
  try {
    const database = await open(work);
    try {
      return { rows: rowsOf(database, work) };
    } finally {
      database.close();
    }
  } catch (error) {
    const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
    return { code, errcode, message };
  }
}

async function open({ path, driver }: Work): Promise<Database> {
  if (driver === 'better-sqlite3') {
    const { default: Database } = await import('better-sqlite3');
    return new Database(path, { timeout: 10_000 });
  }
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA busy_timeout = 10000');
  return database;
}

function rowsOf(database: Database, { sql, version }: Work): unknown[] {
  if (version !== null) return runAll(database, sql, version);
  const statement = database.prepare(sql);
  return statement.reader === false ? [statement.run()] : statement.all();
}

function runAll(database: Database, script: string, version: number): unknown[] {
  database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
  const found = Object.values(database.prepare('PRAGMA user_version').get() ?? {});
  if (Object.is(found[0], version)) database.exec(script);
  database.exec('COMMIT');
  return [];
}

void run(workerData as Work).then((answer) => parentPort?.postMessage(answer));
