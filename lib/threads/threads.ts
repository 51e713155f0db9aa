import type { Worker } from 'node:worker_threads';

/** The threads of a process: they hold nothing of a run, and starting one takes longer than most of what is read in it. */
export interface Threads {
  /** A thread that does nothing else until it is given back or ended; waits for one where too many work already. */
  take(signal: AbortSignal | undefined): Promise<Worker>;
  /** Keeps a thread that is done for the next task, for a while and without keeping the process alive. */
  giveBack(worker: Worker): void;
  /** Ends a thread in the midst of its work. */
  end(worker: Worker): Promise<void>;
  /** Ends those that wait for work. */
  close(): Promise<void>;
}
