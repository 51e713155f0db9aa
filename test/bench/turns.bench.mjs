/**
 * How long the event loop stands still while the state of a large monitor is opened, pruned and forgotten, while a
 * locked file is waited for, and in checks of a page of 10,000 entries that were never seen. CPU time of this thread between two turns, so that a busy machine does not count.
 *   node test/bench/turns.bench.mjs [IDS]     over the built product (dist)
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../e2e/postgres.mjs';

const require = createRequire(import.meta.url);
const Database = require('better-sqlite3');
const { createThreads } = require('../../dist/lib/threads/pool.js');
const { checkMonitor } = require('../../dist/lib/monitor/check.js');
const { readMonitors } = require('../../dist/lib/monitor/definitions.js');
const { parserFor } = require('../../dist/lib/monitor/parsers/index.js');
const { openPostgresStore } = require('../../dist/lib/monitor/store/postgres/postgresStore.js');
const { openSqliteStore } = require('../../dist/lib/monitor/store/sqlite/sqliteStore.js');

const AT_MOST_MS = 250;
const IDS = Number(process.argv[2] ?? 300_000);
const KEY = { scope: 'bench', monitorId: 'large' };
const URL = 'https://example.org/';
/** As many as one check delivers. */
const NEW_IDS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const settings = { kind: 'sqlite', n8nFolder: folder };
const path = join(folder, 'internet-tools', 'state.db');

await fill();
const store = await openSqliteStore(settings);
const rows = [
  ['opening the file, its pages checked', await longestTurn(() => store.look(KEY, ['1']))],
  ['pruning, ten steps', await longestTurn(() => store.prune(KEY, { ids: 10, batches: 0 }, []))],
  ['waiting for a lock until it is given up', await longestTurn(waitForLock)],
  ['forgetting all of it', await longestTurn(() => store.reset(KEY))],
];
// last: the code that they run is not warm yet, as in an n8n that has just started
await checkLists(store, '');
await store.close();
// this server ends with the process
const server = await startPostgres();
const { host, port, user, database } = await server.createDatabase();
const shared = openPostgresStore({ kind: 'postgres', host, port, user, database, password: 'unused' });
await checkLists(shared, ', PostgreSQL');
await shared.close();
rmSync(folder, { recursive: true, force: true });

console.log(`## The event loop beside a state of ${IDS} ids\n`);
console.log(
  `| work | longest stretch without a turn (CPU ms, at most ${AT_MOST_MS}) | turns |\n| --- | ---: | ---: |`,
);
for (const [work, { longest, turns }] of rows) console.log(`| ${work} | ${longest.toFixed(1)} | ${turns} |`);
process.exit(rows.some(([, { longest }]) => longest > AT_MOST_MS) ? 1 : 0);

async function checkLists(store, where) {
  for (const [kind, page] of Object.entries({ table: tablePage(), feed: feedPage() })) {
    const check = () => checkPage(store, kind, page);
    rows.push([`a first check of ${NEW_IDS} new ids in a ${kind}${where}`, await longestTurn(check)]);
    rows.push([`the next check of the same ${kind}${where}`, await longestTurn(check)]);
  }
}

async function longestTurn(work) {
  let [longest, turns, last] = [0, 0, cpu()];
  const measure = () => {
    longest = Math.max(longest, cpu() - last);
    last = cpu();
    turns += 1;
  };
  const timer = setInterval(measure, 0);
  let next = setImmediate(function again() {
    measure();
    next = setImmediate(again);
  });
  await work();
  clearImmediate(next);
  clearInterval(timer);
  return { longest, turns };
}

/** Of this thread: the check of a large file runs in another. */
function cpu() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function waitForLock() {
  const holder = new Database(path);
  holder.exec('BEGIN IMMEDIATE');
  await store.acknowledge({ executionId: 'nobody' }, '').catch(() => null);
  holder.close();
}

/** One monitor with so many ids, all in one batch that is done: as a first check of a very long list would leave it. */
async function fill() {
  const first = await openSqliteStore(settings);
  await checkOnce(first);
  await first.close();
  const database = new Database(path);
  database.exec('BEGIN');
  database.exec(`UPDATE monitors SET state = json_set(state, '$.knownIds', ${IDS})`);
  database.exec(`UPDATE batches SET status = 'done', size = ${IDS}`);
  database.exec('DELETE FROM batch_entries');
  database.exec('DELETE FROM entries');
  const content = JSON.stringify({
    numericId: null,
    detailUrl: null,
    publishedAt: null,
    publishedText: null,
    tradedAt: null,
    fields: { title: 'x'.repeat(300) },
  });
  const entry = database.prepare(
    `INSERT INTO entries (monitor, id, first_check, fetched_at, source, sort_time, batch, content)
     SELECT 1, ?, 1, '2026-01-01T00:00:00.000Z', 'https://example.org', ?, rowid, ? FROM batches`,
  );
  const inBatch = database.prepare(
    'INSERT INTO batch_entries (batch, position, entry) SELECT rowid, ?, ? FROM batches',
  );
  for (let n = 0; n < IDS; n += 1) {
    const { lastInsertRowid } = entry.run(
      String((n * 7919) % IDS),
      `2026-01-01T00:00:00.${String(n).padStart(9, '0')}Z`,
      content,
    );
    inBatch.run(n, lastInsertRowid);
  }
  database.exec('COMMIT');
  database.close();
}

/** A first check of one row: the monitor and its batch as they are really written. */
async function checkOnce(store) {
  const page = '<!doctype html><table><tr><td><a href="/item/1">One</a></td></tr></table>';
  await checkPage(store, KEY.monitorId, page);
}

async function checkPage(store, monitorId, page) {
  const kind = page.startsWith('<rss') ? { parser: 'feed' } : { idPattern: '/item/(\\d+)' };
  const [monitor] = readMonitors({ [monitorId]: { url: URL, ...kind } });
  const http = {
    get: () =>
      Promise.resolve({
        url: URL,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: Buffer.from(page),
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
  const parser = parserFor(monitor.parser);
  const threads = createThreads();
  await checkMonitor(monitor, request, { http, store, threads, parser, now: Date.now, newId: randomUUID });
  await threads.close();
}

function tablePage() {
  const row = (n) => `<tr><td><a href="/item/${n}">Title ${n}</a></td><td>${n} units</td></tr>`;
  return `<!doctype html><html><body><table>${numbers().map(row).join('')}</table></body></html>`;
}

function feedPage() {
  const item = (n) =>
    `<item><guid>${URL}${n}</guid><title>Title ${n}</title><description>${'Words '.repeat(20)}${n}</description>` +
    `<pubDate>${new Date(Date.UTC(2026, 0, 1) + n * 60_000).toUTCString()}</pubDate></item>`;
  return `<rss version="2.0"><channel><title>t</title>${numbers().map(item).join('')}</channel></rss>`;
}

function numbers() {
  return Array.from({ length: NEW_IDS }, (_, k) => 2 * NEW_IDS - k);
}
