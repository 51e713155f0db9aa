import { LIMITS } from '../limits';
import { pause, untilAborted } from './deadline';
import { isSecHost } from './headers';

/** Turns at a host: at most two requests in flight per host and process, at SEC hosts at most ten starts a second. */
export interface Politeness {
  /** Waits for a turn; what it answers gives the turn back. Rejects with the reason of the signal. */
  takeTurn(host: string, signal: AbortSignal): Promise<() => void>;
}

interface Queue {
  inFlight: number;
  readonly waiting: (() => void)[];
}

export function createPoliteness(): Politeness {
  const queues = new Map<string, Queue>();
  const paceSec = createPace(1000 / LIMITS.secRequestsPerSecond);

  function release(host: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next !== undefined) next();
    else if (--queue.inFlight === 0) queues.delete(host);
  }

  async function enter(host: string, signal: AbortSignal): Promise<() => void> {
    const queue = queues.get(host) ?? { inFlight: 0, waiting: [] };
    queues.set(host, queue);
    if (queue.inFlight < LIMITS.requestsPerHost) queue.inFlight++;
    else await turnOf(queue, signal);
    let given = false;
    return () => {
      if (!given) release(host, queue);
      given = true;
    };
  }

  return {
    async takeTurn(host, signal) {
      signal.throwIfAborted();
      const giveBack = await enter(host, signal);
      try {
        if (isSecHost(host)) await paceSec(signal);
      } catch (reason) {
        giveBack();
        throw reason;
      }
      return giveBack;
    },
  };
}

/** Waits at the end of the queue; one that is no longer waiting leaves it. */
function turnOf(queue: Queue, signal: AbortSignal): Promise<void> {
  let wake = (): void => undefined;
  const turn = new Promise<void>((resolve) => {
    wake = resolve;
  });
  queue.waiting.push(wake);
  return untilAborted(turn, signal).catch((reason: unknown) => {
    const place = queue.waiting.indexOf(wake);
    if (place >= 0) queue.waiting.splice(place, 1);
    throw reason;
  });
}

/** Starts that lie at least `gapMs` apart. */
function createPace(gapMs: number): (signal: AbortSignal) => Promise<void> {
  let nextStart = 0;
  return async (signal) => {
    const now = performance.now();
    const start = Math.max(now, nextStart);
    nextStart = start + gapMs;
    if (start > now) await pause(Math.ceil(start - now), signal);
  };
}
