import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ToolError } from '../../../errors';
import { LIMITS } from '../../../limits';
import { openDriver as openAnyDriver, type Driver, type OpenDriver } from './driver';
import { readHeader } from './fileHeader';
import { inThread } from './inThread';
import { atOnce, finishInParts } from './parts';
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
import { preparing, type Sql } from './sql';
import { markStateFile, missState, prepareStateFile, replaced } from './stateFile';

/** By which driver, and up to which schema. */
export interface OpenOptions {
  readonly openDriver?: OpenDriver;
  /** Of the schema, by version. */
  readonly steps?: readonly string[];
}

/** A file that is open, with the schema of this version. */
export interface Opened {
  readonly driver: Driver;
  readonly sql: Sql;
  /** Of the file at opening. */
  readonly inode: bigint;
}

/**
 * Opens one state file, as often as it is asked for, and remembers which one it was. Errors as the driver throws them,
 * and ToolErrors for a file that is missing, damaged, another one than before, or none of ours: it is left as it is.
 */
export class FileOpener {
  readonly #path: string;
  readonly #options: OpenOptions;
  /** Of the file whose pages were checked: not again at each try while it is locked. */
  #checked: bigint | null = null;
  /** Of the state that was open last: it is missed when it is gone, also where its folder is gone with it. */
  #about: About | null = null;

  constructor(path: string, options: OpenOptions) {
    this.#path = path;
    this.#options = options;
  }

  async open(): Promise<Opened> {
    const { openDriver = openAnyDriver, steps = MIGRATIONS } = this.#options;
    if (this.#about !== null && (await missState(this.#path, this.#about))) this.#about = null;
    const { isNew } = await prepareStateFile(this.#path);
    refuseByHeader(await readHeader(this.#path), this.#path, steps);
    const driver = await openDriver(this.#path);
    try {
      setPragmas(driver, isNew);
      const inode = inodeOf(this.#path);
      if (!isNew && inode !== this.#checked) await checkPages(this.#path, driver);
      this.#checked = inode;
      if (pragma(driver, 'user_version') > 0) await this.#refuseAnother(readAbout(driver));
      await migrateLarge(this.#path, driver, steps);
      driver.exec('BEGIN IMMEDIATE');
      const about = await finishInParts(driver, () =>
        atOnce(() => migrate(driver, this.#path, new Date().toISOString(), steps)),
      );
      await this.#refuseAnother(about);
      this.#about = about;
      return { driver, sql: preparing(driver), inode: inode ?? 0n };
    } catch (error) {
      driver.close();
      throw error;
    }
  }

  /** False where the file was deleted or replaced since: writes to it would succeed and be lost. */
  isAt({ inode }: Opened): boolean {
    return inodeOf(this.#path) === inode;
  }

  /** Said once where the marker agrees with the file: who replaced both knows. */
  async #refuseAnother(about: About): Promise<void> {
    await markStateFile(this.#path, about);
    const before = this.#about;
    if (before === null || before.id === about.id) return;
    this.#about = null;
    throw replaced(this.#path, before);
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

function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
