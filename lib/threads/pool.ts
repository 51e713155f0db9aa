import type { Worker } from 'node:worker_threads';
import { LIMITS } from '../limits';
import { startThread } from './startThread';

/**
 * The threads of this process. They are kept here and not in the runtime because they hold nothing of a run: a thread
 * is as good as any other, and starting one takes longer than most of what is read in it.
 */
const idle = new Map<Worker, NodeJS.Timeout>();
const waiting: (() => void)[] = [];
let busy = 0;

/** A thread that does nothing else until it is given back or ended; waits for one where too many work already. */
export async function takeThread(signal: AbortSignal | undefined): Promise<Worker> {
  while (busy >= LIMITS.threads.busy) await turn(signal);
  busy += 1;
  const [kept] = idle.keys();
  if (kept === undefined) return started();
  forget(kept);
  kept.ref();
  return kept;
}

/** Keeps a thread that is done for the next task, for a while and without keeping the process alive. */
export function giveBack(worker: Worker): void {
  release();
  if (idle.size >= LIMITS.threads.idle) return void worker.terminate();
  worker.unref();
  const timer = setTimeout(() => {
    forget(worker);
    void worker.terminate();
  }, LIMITS.threads.idleMs);
  idle.set(worker, timer.unref());
}

/** Ends a thread in the midst of its work. */
export async function endThread(worker: Worker): Promise<void> {
  release();
  await worker.terminate();
}

/** Resolves at the next release, or when the signal says so: the caller looks again in both cases. */
function turn(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal?.reason as Error);
    };
    const go = (): void => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    signal?.addEventListener('abort', abort, { once: true });
    waiting.push(go);
  });
}

function release(): void {
  busy -= 1;
  waiting.shift()?.();
}

function started(): Worker {
  const worker = startThread();
  // One that breaks while nobody waits for it is forgotten; while somebody does, runInThread listens too.
  worker.on('error', () => {
    forget(worker);
  });
  worker.on('exit', () => {
    forget(worker);
  });
  return worker;
}

function forget(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
}
