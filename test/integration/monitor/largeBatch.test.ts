import { LIMITS } from '../../../lib/limits';
import { parserFor } from '../../../lib/monitor/parsers';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../../lib/monitor/store/store';
import { quickDisk, stateFolder } from '../../helpers/stateFolder';
import { idsOf, listMonitor, own, range, watcher, WatchedSite } from '../../helpers/watched';

/** More new entries at once than one check delivers: a batch is read whole whenever it is offered. */
const MOST = LIMITS.delivery.entriesPerCheck;
const PATIENCE_MS = 120_000;

let folder: ReturnType<typeof stateFolder>;
let store: Store;
let site: WatchedSite;
let check: (executionId: string) => ReturnType<ReturnType<typeof watcher>>;
beforeEach(async () => {
  folder = stateFolder(quickDisk);
  store = await openSqliteStore(folder.settings);
  site = new WatchedSite();
  site.pageSize = 100_000;
  const watch = watcher(site, store, parserFor('generic'));
  check = (executionId) =>
    watch({ delivery: 'acknowledge', executionId }, listMonitor({ idPath: 'rows[].id' }));
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const confirmed = async (executionId: string) => {
  const results = await check(executionId);
  if (idsOf(results).length > 0) await store.acknowledge({ executionId }, '');
  return results;
};

it(
  'is delivered in parts, each entry once, oldest first, and what waits is told',
  async () => {
    const ids = range(1, MOST + 30);
    site.add(...ids);
    const first = await confirmed('a');
    expect(own(first)).toMatchObject({ newCount: MOST, totalNew: MOST + 30, remaining: 30 });
    site.add('0');
    const second = await confirmed('b');
    expect([...idsOf(first), ...idsOf(second)]).toEqual([...ids, '0']);
    expect(idsOf(await confirmed('c'))).toEqual([]);
    expect(await store.monitors('workflow', 'list')).toMatchObject([
      { pendingEntries: 0, state: { knownIds: MOST + 31, reported: MOST + 31 } },
    ]);
  },
  PATIENCE_MS,
);

it(
  'that nobody confirms is offered again in the same parts, and holds up nothing for good',
  async () => {
    site.add(...range(1, MOST + 30));
    const first = own(await check('a'));
    const again = await check('b');
    expect(again.map(({ batchId, newCount }) => [batchId, newCount])).toEqual([
      [first.batchId, MOST],
      [null, 0],
    ]);
    expect(own(again).remaining).toBe(30);
    await store.acknowledge({ executionId: 'b' }, '');
    expect(idsOf(await check('c'))).toEqual(range(MOST + 1, MOST + 30));
  },
  PATIENCE_MS,
);
