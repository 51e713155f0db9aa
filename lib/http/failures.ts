import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { WireLimitError } from './wireLimit';

/** A transfer that failed; worth another try where the connection was at fault, not what came over it. */
export class TransferError extends ToolError {
  constructor(
    message: string,
    readonly retriable: boolean,
    url: string,
  ) {
    super('NETWORK', message, { url });
  }
}

/** What is known of a failure by its code: [what happened, whether another try may help]. */
const KNOWN: Readonly<Record<string, readonly [string, boolean]>> = {
  ENOTFOUND: ['its name is not known (check the spelling, or the DNS of this machine)', false],
  EAI_AGAIN: ['its name could not be looked up (DNS gives no answer)', true],
  ECONNREFUSED: ['it refuses the connection', true],
  ECONNRESET: ['it closed the connection', true],
  EPIPE: ['it closed the connection', true],
  ETIMEDOUT: ['the connection timed out', true],
  ENETUNREACH: ['its network cannot be reached', true],
  EHOSTUNREACH: ['it cannot be reached', true],
  UND_ERR_SOCKET: ['it closed the connection before the answer was complete', true],
  UND_ERR_CONNECT_TIMEOUT: ['it did not accept the connection in time', true],
  UND_ERR_HEADERS_OVERFLOW: ['its headers are too large', false],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['the answer has another length than it says', false],
  UND_ERR_PRX_TLS: ['the certificate of the proxy is not valid', false],
  UND_ERR_ABORTED: ['the proxy refuses to connect to it', false],
  Z_BUF_ERROR: ['the compressed answer was cut off', false],
  Z_DATA_ERROR: ['the compressed answer is damaged', false],
  CERT_HAS_EXPIRED: ['its certificate has expired', false],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', false],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate is self-signed', false],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate cannot be verified', false],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another host', false],
};

/**
 * Whatever a transfer threw, as an error of ours. The thrown error itself is not kept: its text may hold what must
 * not be shown.
 */
export function toFailure(thrown: unknown, host: string, url: string): ToolError {
  if (thrown instanceof ToolError) return thrown;
  if (thrown instanceof WireLimitError) return tooMuchOnTheWire(host, url);
  const code = codeOf(thrown);
  const [what, retriable] = (code === null ? undefined : KNOWN[code]) ?? describe(code);
  return new TransferError(`${host} could not be read: ${what}.`, retriable, url);
}

function tooMuchOnTheWire(host: string, url: string): ToolError {
  const megabytes = LIMITS.answerWireBytes / 1024 / 1024;
  return new ToolError(
    'RESPONSE_TOO_LARGE',
    `${host} sent over ${megabytes} MB for one answer, most of it no content, and was cut off. Try again later or leave this address out.`,
    { url },
  );
}

export function isRetriable(failure: unknown): boolean {
  return failure instanceof TransferError && failure.retriable;
}

function describe(code: string | null): readonly [string, boolean] {
  if (code === null) return ['the transfer failed', false];
  if (code.startsWith('HPE_')) return [`the answer is not valid HTTP (${code})`, false];
  if (/^(?:Z_|ZSTD_|ERR_BROTLI|ERR__ERROR)/.test(code))
    return [`the compressed answer is damaged (${code})`, false];
  return [`the transfer failed (${code})`, false];
}

function codeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  if (thrown instanceof AggregateError)
    return thrown.errors.map(codeOf).find((code) => code !== null) ?? null;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
  // A code is one word; anything else is not shown.
  return code !== null && /^[A-Z][A-Za-z0-9_]{2,60}$/.test(code) ? code : null;
}
