import { parentPort, workerData } from 'node:worker_threads';

/**
 * Runs one statement on a file in a thread of its own, for what would hold up the event loop: the check of a large
 * file, and a copy of it. Answers { rows } or { code, errcode, message }.
 */
async function run({ path, sql, driver }: { path: string; sql: string; driver: string }): Promise<unknown> {
  try {
    if (driver === 'better-sqlite3') {
      const { default: Database } = await import('better-sqlite3');
      const database = new Database(path, { timeout: 10_000 });
      const statement = database.prepare(sql);
      const rows = statement.reader ? statement.all() : [statement.run()];
      database.close();
      return { rows };
    }
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(path);
    database.exec('PRAGMA busy_timeout = 10000');
    const rows = database.prepare(sql).all();
    database.close();
    return { rows };
  } catch (error) {
    const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
    return { code, errcode, message };
  }
}

void run(workerData as { path: string; sql: string; driver: string }).then((answer) =>
  parentPort?.postMessage(answer),
);
