import path from 'node:path';

/** The compiled worker beside this file; tests, which run the sources, map this module to one of theirs. */
export const parseWorkerFile = path.join(__dirname, 'parseWorker.js');
