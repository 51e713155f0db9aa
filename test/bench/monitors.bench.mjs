/**
 * What one monitor costs by how many others share its file: a check with two new rows, and a first check, in a
 * file of 10 monitors and in one of 10,000. Ratios within one run.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const Database = require('better-sqlite3');
const { checkMonitor } = require('../../dist/lib/monitor/check.js');
const { readMonitors } = require('../../dist/lib/monitor/definitions.js');
const { parserFor } = require('../../dist/lib/monitor/parsers/index.js');
const { openSqliteStore } = require('../../dist/lib/monitor/store/sqlite/sqliteStore.js');
const { createThreads } = require('../../dist/lib/threads/pool.js');

const MANY = 10_000;
const ROUNDS = 41;
const AT_MOST = 2;
const KEY = { scope: 'bench', monitorId: 'watched' };

const worlds = { few: await world(10), many: await world(MANY) };
const rows = [];
for (const [name, step] of [
  ['a check with two new rows', (it) => it.check('watched')],
  ['the first check of one more', (it) => it.check(randomUUID())],
]) {
  const times = { few: [], many: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    // in turns: neither is always the one that writes behind the other
    for (const [name, it] of round % 2 === 0 ? Object.entries(worlds) : Object.entries(worlds).reverse()) {
      const took = await step(it);
      if (round >= 0) times[name].push(took);
    }
  }
  rows.push([name, median(times.few), median(times.many)]);
}
await worlds.few.remove();
await worlds.many.remove();

console.log(`## One monitor among ${MANY.toLocaleString('en')} in a file\n`);
console.log(`| what | among 10 | among ${MANY.toLocaleString('en')} | ratio (at most ${AT_MOST}) |`);
console.log('| --- | --- | --- | --- |');
for (const [name, a, b] of rows)
  console.log(`| ${name} | ${a.toFixed(2)} ms | ${b.toFixed(2)} ms | ${(b / a).toFixed(2)} |`);
process.exit(rows.every(([, a, b]) => b / a <= AT_MOST) ? 0 : 1);

/** A file with so many monitors, each as a check of a page of 96 rows leaves it. */
async function world(count) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const settings = { kind: 'sqlite', n8nFolder: folder };
  let store = await openSqliteStore(settings);
  let published = 96;
  const check = async (monitorId) => {
    published += 2;
    return await checked(store, monitorId, published);
  };
  await check(KEY.monitorId);
  await store.close();
  const database = new Database(join(folder, 'internet-tools', 'state.db'));
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO monitors (num, scope, monitor_id, state)
       SELECT i, 'scope ' || (i % 100), 'monitor ' || i, json_set(state, '$.url', 'https://example.org/' || i) FROM n, monitors WHERE num = 1`,
    )
    .run(count);
  database.exec(
    `INSERT INTO entries (monitor, id, first_check, fetched_at, source, sort_time, content)
     SELECT m.num, e.id, 1, e.fetched_at, e.source, e.sort_time, NULL FROM monitors m, entries e WHERE m.num > 1 AND e.monitor = 1`,
  );
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  store = await openSqliteStore(settings);
  return {
    check,
    remove: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function checked(store, monitorId, published) {
  const url = `https://example.net/${monitorId}`;
  const [monitor] = readMonitors({ [monitorId]: { url, maxPages: 1, idPattern: '/item/(\\d+)' } });
  const body = Buffer.from(listPage(published));
  const http = {
    get: () =>
      Promise.resolve({
        url,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body,
        truncated: false,
        notModified: false,
        fetchedAtMs: Date.now(),
      }),
  };
  const request = {
    scope: KEY.scope,
    monitors: [monitor],
    preview: false,
    delivery: 'onRead',
    executionId: null,
  };
  const threads = createThreads();
  const tools = { http, threads, store, parser: parserFor('generic'), now: Date.now, newId: randomUUID };
  const from = performance.now();
  await checkMonitor(monitor, request, tools);
  return performance.now() - from;
}

/** The newest 96 of so many rows. */
function listPage(published) {
  const rows = Array.from({ length: 96 }, (_, k) => published - k).map(
    (id) => `<tr><td><a href="/item/${id}">Entry ${id}</a></td></tr>`,
  );
  return `<!doctype html><title>List</title><table><tr><th>Title</th></tr>${rows.join('')}</table>`;
}

function median(times) {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}
