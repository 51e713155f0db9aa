import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ToolError } from '../../../errors';
import { LIMITS } from '../../../limits';
import { openDriver, type Driver, type OpenDriver, type SqlValue, type Statement } from './driver';
import type { Row } from '../rows';
import { isBusy, stateError } from './failures';
import { inThread } from './inThread';
import { migrate } from './schema';
import { markStateFile, prepareStateFile } from './stateFile';

export interface ConnectionOptions {
  readonly openDriver?: OpenDriver;
  /** For how long a locked file is tried again. */
  readonly lockWaitMs?: number;
}

/** Prepared once per connection. */
export interface Sql {
  get(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all(sql: string, ...values: readonly SqlValue[]): Row[];
  run(sql: string, ...values: readonly SqlValue[]): number;
}

interface Opened {
  readonly driver: Driver;
  readonly sql: Sql;
  /** Of the file at opening: writes to a deleted file would succeed and be lost. */
  readonly inode: bigint;
}

/** One state file, opened on first use and again when it was replaced. Every transaction waits for locks without blocking. */
export class Connection {
  readonly #options: ConnectionOptions;
  #opened: Promise<Opened> | null = null;
  /** Of the file whose pages were checked: not again at each try while it is locked. */
  #checked: bigint | null = null;

  constructor(
    readonly path: string,
    options: ConnectionOptions = {},
  ) {
    this.#options = options;
  }

  /** Seen in one moment; writes nothing. */
  async read<Result>(work: (sql: Sql) => Result): Promise<Result> {
    return await this.#transaction('BEGIN', work);
  }

  /** Takes the write lock before it reads: a transaction that is upgraded later would fail under load. */
  async write<Result>(work: (sql: Sql) => Result): Promise<Result> {
    return await this.#transaction('BEGIN IMMEDIATE', work);
  }

  async driverName(): Promise<Driver['name']> {
    return (await this.#open()).driver.name;
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    (await opened?.catch(() => null))?.driver.close();
  }

  async #transaction<Result>(begin: string, work: (sql: Sql) => Result): Promise<Result> {
    try {
      return await this.#patiently(async () => {
        const { driver, sql } = await this.#open();
        driver.exec(begin);
        return finish(driver, () => work(sql));
      });
    } catch (error) {
      throw stateError(error, this.path);
    }
  }

  /** Locked: tried again until the wait is over, each try short because it blocks the event loop. */
  async #patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + (this.#options.lockWaitMs ?? LIMITS.state.lockWaitMs);
    for (let pause = 20; ; pause = Math.min(pause * 2, 250)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBusy(error) || performance.now() + pause > end) throw error;
        await wait(pause * (0.5 + Math.random()));
      }
    }
  }

  async #open(): Promise<Opened> {
    const opened = await this.#opened;
    if (opened !== null && inodeOf(this.path) === opened.inode) return opened;
    if (opened !== null) await this.close();
    this.#opened ??= this.#openFile();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return await this.#opened;
  }

  async #openFile(): Promise<Opened> {
    const { isNew } = await prepareStateFile(this.path);
    const driver = await (this.#options.openDriver ?? openDriver)(this.path);
    try {
      setPragmas(driver);
      const inode = inodeOf(this.path);
      if (!isNew && inode !== this.#checked) await checkPages(this.path, driver);
      this.#checked = inode;
      driver.exec('BEGIN IMMEDIATE');
      const about = finish(driver, () => migrate(driver, this.path, new Date().toISOString()));
      await markStateFile(this.path, about);
      return { driver, sql: preparing(driver), inode: inode ?? 0n };
    } catch (error) {
      driver.close();
      throw error;
    }
  }
}

function finish<Result>(driver: Driver, work: () => Result): Result {
  try {
    const result = work();
    driver.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(driver);
    throw error;
  }
}

/** A full disk or a damaged page has often ended the transaction by itself. */
function rollBack(driver: Driver): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // No transaction was open any more: the first error says what happened.
  }
}

/** Some builds come up with synchronous NORMAL on a file that is in WAL already: set at every open. */
function setPragmas(driver: Driver): void {
  const mode = String(Object.values(driver.prepare('PRAGMA journal_mode = WAL').get() ?? {})[0]);
  if (mode.toLowerCase() !== 'wal') driver.exec('PRAGMA journal_mode = DELETE');
  driver.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -8000');
}

/** At every open, which is once per process and file; a large one in a thread of its own. */
async function checkPages(path: string, driver: Driver): Promise<void> {
  const { size } = await stat(path);
  const sql = 'PRAGMA quick_check(1)';
  const [row] =
    size <= LIMITS.state.inlineCheckBytes
      ? driver.prepare(sql).all()
      : await inThread(path, sql, driver.name);
  const verdict = String(Object.values(row ?? {})[0]);
  if (verdict !== 'ok')
    throw new ToolError(
      'STATE_CORRUPT',
      `The state ${path} is damaged (${verdict}). It was left as it is: restore a backup, or move the file away with its .marker to begin anew.`,
    );
}

function preparing(driver: Driver): Sql {
  const statements = new Map<string, Statement>();
  const prepared = (text: string): Statement => {
    const found = statements.get(text) ?? driver.prepare(text);
    statements.set(text, found);
    return found;
  };
  return {
    get: (text, ...values) => prepared(text).get(...values),
    all: (text, ...values) => prepared(text).all(...values),
    run: (text, ...values) => prepared(text).run(...values),
  };
}

function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
