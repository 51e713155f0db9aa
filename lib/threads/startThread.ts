import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts the thread beside this file; tests, which run the sources, map this module to one of theirs. */
export function startThread(): Worker {
  return new Worker(join(__dirname, `thread${extname(__filename)}`));
}
