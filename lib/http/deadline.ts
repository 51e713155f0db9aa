import { ToolError } from '../errors';
import { LIMITS } from '../limits';

/** The time a request has: all its hops, pauses and decoding included, but not the wait for its turn at a busy host. */
export interface Deadline {
  /** Aborts with a ToolError: TIMEOUT or CANCELLED. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Runs a wait for others with the clock stopped; all such waits together have a limit of their own. */
  outside<Value>(wait: () => Promise<Value>): Promise<Value>;
  /** Stops the clock. */
  end(): void;
}

export function startDeadline(timeoutMs: number, host: string, cancel: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = (code: 'TIMEOUT' | 'CANCELLED', message: string): void => {
    controller.abort(new ToolError(code, message));
  };
  const work = createClock(timeoutMs, () => {
    const seconds = timeoutMs / 1000;
    abort(
      'TIMEOUT',
      `The request to ${host} took longer than ${seconds} s and was given up. Raise the timeout or try again later.`,
    );
  });
  const waiting = createClock(LIMITS.turnWaitMs, () => {
    const seconds = LIMITS.turnWaitMs / 1000;
    abort(
      'TIMEOUT',
      `The request to ${host} waited ${seconds} s for other requests to the same host. Ask it less often at once.`,
    );
  });
  const onCancel = (): void => {
    abort('CANCELLED', `The request to ${host} was cancelled.`);
  };
  if (cancel?.aborted === true) onCancel();
  cancel?.addEventListener('abort', onCancel, { once: true });
  work.run();
  return {
    signal: controller.signal,
    remainingMs: () => work.remainingMs(),
    async outside(wait) {
      work.stop();
      waiting.run();
      try {
        return await wait();
      } finally {
        waiting.stop();
        work.run();
      }
    },
    end() {
      work.stop();
      waiting.stop();
      cancel?.removeEventListener('abort', onCancel);
    },
  };
}

/** The promise, or the reason of the signal as soon as it aborts: for work that cannot be stopped (a look-up). */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** Waits; rejects with the reason of the signal as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return untilAborted(waited, signal).finally(() => {
    clearTimeout(timer);
  });
}

/** A clock that can be stopped and go on. */
function createClock(totalMs: number, onEnd: () => void) {
  let left = totalMs;
  let startedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const remainingMs = (): number => (startedAt === null ? left : left - (performance.now() - startedAt));
  return {
    remainingMs,
    run(): void {
      startedAt = performance.now();
      timer = setTimeout(onEnd, Math.max(0, left));
    },
    stop(): void {
      clearTimeout(timer);
      left = remainingMs();
      startedAt = null;
    },
  };
}
