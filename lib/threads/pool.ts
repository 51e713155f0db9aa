import type { Worker } from 'node:worker_threads';
import { LIMITS } from '../limits';
import { startThread } from './startThread';
import type { Threads } from './threads';

/** Threads that are kept for the next task, at most LIMITS.threads.idle of them, and at most `busy` at work. */
export function createThreads(start: () => Worker = startThread): Threads {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const waiting: (() => void)[] = [];
  let busy = 0;

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

  /** Throws where the system gives no more threads. */
  function keptOrStarted(): Worker {
    const [kept] = idle.keys();
    if (kept === undefined) return started();
    forget(kept);
    kept.ref();
    return kept;
  }

  function started(): Worker {
    const worker = start();
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

  return {
    async take(signal) {
      while (busy >= LIMITS.threads.busy) await turn(signal);
      busy += 1;
      try {
        return keptOrStarted();
      } catch (failure) {
        release();
        throw failure;
      }
    },

    giveBack(worker) {
      release();
      if (idle.size >= LIMITS.threads.idle) return void worker.terminate();
      worker.unref();
      const timer = setTimeout(() => {
        forget(worker);
        void worker.terminate();
      }, LIMITS.threads.idleMs);
      idle.set(worker, timer.unref());
    },

    async end(worker) {
      release();
      await worker.terminate();
    },

    async close() {
      const ending = [...idle.keys()];
      ending.forEach(forget);
      await Promise.all(ending.map((worker) => worker.terminate()));
    },
  };
}
