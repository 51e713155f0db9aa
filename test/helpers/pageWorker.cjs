// The thread of lib/html/readPageSafely over the TypeScript sources.
require('./typescript.cjs');
require('../../lib/html/pageWorker.ts');
