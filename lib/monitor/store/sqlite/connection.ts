import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { ToolError } from '../../../errors';
import { LIMITS } from '../../../limits';
import { openDriver, type Driver, type OpenDriver, type SqlValue, type Statement } from './driver';
import type { Row } from '../rows';
import type { MonitorKey } from '../store';
import { isBusy, stateError } from './failures';
import { inThread } from './inThread';
import { readHeader } from './fileHeader';
import { atOnce, type Parts } from './parts';
import {
  APPLICATION_ID,
  migrate,
  MIGRATIONS,
  pragma,
  readAbout,
  refuseByHeader,
  stepsFrom,
  type About,
} from './schema';
import { markStateFile, missState, prepareStateFile, replaced } from './stateFile';

export interface ConnectionOptions {
  readonly openDriver?: OpenDriver;
  /** For how long a locked file is tried again. */
  readonly lockWaitMs?: number;
  /** Of the schema, by version. */
  readonly steps?: readonly string[];
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
  /** Over when whoever uses the connection now is done: a transaction may turn the event loop, and there is but one. */
  #turn: Promise<void> = Promise.resolve();
  /** Of the file whose pages were checked: not again at each try while it is locked. */
  #checked: bigint | null = null;
  /** Of the state that was open last: it is missed when it is gone, also where its folder is gone with it. */
  #about: About | null = null;

  constructor(
    readonly path: string,
    options: ConnectionOptions = {},
  ) {
    this.#options = options;
  }

  /** Seen in one moment; writes nothing. `asked`: the monitor that an error is about. */
  async read<Result>(work: (sql: Sql) => Result, asked?: MonitorKey): Promise<Result> {
    return await this.readInParts((sql) => atOnce(() => work(sql)), asked);
  }

  /** Takes the write lock before it reads: a transaction that is upgraded later would fail under load. */
  async write<Result>(work: (sql: Sql) => Result, asked?: MonitorKey): Promise<Result> {
    return await this.writeInParts((sql) => atOnce(() => work(sql)), asked);
  }

  /** For what may be long: one transaction all the same, and the event loop turns where the work yields. */
  async readInParts<Result>(work: (sql: Sql) => Parts<Result>, asked?: MonitorKey): Promise<Result> {
    return await this.#transaction('BEGIN', work, asked);
  }

  async writeInParts<Result>(work: (sql: Sql) => Parts<Result>, asked?: MonitorKey): Promise<Result> {
    return await this.#transaction('BEGIN IMMEDIATE', work, asked);
  }

  async driverName(): Promise<Driver['name']> {
    return await this.#alone(async () => (await this.#open()).driver.name);
  }

  async close(): Promise<void> {
    await this.#alone(() => this.#shut());
  }

  async #shut(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    (await opened?.catch(() => null))?.driver.close();
  }

  async #transaction<Result>(
    begin: string,
    work: (sql: Sql) => Parts<Result>,
    asked: MonitorKey | null = null,
  ): Promise<Result> {
    try {
      return await this.#patiently(() =>
        this.#alone(async () => {
          const { driver, sql } = await this.#open();
          driver.exec(begin);
          return await finishInParts(driver, () => work(sql));
        }),
      );
    } catch (error) {
      throw stateError(error, this.path, asked);
    }
  }

  /** One after the other, in the order in which they come. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#turn;
    let over = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      over = resolve;
    });
    try {
      await before;
      return await work();
    } finally {
      over();
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
    if (opened !== null) await this.#shut();
    this.#opened ??= this.#openFile();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return await this.#opened;
  }

  async #openFile(): Promise<Opened> {
    const { steps = MIGRATIONS } = this.#options;
    if (this.#about !== null && (await missState(this.path, this.#about))) this.#about = null;
    const { isNew } = await prepareStateFile(this.path);
    refuseByHeader(await readHeader(this.path), this.path, steps);
    const driver = await (this.#options.openDriver ?? openDriver)(this.path);
    try {
      setPragmas(driver, isNew);
      const inode = inodeOf(this.path);
      if (!isNew && inode !== this.#checked) await checkPages(this.path, driver);
      this.#checked = inode;
      if (pragma(driver, 'user_version') > 0) await this.#refuseAnother(readAbout(driver));
      await migrateLarge(this.path, driver, steps);
      driver.exec('BEGIN IMMEDIATE');
      const about = finish(driver, () => migrate(driver, this.path, new Date().toISOString(), steps));
      await this.#refuseAnother(about);
      this.#about = about;
      return { driver, sql: preparing(driver), inode: inode ?? 0n };
    } catch (error) {
      driver.close();
      throw error;
    }
  }

  /** Said once where the marker agrees with the file: who replaced both knows. */
  async #refuseAnother(about: About): Promise<void> {
    await markStateFile(this.path, about);
    const before = this.#about;
    if (before === null || before.id === about.id) return;
    this.#about = null;
    throw replaced(this.path, before);
  }
}

/** COMMIT in the turn in which the work is done, else everything is taken back. */
async function finishInParts<Result>(driver: Driver, work: () => Parts<Result>): Promise<Result> {
  try {
    const parts = work();
    let part = parts.next();
    while (part.done !== true) {
      await nextTurn();
      part = parts.next();
    }
    driver.exec('COMMIT');
    return part.value;
  } catch (error) {
    rollBack(driver);
    throw error;
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

/**
 * Some builds come up with synchronous NORMAL on a file that is in WAL already: set at every open. A new file says whose
 * it is before it has a log: from then on its header tells.
 */
function setPragmas(driver: Driver, isNew: boolean): void {
  if (isNew) driver.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  const mode = String(Object.values(driver.prepare('PRAGMA journal_mode = WAL').get() ?? {})[0]);
  if (mode.toLowerCase() !== 'wal') driver.exec('PRAGMA journal_mode = DELETE');
  driver.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -8000');
}

/**
 * At every open, which is once per process and file; a large one in a thread of its own. The whole check, not the quick
 * one, which looks at no index: where one differs from its table, a known id or a whole monitor is not found, and what
 * was reported long ago is new again.
 */
async function checkPages(path: string, driver: Driver): Promise<void> {
  const { size } = await stat(path);
  const sql = 'PRAGMA integrity_check(1)';
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

/** A small file migrates where it is opened; a large one in a thread, since a step may take seconds. */
async function migrateLarge(path: string, driver: Driver, steps: readonly string[]): Promise<void> {
  const version = pragma(driver, 'user_version');
  if (version === 0 || version >= steps.length || (await stat(path)).size <= LIMITS.state.inlineCheckBytes)
    return;
  await inThread(path, stepsFrom(version, steps), driver.name, version);
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
