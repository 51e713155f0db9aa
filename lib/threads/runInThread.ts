import type { Worker } from 'node:worker_threads';
import { messageOf, ToolError } from '../errors';
import { LIMITS } from '../limits';
import type { Order, Reply, TaskFailure, TaskRun } from './protocol';
import type { Threads } from './threads';

export interface ThreadLimits {
  /** Time for the work alone: neither the wait for a thread nor its start counts. */
  readonly timeoutMs: number;
  readonly threads: Threads;
  readonly signal?: AbortSignal | undefined;
}

/** The words of errors: `what` begins their sentences ("Reading the page"), `advice` ends that of TIMEOUT. */
export interface TaskWords {
  readonly what: string;
  readonly advice: string;
}

/**
 * Runs what can take long on hostile input in a thread, so that the event loop never waits for it. `file` is the module
 * that exports `run`; job and answer are plain data, and `moved` is the memory of the job that is handed over instead of
 * copied: the caller has it no more. The thread is kept for the next task, and ended where the work
 * takes longer than allowed or is cancelled.
 * @throws ToolError as `run` does, TIMEOUT, CANCELLED, UNEXPECTED_CONTENT where the thread broke or could not be started.
 */
export async function runInThread<Run extends TaskRun>(
  file: string,
  job: Parameters<Run>[0],
  limits: ThreadLimits,
  words: TaskWords,
  moved: readonly ArrayBuffer[] = [],
): Promise<ReturnType<Run>> {
  const { threads, signal } = limits;
  const worker = await threads.take(signal).catch((failure: unknown) => {
    throw signal?.aborted === true ? cancelled(words) : notStarted(words, failure);
  });
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(worker, file, { do: 'run', job }, moved, limits, words);
  } catch (error) {
    await threads.end(worker);
    throw error;
  }
  threads.giveBack(worker);
  if (outcome.failure !== null) throw errorOf(outcome.failure);
  return { head: outcome.head, list: outcome.list } as ReturnType<Run>; // what the `run` of this file answered
}

type WaitLimits = Pick<ThreadLimits, 'timeoutMs' | 'signal'>;

interface Outcome {
  readonly failure: TaskFailure | null;
  readonly head: unknown;
  readonly list: readonly unknown[];
}

async function outcomeOf(
  worker: Worker,
  file: string,
  order: Order,
  moved: readonly ArrayBuffer[],
  { timeoutMs, signal }: WaitLimits,
  words: TaskWords,
): Promise<Outcome> {
  const ask = (next: Order, ms: number): Promise<Reply> =>
    replyTo(worker, next, next === order ? moved : [], { timeoutMs: ms, signal }, words);
  const list: unknown[] = [];
  let head: unknown = null;
  let reply = await ask({ do: 'load', file }, LIMITS.threads.startMs);
  if (reply.is === 'loaded') reply = await ask(order, timeoutMs);
  if (reply.is === 'answer') head = reply.head;
  while (reply.is === 'answer') {
    for (const item of reply.items) list.push(item);
    if (reply.done) break;
    reply = await ask({ do: 'next' }, LIMITS.threads.startMs);
  }
  return { failure: reply.is === 'failure' ? reply.failure : null, head, list };
}

/** One order and its reply. Nothing of it is left behind, whatever comes first. */
function replyTo(
  worker: Worker,
  order: Order,
  moved: readonly ArrayBuffer[],
  { timeoutMs, signal }: WaitLimits,
  words: TaskWords,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const failed = (cause?: unknown): void => {
      settle(() => {
        reject(broken(words, cause));
      });
    };
    const replied = (reply: Reply): void => {
      settle(() => {
        resolve(reply);
      });
    };
    const abort = (): void => {
      settle(() => {
        reject(cancelled(words));
      });
    };
    const timer = setTimeout(() => {
      settle(() => {
        reject(timedOut(words, timeoutMs));
      });
    }, timeoutMs);
    function settle(finish: () => void): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.off('message', replied).off('error', failed).off('exit', failed);
      finish();
    }
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort);
    worker.on('message', replied).on('error', failed).on('exit', failed);
    worker.postMessage(order, moved);
  });
}

function errorOf({ code, message, url, status, cause }: TaskFailure): ToolError {
  return new ToolError(code, message, { url, status, cause });
}

function timedOut({ what, advice }: TaskWords, timeoutMs: number): ToolError {
  return new ToolError(
    'TIMEOUT',
    `${what} took longer than ${timeoutMs / 1000} s and was stopped. ${advice}`,
  );
}

function cancelled({ what }: TaskWords): ToolError {
  return new ToolError('CANCELLED', `${what} was cancelled.`);
}

/** The system gives no more threads. */
function notStarted({ what }: TaskWords, cause: unknown): ToolError {
  return new ToolError(
    'UNEXPECTED_CONTENT',
    `${what} failed: its reader could not be started (${messageOf(cause)}). Run less at once, or allow n8n more processes.`,
    { cause },
  );
}

function broken({ what }: TaskWords, cause: unknown): ToolError {
  return new ToolError('UNEXPECTED_CONTENT', `${what} failed: its reader ended without an answer.`, {
    cause,
  });
}
