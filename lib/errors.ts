import { removeSecrets } from './redact';

/** The closed list of error codes, by who can mend it. */
export const ERROR_CODES = [
  // asking
  'INVALID_CONFIG',
  'INVALID_REQUEST',
  'UNKNOWN_MONITOR',
  'UNKNOWN_BATCH',
  'URL_NOT_ALLOWED',
  'ADDRESS_NOT_ALLOWED',
  // the way
  'NETWORK',
  'TIMEOUT',
  'CANCELLED',
  'TOO_MANY_REDIRECTS',
  'RESPONSE_TOO_LARGE',
  // the answer
  'HTTP_STATUS',
  'NOT_FOUND',
  'AUTH',
  'RATE_LIMITED',
  'PLAN_LIMIT',
  'BLOCKED',
  'PROVIDER_ERROR',
  'NO_DATA',
  'AMBIGUOUS_SYMBOL',
  'UNEXPECTED_CONTENT',
  'PAGE_CHANGED',
  // the state
  'STATE_LOCKED',
  'STATE_FULL',
  'STATE_READONLY',
  'STATE_CORRUPT',
  'STATE_UNAVAILABLE',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ToolErrorDetails {
  /** Where it happened, with secrets removed. */
  readonly url?: string | undefined;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** When it is worth trying again, in milliseconds from now. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The one error of this package. `message` is a plain sentence that says what was tried and what to do;
 * it never holds a secret.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, details: ToolErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ToolError';
    this.code = code;
    this.url = details.url;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The same failure with the address that it is about, where it names none yet. */
export function withUrl(thrown: unknown, url: string): unknown {
  if (!(thrown instanceof ToolError) || thrown.url !== undefined) return thrown;
  const { code, message, status, retryAfterMs, cause } = thrown;
  return new ToolError(code, message, { url, status, retryAfterMs, cause });
}

/** The same failure without these secrets: a page may echo the key of its address, and an error quotes the page. */
export function withoutSecrets(error: ToolError, secrets: readonly string[]): ToolError {
  const { code, message, url, status, retryAfterMs } = error;
  const shown = removeSecrets(message, secrets);
  const where = url === undefined ? undefined : removeSecrets(url, secrets);
  if (shown === message && where === url) return error;
  // without its cause, whose message may hold the key too and is shown beside this one
  return new ToolError(code, shown, { url: where, status, retryAfterMs });
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
