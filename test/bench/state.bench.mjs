/**
 * What a check costs by how much is known: a page of 96 rows, parsed, compared and stored, against 1,000 known ids and
 * against many more. Every id new (nothing helps: each one is looked up and written), a file opened anew each time,
 * pruning on. Beside it what the store alone takes of such a check, against bare better-sqlite3 that looks up and writes the same rows in one
 * transaction of the same durability. Ratios within one run.
 *   node test/bench/state.bench.mjs [KNOWN ...]     over the built product (dist)
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capitolPage, capitolShown } from '../replay/capitolPages.mjs';

const require = createRequire(import.meta.url);
const Database = require('better-sqlite3');
const { checkMonitor } = require('../../dist/lib/monitor/check.js');
const { readMonitors } = require('../../dist/lib/monitor/definitions.js');
const { parserFor } = require('../../dist/lib/monitor/parsers/index.js');
const { openSqliteStore } = require('../../dist/lib/monitor/store/sqlite/sqliteStore.js');
const { createThreads } = require('../../dist/lib/threads/pool.js');

const ROUNDS = 21;
const AT_MOST = 2;
const NOW = '2026-02-25T16:00:00Z';
const URL_OF_LIST = 'https://www.capitoltrades.com/trades?pageSize=96';
const KEY = { scope: 'bench', monitorId: 'trades' };
const given = process.argv.slice(2).map(Number).filter(Boolean);
// one pool, as in n8n: starting a thread is not what a check costs
const threads = createThreads();
const [monitor] = readMonitors({ trades: { url: URL_OF_LIST, parser: 'capitol_trades', maxPages: 1 } });

let few = await world(1_000);
const bare = bareWorld(100_000);
const rows = [];
for (const known of given.length > 0 ? given : [100_000, 1_000_000]) {
  const many = await world(known);
  const times = { few: [], many: [], store: [], bare: [] };
  for (let round = -3; round < ROUNDS; round += 1) {
    const seed = `${known}-${round}`;
    // before it has forgotten all that it was filled with: rows of real checks stand in batches, and cost more to forget
    if (round % 8 === 5) few = await renewed(few);
    // by turns first and second: what went before warms caches for the other
    const first = round % 2 === 0 ? few : many;
    const one = await first.check(seed);
    const other = await (first === few ? many : few).check(seed);
    const [small, large] = first === few ? [one, other] : [other, one];
    const alone = bare.check(large.rows);
    if (round < 0) continue;
    times.few.push(small.took);
    times.many.push(large.took);
    times.store.push(large.inStore);
    times.bare.push(alone);
  }
  const history = median(await many.history());
  rows.push({
    known,
    history,
    ...Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)])),
  });
  many.remove();
}
few.remove();
bare.remove();
await threads.close();

console.log('## What is known\n');
console.log(
  `A check of a page of 96 rows, all of them new, with pruning; medians of ${ROUNDS} rounds in ms. The store's own part (the look before and the transaction) beside bare better-sqlite3: 96 look-ups and 96 inserts into one table of 100,000 rows, in one transaction, WAL, synchronous FULL.\n`,
);
console.log(
  `| known ids | check | against 1,000 known | ratio (at most ${AT_MOST}) | store alone | bare better-sqlite3 | ratio | a page of history |\n| --: | --: | --: | --: | --: | --: | --: | --: |`,
);
for (const row of rows)
  console.log(
    `| ${row.known.toLocaleString('en')} | ${row.many.toFixed(1)} | ${row.few.toFixed(1)} | ${(row.many / row.few).toFixed(2)} | ${row.store.toFixed(1)} | ${row.bare.toFixed(1)} | ${(row.store / row.bare).toFixed(1)} | ${row.history.toFixed(2)} |`,
  );
console.log(
  '\nThe store also keeps batches, the state of the monitor, and indexes for history and delivery, and checks all that it reads.',
);
process.exit(rows.every((row) => row.many / row.few <= AT_MOST) ? 0 : 1);

/** One table and nothing else, as the shortest program would keep it. */
function bareWorld(known) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = new Database(join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE entries (id TEXT PRIMARY KEY, fetched_at TEXT, source TEXT, content TEXT)');
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO entries SELECT CAST(50000000000 + i * 3 AS TEXT), ?, ?, json_object('issuer', 'Example ' || i) FROM n`,
    )
    .run(known, NOW, URL_OF_LIST);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const find = database.prepare('SELECT 1 FROM entries WHERE id = ?');
  const insert = database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?)');
  const write = database.transaction((entries) => {
    for (const { id, fields } of entries)
      if (find.get(id) === undefined) insert.run(id, NOW, URL_OF_LIST, JSON.stringify(fields));
  });
  let rounds = 0;
  return {
    check(trades) {
      rounds += 1;
      const fresh = trades.map(({ id, ...fields }) => ({ id: `${rounds}-${id}`, fields }));
      const from = performance.now();
      write.immediate(fresh);
      return performance.now() - from;
    },
    remove: () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A state that knows so many ids, spread as real ones are, and checks of it in a connection of their own. */
async function world(known) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const settings = { kind: 'sqlite', n8nFolder: folder };
  await check(settings, 'first');
  const database = new Database(join(folder, 'internet-tools', 'state.db'));
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO entries (monitor, id, first_check, fetched_at, source, sort_time, watched, twin, content)
       SELECT 1, CAST(50000000000 + i * 3 AS TEXT), 1, ?, ?, strftime('%Y-%m-%dT%H:%M:%S.000Z', 1500000000 + i * 60, 'unixepoch'), NULL,
              hex(randomblob(11)), json_object('numericId', CAST(i AS TEXT), 'detailUrl', NULL, 'publishedAt', NULL, 'publishedText', NULL,
                          'tradedAt', NULL, 'fields', json_object('issuer', 'Example ' || i, 'size', 'x')) FROM n`,
    )
    .run(known, NOW, URL_OF_LIST);
  database.exec(`UPDATE monitors SET state = json_set(state, '$.knownIds', ${known} + 96)`);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return {
    check: (seed) => check(settings, seed, known),
    history: async () => {
      const store = await openSqliteStore(settings);
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const from = performance.now();
        await store.history(KEY, { limit: 50, since: null, until: '2020-01-01' });
        times.push(performance.now() - from);
      }
      await store.close();
      return times;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function renewed(few) {
  few.remove();
  return world(1_000);
}

async function check(settings, seed, known = null) {
  const list = { seed, start: NOW, now: NOW, count: 400, pageSize: 96 };
  const text = capitolPage(list);
  const http = {
    get: () =>
      Promise.resolve({
        url: URL_OF_LIST,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', date: new Date(NOW).toUTCString() },
        body: Buffer.from(text),
        truncated: false,
        notModified: false,
        fetchedAtMs: Date.parse(NOW),
      }),
  };
  const store = await openSqliteStore(settings);
  // Opening checks the whole file, once per process: not what a check costs.
  await store.look(KEY, []);
  const request = {
    scope: KEY.scope,
    monitors: [monitor],
    preview: false,
    delivery: 'onRead',
    executionId: null,
  };
  const timed = withTimes(store);
  const tools = {
    http,
    threads,
    store: timed.store,
    parser: parserFor('capitol_trades'),
    now: Date.now,
    newId: randomUUID,
  };
  const from = performance.now();
  await checkMonitor(monitor, request, tools);
  if (known !== null) await store.prune(KEY, { ids: known, batches: 1000 }, []);
  const took = performance.now() - from;
  await store.close();
  return { took, inStore: timed.ms(), rows: capitolShown(list) };
}

/** The same store, and how long its look and its transaction took. */
function withTimes(store) {
  let ms = 0;
  const timed =
    (name) =>
    async (...args) => {
      const from = performance.now();
      const answer = await store[name](...args);
      ms += performance.now() - from;
      return answer;
    };
  return { store: { ...store, look: timed('look'), check: timed('check') }, ms: () => ms };
}

function median(times) {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}
