import type BetterSqlite3 from 'better-sqlite3';
import { messageOf, ToolError } from '../../../errors';
import { LIMITS } from '../../../limits';
import type { Row } from '../rows';

/** `undefined` would silently become NULL, so it cannot be bound. */
export type SqlValue = string | number | null;

export interface Statement {
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): Row[];
  /** Number of rows changed. */
  run(...values: readonly SqlValue[]): number;
}

/** One open SQLite file: the little that two drivers share. Synchronous; errors as the driver throws them. */
export interface Driver {
  readonly name: 'better-sqlite3' | 'node:sqlite';
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

export type OpenDriver = (path: string) => Promise<Driver>;

/** better-sqlite3 needs Node-API 10 and crashes the process without. */
const NEEDED_NAPI = 10;

/** better-sqlite3, or node:sqlite where its binary does not load. Loaded on first use only. */
export async function openDriver(path: string): Promise<Driver> {
  let reason = `Node-API ${process.versions['napi'] ?? 'unknown'} instead of ${NEEDED_NAPI}`;
  if (Number(process.versions['napi'] ?? 0) >= NEEDED_NAPI) {
    const loaded = await loadBetterSqlite3();
    if (typeof loaded !== 'string')
      return betterSqlite3(new loaded(path, { timeout: LIMITS.state.busyTimeoutMs }));
    reason = loaded;
  }
  return await openNodeSqlite(path, reason);
}

/** The class, or in words why its binary does not load. */
async function loadBetterSqlite3(): Promise<typeof BetterSqlite3 | string> {
  try {
    const { default: Database } = await import('better-sqlite3');
    new Database(':memory:').close();
    return Database;
  } catch (error) {
    return messageOf(error);
  }
}

function betterSqlite3(database: BetterSqlite3.Database): Driver {
  return {
    name: 'better-sqlite3',
    prepare: (sql) => {
      const statement = database.prepare<SqlValue[], Row>(sql);
      return {
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        run: (...values) => statement.run(...values).changes,
      };
    },
    exec: (sql) => void database.exec(sql),
    close: () => void database.close(),
  };
}

/** The same SQL by Node's own SQLite. `reason`: why better-sqlite3 does not serve. */
export async function openNodeSqlite(path: string, reason = 'not asked for'): Promise<Driver> {
  const loaded = await import('node:sqlite').catch((cause: unknown) => {
    throw new ToolError(
      'STATE_UNAVAILABLE',
      `No SQLite driver loads on Node ${process.versions.node} (better-sqlite3: ${reason}). Use Node 22.14 or newer, or PostgreSQL.`,
      { cause },
    );
  });
  const database = new loaded.DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${LIMITS.state.busyTimeoutMs}`);
  return {
    name: 'node:sqlite',
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        run: (...values) => Number(statement.run(...values).changes),
      };
    },
    exec: (sql) => {
      database.exec(sql);
    },
    close: () => {
      database.close();
    },
  };
}
