/**
 * What a process that goes on checking keeps in memory: heap and buffers after garbage collection, after 2,000 and after
 * 10,000 checks of a list that always has a new entry.
 *   npm run bench -- memory
 */
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { webMonitor, readMonitors } = require('../../dist/lib/webMonitor.js');
const { closeRuntime } = require('../../dist/lib/runtime.js');

const EARLY = 2_000;
const LATE = 10_000;
const ROWS = 40;
const AT_MOST = 1.1;

let published = 0;
const server = createServer((request, response) => {
  published += 1;
  const rows = Array.from({ length: ROWS }, (_, k) => ROWS + published - k).map(
    (id) => `<tr><td><a href="/item/${id}">Entry ${id}</a></td></tr>`,
  );
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>List</title><table><tr><th>Title</th></tr>${rows.join('')}</table>`);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
// the disk is not measured: 10,000 commits that wait for one take minutes
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-'));
const url = `http://127.0.0.1:${server.address().port}/`;
const request = {
  scope: 'bench',
  database: { kind: 'sqlite', n8nFolder: folder },
  monitors: readMonitors({ list: { url, idPattern: '/item/(\\d+)' } }),
  monitorId: null,
  preview: false,
  delivery: 'onRead',
  executionId: null,
  fetch: { allowPrivateNetwork: true },
};

const early = await after(EARLY);
const late = await after(LATE - EARLY);
await closeRuntime();
server.closeAllConnections();
server.close();
rmSync(folder, { recursive: true, force: true });

console.log('## Memory of many checks\n');
console.log(
  `| checks | heap and buffers (MB) | ratio (at most ${AT_MOST}) |\n| --: | --: | --: |\n| ${EARLY.toLocaleString('en')} | ${mb(early)} | 1.00 |\n| ${LATE.toLocaleString('en')} | ${mb(late)} | ${(late / early).toFixed(2)} |`,
);
process.exitCode = late / early <= AT_MOST ? 0 : 1;

/** Runs so many checks; what is in use then. */
async function after(checks) {
  for (let k = 0; k < checks; k += 1) {
    const [outcome] = await webMonitor.check(request);
    if (!outcome.ok) throw outcome.error;
  }
  globalThis.gc();
  await new Promise(setImmediate);
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function mb(bytes) {
  return (bytes / 2 ** 20).toFixed(1);
}
