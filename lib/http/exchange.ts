import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { readAtMost } from './body';
import { decoded, readContentEncoding } from './contentEncoding';
import { pause, untilAborted, type Deadline } from './deadline';
import type { Egress } from './egress';
import { toFailure } from './failures';
import { headersFor } from './headers';
import type { Politeness } from './politeness';
import { showUrl } from './redact';
import type { Answer, Exchange, Hop } from './redirects';
import type { CheckedRequest } from './request';
import { pauseBeforeRetry, readRetryAfter } from './retry';
import { statusError } from './statusError';
import type { Transport, WireAnswer, WireRequest } from './transport';
import { hostOf } from './urlPolicy';

interface Parts {
  readonly transport: Transport;
  readonly politeness: Politeness;
  readonly nowMs: () => number;
}

/** What one attempt brought, with what a decision about another one needs. */
type Attempt =
  | { readonly result: Answer | { readonly location: string }; readonly retryAfterMs: number | null }
  | { readonly refused: ToolError; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly failure: unknown };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** One request of a hop with its retries, each within a turn at the host. */
export function createExchange(parts: Parts): Exchange {
  return async (hop, request, egress, deadline) => {
    const host = hostOf(hop.url);
    let before: Attempt | null = null;
    for (let attempt = 0; ; attempt++) {
      const giveBack = await deadline.outside(() => parts.politeness.takeTurn(host, deadline.signal));
      const made = await attemptOnce(parts, hop, request, egress, deadline).finally(giveBack);
      const wait =
        attempt < request.retries ? pauseBeforeRetry(outcomeOf(made), attempt, deadline.remainingMs()) : null;
      if (wait === null) return settle(before !== null && ranOut(made) ? before : made);
      before = made;
      await pause(wait, deadline.signal);
    }
  };
}

function outcomeOf(made: Attempt): Parameters<typeof pauseBeforeRetry>[0] {
  if ('failure' in made) return made;
  if ('refused' in made) return made.refused.code === 'BLOCKED' ? { failure: made.refused } : made;
  return { status: 'location' in made.result ? 0 : made.result.status, retryAfterMs: made.retryAfterMs };
}

/** The time was up in a further attempt: what the one before brought says more. */
function ranOut(made: Attempt): boolean {
  return 'failure' in made && made.failure instanceof ToolError && made.failure.code === 'TIMEOUT';
}

function settle(made: Attempt): Answer | { readonly location: string } {
  if ('failure' in made) throw made.failure;
  if ('refused' in made) throw made.refused;
  return made.result;
}

async function attemptOnce(
  { transport, nowMs }: Parts,
  hop: Hop,
  request: CheckedRequest,
  egress: Egress,
  deadline: Deadline,
): Promise<Attempt> {
  const host = hostOf(hop.url);
  const { signal } = deadline;
  const headers = headersFor(
    host,
    request.identity,
    request.validators,
    hop.atFirstOrigin ? request.ownHeaders : null,
  );
  const fetchedAtMs = nowMs();
  try {
    const wire = await sendUntilAborted(transport, { url: hop.url, headers, egress, signal });
    try {
      return await read(wire, hop, request, fetchedAtMs, nowMs());
    } finally {
      wire.discard();
    }
  } catch (thrown) {
    if (signal.aborted) return { failure: signal.reason };
    return { failure: toFailure(thrown, host, showUrl(hop.url, request.secrets)) };
  }
}

/** undici notices an abort only once it is connected: a host that never answers must not hold us up. */
function sendUntilAborted(transport: Transport, wireRequest: WireRequest): Promise<WireAnswer> {
  const sent = transport.send(wireRequest);
  sent.then(
    (late) => {
      if (wireRequest.signal.aborted) late.discard();
    },
    () => undefined,
  );
  return untilAborted(sent, wireRequest.signal);
}

async function read(
  wire: WireAnswer,
  hop: Hop,
  request: CheckedRequest,
  fetchedAtMs: number,
  answeredAtMs: number,
): Promise<Attempt> {
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
) {
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
    `The answer of ${host} is larger than ${maxBytes / 1024} KB and was not read to its end. Raise the limit (at most ${LIMITS.responseKb.max} KB) or ask for less.`,
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
  if (location !== undefined && new Set(given).size === 1) return location;
  throw new ToolError(
    'UNEXPECTED_CONTENT',
    `${host} answered with a redirect (status ${status}) that does not say where to.`,
    { url, status },
  );
}

function joinHeaders(headers: WireAnswer['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === '__proto__' ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );
}
