// Loaded into n8n before it starts: on SIGUSR2 it collects garbage twice and writes what is left to SETTLE_FILE.
const { renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

// the option that loads this file reaches n8n's threads too
if (isMainThread) listen();

function listen() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    setImmediate(() => {
      collect();
      const file = process.env.SETTLE_FILE;
      writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
      renameSync(`${file}.part`, file);
    });
  });
}
