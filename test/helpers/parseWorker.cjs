// The thread of lib/monitor/parsers/parseSafely over the TypeScript sources.
require('./typescript.cjs');
require('../../lib/monitor/parsers/parseWorker.ts');
