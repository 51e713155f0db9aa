import path from 'node:path';

/** Stands in for lib/html/pageWorkerFile: tests run the sources, not the build. */
export const pageWorkerFile = path.join(__dirname, 'pageWorker.cjs');
