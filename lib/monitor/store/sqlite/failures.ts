import { messageOf, ToolError, type ErrorCode } from '../../../errors';
import { UnreadableRow } from '../rows';
import type { MonitorKey } from '../store';

/** SQLite's primary result codes, by number (node:sqlite) and by name (better-sqlite3). */
const PRIMARY: Readonly<Record<number, string>> = {
  3: 'PERM',
  5: 'BUSY',
  6: 'LOCKED',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  26: 'NOTADB',
};

/** The shared-memory file of the log could not grow: the disk is full. */
const IOERR_SHMSIZE = 10 | (19 << 8);

const MEANING: Readonly<Record<string, { code: ErrorCode; sentence: string }>> = {
  BUSY: {
    code: 'STATE_LOCKED',
    sentence: 'is locked by another process. Nothing was changed; try again, or close what holds it',
  },
  LOCKED: {
    code: 'STATE_LOCKED',
    sentence: 'is locked by another process. Nothing was changed; try again, or close what holds it',
  },
  READONLY: {
    code: 'STATE_READONLY',
    sentence: 'cannot be written. Give the user that runs n8n write access to the file and its folder',
  },
  PERM: {
    code: 'STATE_READONLY',
    sentence: 'may not be opened. Give the user that runs n8n access to the file and its folder',
  },
  FULL: {
    code: 'STATE_FULL',
    sentence: 'cannot grow: the disk is full. Nothing was changed; free some space and run the check again',
  },
  CORRUPT: {
    code: 'STATE_CORRUPT',
    sentence:
      'is damaged. It was left as it is: restore a backup, or move the file away with its .marker to begin anew',
  },
  NOTADB: {
    code: 'STATE_CORRUPT',
    sentence:
      'is not a SQLite database. It was left as it is: restore a backup, or move the file away with its .marker to begin anew',
  },
  CANTOPEN: {
    code: 'STATE_UNAVAILABLE',
    sentence: 'cannot be opened. Look at the folder, its owner and its permissions',
  },
  IOERR: {
    code: 'STATE_UNAVAILABLE',
    sentence:
      'cannot be read or written by the operating system. Look at the disk; network drives do not work',
  },
};

const BY_ERRNO: Readonly<Record<string, string>> = {
  EACCES: 'READONLY',
  EPERM: 'READONLY',
  EROFS: 'READONLY',
  ENOSPC: 'FULL',
  EDQUOT: 'FULL',
};

/** Whatever SQLite or the file system threw, as a ToolError that names the file and says what to do. */
export function stateError(error: unknown, path: string, asked: MonitorKey | null = null): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof UnreadableRow)
    return new ToolError('STATE_CORRUPT', error.sentence(`The state ${path}`, asked), {
      cause: error,
    });
  const meaning = MEANING[resultOf(error) ?? ''];
  const { code, sentence } = meaning ?? { code: 'STATE_UNAVAILABLE' as const, sentence: 'does not work' };
  return new ToolError(code, `The state ${path} ${sentence} (${messageOf(error)}).`, { cause: error });
}

export function isBusy(error: unknown): boolean {
  const result = resultOf(error);
  return result === 'BUSY' || result === 'LOCKED';
}

function resultOf(error: unknown): string | null {
  const errcode = fieldOf(error, 'errcode');
  const code = fieldOf(error, 'code');
  if (typeof errcode === 'number')
    return errcode === IOERR_SHMSIZE ? 'FULL' : (PRIMARY[errcode & 0xff] ?? null);
  if (typeof code !== 'string') return null;
  if (code === 'SQLITE_IOERR_SHMSIZE') return 'FULL';
  const named = /^SQLITE_([A-Z]+)/.exec(code)?.[1];
  return named ?? BY_ERRNO[code] ?? null;
}

/** Not by class: errors come from drivers, threads and the file system, each with a class of its own. */
export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
}
