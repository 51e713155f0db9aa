// The thread of lib/threads over the TypeScript sources.
require('./typescript.cjs');
require('../../lib/threads/thread.ts');
