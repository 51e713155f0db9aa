import { ToolError } from '../errors';
import { readAnswer, type WireReading } from './answer';
import { pause, untilAborted, type Deadline } from './deadline';
import type { Egress } from './egress';
import { toFailure } from './failures';
import { headersFor } from './headers';
import type { Politeness } from './politeness';
import { showUrl } from '../redact';
import type { Answer, Exchange, Hop } from './redirects';
import type { CheckedRequest } from './request';
import { pauseBeforeRetry } from './retry';
import type { Transport, WireAnswer, WireRequest } from './transport';
import { hostOf } from './urlPolicy';

interface Parts {
  readonly transport: Transport;
  readonly politeness: Politeness;
  readonly nowMs: () => number;
}

/** What one attempt came to. */
type Attempt = WireReading | { readonly failure: unknown };

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
      return await readAnswer(wire, hop, request, { fetchedAtMs, answeredAtMs: nowMs() });
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
