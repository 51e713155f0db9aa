import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { closeRuntime } from '../../../lib/runtime';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { readMonitors, webMonitor } from '../../../lib/webMonitor';
import { listSite } from '../../helpers/listSite';
import { quickDisk, stateFolder } from '../../helpers/stateFolder';
import { idsOf, listMonitor, watcher, WatchedSite } from '../../helpers/watched';

it('keeps 10,000 monitors of one file apart', async () => {
  const count = 10_000;
  const folder = stateFolder(quickDisk);
  const store = await openSqliteStore(folder.settings);
  const site = new WatchedSite();
  site.add('1', '2', '3');
  const check = watcher(site, store);
  const monitorOf = (number: number) => ({
    ...listMonitor({ url: `https://list.example/list?of=${number}` }),
    id: `monitor ${number}`,
  });
  for (let number = 0; number < count; number += 1) {
    expect(idsOf(await check({}, monitorOf(number)))).toEqual(['1', '2', '3']);
    site.requests.length = 0;
  }
  site.add('4');
  const again = [0, 4_321, count - 1];
  for (const number of again) expect(idsOf(await check({}, monitorOf(number)))).toEqual(['4']);

  const rows = await store.monitors(null, null);
  expect(rows).toHaveLength(count);
  const known = new Map(rows.map(({ key, state }) => [key.monitorId, state.knownIds]));
  expect(again.map((number) => known.get(`monitor ${number}`))).toEqual([4, 4, 4]);
  expect([...known.values()].filter((ids) => ids === 3)).toHaveLength(count - again.length);
  await store.close();
  folder.remove();
});

it('needs no more memory after 10,000 checks than after 2,000', async () => {
  const folder = stateFolder(quickDisk);
  const site = await listSite(...Array.from({ length: 40 }, (_, number) => String(1_000 + number)));
  const monitors = readMonitors({ list: { url: site.url, idPattern: '/item/(\\d+)' } });
  const check = async (number: number) => {
    site.rows = [[String(10_000 + number), `Title ${number}`], ...site.rows.slice(0, 39)];
    const [outcome] = await webMonitor.check({
      scope: 'workflow',
      database: folder.settings,
      monitors,
      monitorId: null,
      preview: false,
      delivery: 'acknowledge',
      executionId: `run-${number}`,
      fetch: { allowPrivateNetwork: true },
    });
    if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
    await webMonitor.acknowledge({
      scope: 'workflow',
      database: folder.settings,
      executionId: `run-${number}`,
      preview: false,
    });
  };
  let number = 0;
  const after = async (checks: number) => {
    while (number < checks) await check((number += 1));
    return await settledBytes();
  };
  const early = await after(2_000);
  const late = await after(10_000);
  process.stdout.write(`memory: ${mb(early)} MB after 2,000 checks, ${mb(late)} MB after 10,000\n`);
  // half a kilobyte kept of each check would show
  expect(late - early).toBeLessThan(4_000_000);
  await closeRuntime();
  await site.close();
  folder.remove();
});

/** What is held once nothing more can be freed. */
async function settledBytes(): Promise<number> {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 4; round += 1) {
    collect();
    await new Promise(setImmediate);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const mb = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
