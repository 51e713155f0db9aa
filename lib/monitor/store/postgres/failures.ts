import { messageOf, ToolError, type ErrorCode } from '../../../errors';
import { UnreadableRow } from '../rows';
import type { MonitorKey } from '../store';

/** PostgreSQL's SQLSTATE, by class or whole, and what it means here. */
const MEANING: Readonly<Record<string, { code: ErrorCode; sentence: string }>> = {
  '28': {
    code: 'STATE_UNAVAILABLE',
    sentence: 'refuses this user. Check user and password of the credential',
  },
  '3D000': {
    code: 'STATE_UNAVAILABLE',
    sentence: 'has no such database. Create it, or correct the credential',
  },
  '3F000': { code: 'INVALID_CONFIG', sentence: 'has no such schema. Create it, or choose another' },
  '25006': { code: 'STATE_READONLY', sentence: 'is read-only. Use the primary server of the database' },
  '42501': {
    code: 'STATE_READONLY',
    sentence: 'may not be written by this user. Grant it CREATE and USAGE on the schema',
  },
  '42': {
    code: 'STATE_UNAVAILABLE',
    sentence: 'has tables internet_tools_* of another shape. Choose another schema',
  },
  '53100': {
    code: 'STATE_FULL',
    sentence: 'has no space left on its disk. Nothing was changed; free some space',
  },
  '53': {
    code: 'STATE_UNAVAILABLE',
    sentence: 'is short of connections or memory. Nothing was changed; try again later',
  },
  '55P03': {
    code: 'STATE_LOCKED',
    sentence: 'is busy with the same monitor. Nothing was changed; try again',
  },
  '40': { code: 'STATE_LOCKED', sentence: 'is busy with the same monitor. Nothing was changed; try again' },
  '57014': {
    code: 'STATE_UNAVAILABLE',
    sentence: 'is too slow to answer. Nothing was changed; try again later',
  },
  '57': {
    code: 'STATE_UNAVAILABLE',
    sentence: 'is shutting down or starting. Nothing was changed; try again later',
  },
  XX001: { code: 'STATE_CORRUPT', sentence: 'reports damaged data. It was left as it is: restore a backup' },
  XX002: {
    code: 'STATE_CORRUPT',
    sentence: 'reports a damaged index. It was left as it is: REINDEX, or restore a backup',
  },
};

const UNREACHABLE = 'cannot be reached. Check host, port and network, and that the server runs';

/** COMMIT was sent and never answered: whether the transaction is stored is not known. `advice`: a sentence. */
export class OutcomeUnknown extends ToolError {
  constructor(location: string, cause: unknown, advice = 'Run it again once the database answers.') {
    super(
      'STATE_UNAVAILABLE',
      `The state in ${location} was lost from sight while it stored the result (${messageOf(cause).slice(0, 200)}): ` +
        `whether it did is not known yet. ${advice}`,
      { cause },
    );
  }
}

/** Whatever the driver threw, as a ToolError that names the database and says what to do. No password is in it. */
export function postgresError(error: unknown, location: string, asked: MonitorKey | null = null): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof UnreadableRow)
    return new ToolError('STATE_CORRUPT', error.sentence(`The state in ${location}`, asked), {
      cause: error,
    });
  const state = codeOf(error);
  const meaning = MEANING[state] ?? MEANING[state.slice(0, 2)];
  const said = messageOf(error).slice(0, 200);
  if (meaning !== undefined && isSqlState(state))
    return new ToolError(meaning.code, `The state in ${location} ${meaning.sentence} (${said}).`, {
      cause: error,
    });
  if (/does not support SSL|self[- ]signed|certificate/i.test(said))
    return new ToolError(
      'INVALID_CONFIG',
      `The state in ${location}: the server's SSL does not fit the credential (${said}). Change its SSL settings.`,
      { cause: error },
    );
  const sentence = isConnectionLost(error) ? UNREACHABLE : 'does not work';
  return new ToolError('STATE_UNAVAILABLE', `The state in ${location} ${sentence} (${said}).`, {
    cause: error,
  });
}

/** The connection broke, or there never was one: what the server did last is not known. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (isSqlState(code)) return code.startsWith('08') || code.startsWith('57P');
  return /^E[A-Z]+$/.test(code) || /terminated|timeout|not queryable|closed|ended/i.test(messageOf(error));
}

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
