/**
 * What a check costs by how much is known: a page of 96 rows, parsed, compared and stored, against 1,000 known ids and
 * against many more. Every id new (nothing helps: each one is looked up and written), a file opened anew each time,
 * pruning on. Ratios within one run.
 *   node test/bench/state.bench.mjs [KNOWN ...]     over the built product (dist)
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capitolPage } from '../replay/capitolPages.mjs';

const require = createRequire(import.meta.url);
const Database = require('better-sqlite3');
const { checkMonitor } = require('../../dist/lib/monitor/check.js');
const { readMonitors } = require('../../dist/lib/monitor/definitions.js');
const { parserFor } = require('../../dist/lib/monitor/parsers/index.js');
const { openSqliteStore } = require('../../dist/lib/monitor/store/sqlite/sqliteStore.js');

const ROUNDS = 21;
const AT_MOST = 2;
const NOW = '2026-02-25T16:00:00Z';
const URL_OF_LIST = 'https://www.capitoltrades.com/trades?pageSize=96';
const KEY = { scope: 'bench', monitorId: 'trades' };
const given = process.argv.slice(2).map(Number).filter(Boolean);
const [monitor] = readMonitors({ trades: { url: URL_OF_LIST, parser: 'capitol_trades', maxPages: 1 } });

const few = await world(1_000);
let failed = false;
for (const known of given.length > 0 ? given : [100_000, 1_000_000]) {
  const many = await world(known);
  const times = { few: [], many: [] };
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [name, it] of [
      ['few', few],
      ['many', many],
    ]) {
      const took = await it.check(`${known}-${round}`);
      if (round >= 0) times[name].push(took);
    }
  }
  const [a, b] = [median(times.few), median(times.many)];
  const history = median(await many.history());
  failed ||= b / a > AT_MOST;
  console.log(
    `check of 96 new rows against ${known} known ids: ${(b / a).toFixed(2)} times one against 1000 ` +
      `(at most ${AT_MOST}; ${b.toFixed(1)} ms against ${a.toFixed(1)} ms); a page of its history: ${history.toFixed(2)} ms`,
  );
  many.remove();
}
few.remove();
process.exit(failed ? 1 : 0);

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
              hex(randomblob(11)), json_object('numericId', i, 'fields', json_object('issuer', 'Example ' || i, 'size', 'x')) FROM n`,
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

async function check(settings, seed, known = null) {
  const text = capitolPage({ seed, start: NOW, now: NOW, count: 400, pageSize: 96 });
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
  const request = { scope: 'bench', preview: false, delivery: 'onRead', executionId: null };
  const tools = { http, store, parser: parserFor('capitol_trades'), now: Date.now, newId: randomUUID };
  const from = performance.now();
  await checkMonitor(monitor, request, tools);
  if (known !== null) await store.prune(KEY, { ids: known, batches: 1000 }, []);
  const took = performance.now() - from;
  await store.close();
  return took;
}

function median(times) {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}
