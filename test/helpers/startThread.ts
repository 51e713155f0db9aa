import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Stands in for lib/threads/startThread: tests run the sources, not the build. */
export function startThread(): Worker {
  return new Worker(path.join(__dirname, 'thread.cjs'));
}
