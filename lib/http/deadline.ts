import { ToolError } from '../errors';

/** The time a request has, all its hops, waits and decoding included. */
export interface Deadline {
  /** Aborts with a ToolError: TIMEOUT or CANCELLED. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Stops the clock. */
  end(): void;
}

export function startDeadline(timeoutMs: number, host: string, cancel: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => {
    controller.abort(
      new ToolError(
        'TIMEOUT',
        `The request to ${host} took longer than ${timeoutMs / 1000} s and was given up. Raise the timeout or try again later.`,
      ),
    );
  }, timeoutMs);
  const onCancel = (): void => {
    controller.abort(cancelled(host));
  };
  if (cancel?.aborted === true) onCancel();
  cancel?.addEventListener('abort', onCancel, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    end: () => {
      clearTimeout(timer);
      cancel?.removeEventListener('abort', onCancel);
    },
  };
}

export function cancelled(host: string): ToolError {
  return new ToolError('CANCELLED', `The request to ${host} was cancelled.`);
}

/** The promise, or the reason of the signal as soon as it aborts: for work that cannot be stopped (a look-up). */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
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
