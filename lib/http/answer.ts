import { isUtf8 } from 'node:buffer';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { readAtMost, type ReadBody } from './body';
import { decoded, readContentEncoding } from './contentEncoding';
import { showUrl } from '../redact';
import type { Answer, Hop } from './redirects';
import type { CheckedRequest } from './request';
import { readRetryAfter } from './retry';
import { statusError } from './statusError';
import type { WireAnswer } from './transport';
import { hostOf } from './urlPolicy';

/** What an answer is, with what a decision about another attempt needs. */
export type WireReading =
  | { readonly result: Answer | { readonly location: string }; readonly retryAfterMs: number | null }
  | { readonly refused: ToolError; readonly status: number; readonly retryAfterMs: number | null };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Reads one answer off the wire: a place to go to, a complete body within the cap, "not modified", or the error that
 * its status is. Throws UNEXPECTED_CONTENT, RESPONSE_TOO_LARGE, and whatever a broken transfer throws.
 */
export async function readAnswer(
  wire: WireAnswer,
  hop: Hop,
  request: CheckedRequest,
  { fetchedAtMs, answeredAtMs }: { readonly fetchedAtMs: number; readonly answeredAtMs: number },
): Promise<WireReading> {
  const host = hostOf(hop.url);
  const url = showUrl(hop.url, request.secrets);
  const { status } = wire;
  const headers = joinHeaders(wire.headers);
  const retryAfterMs = readRetryAfter(headers['retry-after'] ?? null, answeredAtMs);
  const location = locationOf(wire, host, url);
  if (location !== null) return { result: { location }, retryAfterMs };
  const answer = { status, headers, fetchedAtMs, truncated: false, notModified: false };
  if (status === 304 && request.validators !== null)
    return { result: { ...answer, body: Buffer.alloc(0), notModified: true }, retryAfterMs };
  // 206 to a request without a range is a part that passes for the whole.
  const success = status >= 200 && status < 300 && status !== 206;
  if (!success && !request.acceptAnyStatus) {
    const body = await readErrorBody(wire, headers);
    return {
      refused: statusError({ host, url, status, headers, body, retryAfterMs }, request.secrets),
      status,
      retryAfterMs,
    };
  }
  const contentType = headers['content-type'] ?? null;
  const refusal = success ? request.refuseType(contentType) : null;
  if (refusal !== null) throw new ToolError('UNEXPECTED_CONTENT', refusal, { url, status });
  const { body, truncated } = await readBody(wire, headers, request, host, url);
  return { result: { ...answer, body, truncated }, retryAfterMs };
}

async function readBody(
  wire: WireAnswer,
  headers: Readonly<Record<string, string>>,
  request: CheckedRequest,
  host: string,
  url: string,
): Promise<ReadBody> {
  const layers = readContentEncoding(headers['content-encoding'] ?? null, host);
  const cuts = request.overCap === 'truncate' && mayBeCut(headers['content-type']);
  const declared = layers.length === 0 ? Number(headers['content-length'] ?? 0) : 0;
  if (!cuts && declared > request.maxBytes) throw tooLarge(request, host, url);
  const read = await readAtMost(decoded(wire.body, layers), request.maxBytes);
  if (read.truncated && !cuts) throw tooLarge(request, host, url);
  return read;
}

/** Only prose survives a cut: a feed, JSON or XML that ends early has silently lost entries. */
function mayBeCut(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return !/json|(?<!xhtml\+)xml|csv/.test(type);
}

function tooLarge({ maxBytes }: CheckedRequest, host: string, url: string): ToolError {
  return new ToolError(
    'RESPONSE_TOO_LARGE',
    `The answer of ${host} is larger than ${maxBytes / 1024} KB and was not read to its end. Ask for less, or raise the limit where the node has a setting for it (at most ${LIMITS.responseKb.max} KB).`,
    { url },
  );
}

/** The beginning of an error page; whatever is wrong with it must not hide the status. */
async function readErrorBody(wire: WireAnswer, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const timer = setTimeout(() => {
    wire.discard();
  }, LIMITS.errorBody.ms);
  try {
    const layers = readContentEncoding(headers['content-encoding'] ?? null, '');
    return (await readAtMost(decoded(wire.body, layers), LIMITS.errorBody.bytes)).body;
  } catch {
    return Buffer.alloc(0);
  } finally {
    clearTimeout(timer);
  }
}

function locationOf({ status, headers }: WireAnswer, host: string, url: string): string | null {
  if (!REDIRECTS.has(status)) return null;
  const given = [headers['location'] ?? []].flat();
  const [location] = given;
  if (location !== undefined && location.trim() !== '' && new Set(given).size === 1) return inUtf8(location);
  throw new ToolError(
    'UNEXPECTED_CONTENT',
    `${host} answered with a redirect (status ${status}) that does not say where to.`,
    { url, status },
  );
}

/** Headers arrive as latin1, and addresses in them are written in UTF-8, as browsers read them. */
function inUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return bytes.toString('latin1') === header && isUtf8(bytes) ? bytes.toString('utf8') : header;
}

function joinHeaders(headers: WireAnswer['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === '__proto__' ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );
}
