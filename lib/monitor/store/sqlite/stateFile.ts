import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, open, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { invalid, isRecord } from '../../../check';
import { ToolError } from '../../../errors';
import type { SqliteSettings } from '../settings';
import { fieldOf, stateError } from './failures';

const FOLDER = 'internet-tools';
const DEFAULT_NAME = 'state.db';
/** n8n replaces it at every update of the package. */
const REPLACED_FOLDER = 'nodes';

/** The absolute path of the state. INVALID_CONFIG for what could lie or lead outside the n8n folder. */
export async function locateState({ path, n8nFolder }: SqliteSettings): Promise<string> {
  const root = resolve(n8nFolder ?? join(process.env['N8N_USER_FOLDER'] ?? homedir(), '.n8n'));
  const wanted = path === undefined || path === null || path.trim() === '' ? DEFAULT_NAME : path.trim();
  refuseSpecialNames(wanted);
  const absolute = isAbsolute(wanted) ? resolve(wanted) : join(root, FOLDER, wanted);
  const below = relative(root, absolute);
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw invalid('database path', `must lie in ${root}, which holds n8n's own data, not at ${absolute}`);
  if (below.split(sep)[0] === REPLACED_FOLDER)
    throw invalid(
      'database path',
      `must not lie in ${join(root, REPLACED_FOLDER)}: n8n replaces it at updates`,
    );
  await refuseSymlinks(root, below);
  return absolute;
}

/** SQLite reads `a\0b` as `a`, and gives `:memory:` and `file:` a meaning of their own. */
function refuseSpecialNames(path: string): void {
  if (path.includes('\0')) throw invalid('database path', 'must not hold a NUL character');
  if (/^file:/i.test(path) || path.includes(':memory:'))
    throw invalid('database path', 'must be the path of a file, not a SQLite URI');
  if (path.split(/[\\/]/).includes('..')) throw invalid('database path', 'must not hold ".."');
  if (/[\\/]$/.test(path)) throw invalid('database path', 'must name a file, not a folder');
}

/** The n8n folder itself may be a link (a mounted volume); nothing below it may. */
async function refuseSymlinks(root: string, below: string): Promise<void> {
  let at = root;
  for (const part of below.split(sep)) {
    at = join(at, part);
    const found = await lstat(at).catch(() => null);
    if (found === null) return;
    if (found.isSymbolicLink())
      throw invalid('database path', `${at} is a symbolic link; the state must be a file of its own`);
    if (at === join(root, below) && !found.isFile()) throw invalid('database path', `${at} is not a file`);
  }
}

/** For what only reads or confirms: a mistyped name must not make a state of its own, which would answer empty. */
export async function refuseUnknownState(settings: SqliteSettings): Promise<void> {
  if ((settings.path ?? '').trim() === '') return;
  const path = await locateState(settings);
  if ((await isAbsent(path)) && (await isAbsent(markerOf(path)))) throw new NoStateYet(path);
}

/** A file was named that never was a state: for some that is an answer, not a failure. */
export class NoStateYet extends ToolError {
  constructor(path: string) {
    super(
      'STATE_UNAVAILABLE',
      `There is no state at ${path} yet, and none was made now. ` +
        'Correct the name of the database file; the first check with it makes one.',
    );
  }
}

/** False also where it cannot be told: opening says why. */
async function isAbsent(path: string): Promise<boolean> {
  return stat(path).then(() => false, isMissing);
}

/**
 * Makes folder (0700) and file (0600) ready to be opened. A state that was here and is now missing or empty is an
 * error, not a first start: its marker remembers it.
 */
export async function prepareStateFile(path: string): Promise<{ readonly isNew: boolean }> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (basename(dirname(path)) === FOLDER) await chmod(dirname(path), 0o700).catch(() => undefined);
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const marker = await readMarker(path);
    if (marker !== null && (found === null || found.size === 0)) throw vanished(path, marker, found === null);
    if (found === null)
      await (await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600)).close();
    else {
      await access(path, constants.R_OK | constants.W_OK);
      for (const side of SIDE_FILES) await prepareSideFile(`${path}${side}`);
    }
    return { isNew: found === null || found.size === 0 };
  } catch (error) {
    if (fieldOf(error, 'code') === 'EEXIST') return { isNew: true };
    throw stateError(error, path);
  }
}

const SIDE_FILES = ['-wal', '-shm', '-journal'] as const;

/**
 * SQLite gives its log the mode that the file had then, so it stays read-only when the file no longer is. One of our own
 * is mended; another's is named.
 */
async function prepareSideFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) return;
  if ((found.mode & 0o600) !== 0o600 && found.uid === process.getuid?.()) await chmod(path, 0o600);
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    // SQLite removes it when the last connection closes
    if (!isMissing(error)) throw stateError(error, path);
  }
}

function vanished(path: string, marker: Marker, missing: boolean): ToolError {
  return new ToolError(
    missing ? 'STATE_UNAVAILABLE' : 'STATE_CORRUPT',
    `The state ${path} is ${missing ? 'missing' : 'empty'}, though it was kept there since ${marker.since}. ` +
      `Restore it from a backup, or delete ${markerOf(path)} to begin anew (every monitor then has a first check again).`,
  );
}

export interface Marker {
  /** The id inside the database that belongs here. */
  readonly id: string;
  readonly since: string;
}

/** Written once the database has its tables: from then on it is missed when it is gone. */
export async function markStateFile(path: string, marker: Marker): Promise<void> {
  const found = await readMarker(path);
  if (found === null || found.id === '') await writeMarker(path, marker);
  else if (found.id !== marker.id)
    throw new ToolError(
      'STATE_UNAVAILABLE',
      `The state ${path} is another one than was kept there since ${found.since}. ` +
        `Put the right file back, or delete ${markerOf(path)} to go on with this one.`,
    );
}

/**
 * A state that was open and is gone with its whole folder is missed all the same: its marker is put back. True where
 * the state is not there.
 */
export async function missState(path: string, marker: Marker): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found !== null && found.size > 0) return false;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if ((await readMarker(path)) === null) await writeMarker(path, marker);
    return true;
  } catch (error) {
    throw stateError(error, path);
  }
}

/** A file that agrees with its marker and is yet another one than before: put there while it was in use. */
export function replaced(path: string, before: Marker): ToolError {
  return new ToolError(
    'STATE_UNAVAILABLE',
    `The state ${path} was replaced while it was in use: it is another one than was kept there since ${before.since}. ` +
      'Nothing was changed. Put the right file back; the next run goes on with what lies there then.',
  );
}

async function writeMarker(path: string, marker: Marker): Promise<void> {
  await writeFile(markerOf(path), `${JSON.stringify(marker)}\n`, { mode: 0o600 });
}

async function readMarker(path: string): Promise<Marker | null> {
  const text = await readFile(markerOf(path), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && typeof value['id'] === 'string' && typeof value['since'] === 'string')
      return { id: value['id'], since: value['since'] };
  } catch {
    // A marker that was cut short still says that there was a state.
  }
  return { id: '', since: 'an unknown time' };
}

const markerOf = (path: string) => `${path}.marker`;

function isMissing(error: unknown): boolean {
  return fieldOf(error, 'code') === 'ENOENT';
}

/** Where a backup may lie: a new file beside the state. */
export async function locateBackup(statePath: string, fileName: string): Promise<string> {
  refuseSpecialNames(fileName);
  if (basename(fileName) !== fileName) throw invalid('backup file', 'must be a file name without a folder');
  const path = join(dirname(await realpath(statePath)), fileName);
  if ((await lstat(path).catch(() => null)) !== null) throw invalid('backup file', `${path} exists already`);
  return path;
}
