import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from '../../../limits';
import type { MonitorKey } from '../store';
import type { Driver } from './driver';
import { isBusy, stateError } from './failures';
import { FileOpener, type Opened, type OpenOptions } from './openFile';
import { atOnce, finishInParts, type Parts } from './parts';
import type { Sql } from './sql';

export interface ConnectionOptions extends OpenOptions {
  /** For how long a locked file is tried again. */
  readonly lockWaitMs?: number;
}

/** One state file, opened on first use and again when it was replaced. Every transaction waits for locks without blocking. */
export class Connection {
  readonly #opener: FileOpener;
  readonly #lockWaitMs: number;
  #opened: Promise<Opened> | null = null;
  /** Over when whoever uses the connection now is done: a transaction may turn the event loop, and there is but one. */
  #turn: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    { lockWaitMs = LIMITS.state.lockWaitMs, ...options }: ConnectionOptions = {},
  ) {
    this.#opener = new FileOpener(path, options);
    this.#lockWaitMs = lockWaitMs;
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
    const end = performance.now() + this.#lockWaitMs;
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
    if (opened !== null && this.#opener.isAt(opened)) return opened;
    if (opened !== null) await this.#shut();
    this.#opened ??= this.#opener.open();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return await this.#opened;
  }
}
