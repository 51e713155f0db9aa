import path from 'node:path';

/** Stands in for lib/monitor/parsers/parseWorkerFile: tests run the sources, not the build. */
export const parseWorkerFile = path.join(__dirname, 'parseWorker.cjs');
