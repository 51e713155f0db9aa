import fc from 'fast-check';
import type { Store } from '../../lib/monitor/store/store';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import { quickDisk, stateFolder } from './stateFolder';
import { idsOf, listMonitor, watcher, WatchedSite } from './watched';

/** What may happen to a watched list and to those who watch it. */
type Event =
  | { readonly kind: 'grow'; readonly count: number }
  | { readonly kind: 'late' | 'delete' | 'reorder' | 'edit' | 'fail' | 'acknowledge' | 'reopen' | 'preview' }
  /** A check whose execution is gone before it can tell anyone. */
  | { readonly kind: 'check' | 'lostCheck'; readonly limit: number | null };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 25 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('check' as const, 'lostCheck' as const),
      limit: fc.option(fc.integer({ min: 1, max: 8 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('late', 'delete', 'reorder', 'edit', 'fail', 'acknowledge', 'reopen', 'preview'),
    }),
  },
);

/**
 * Random lives of one monitor against the shortest model there is: the set of ids that were ever on a page when a check
 * succeeded, each of which must be delivered, a second time only with a flag. `runs` lives; the seed is in the failure.
 */
export async function checkAgainstModel(runs: number): Promise<void> {
  await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 25 }), live), {
    numRuns: runs,
  });
}

async function live(events: readonly Event[]): Promise<void> {
  const folder = stateFolder(quickDisk);
  let store: Store = await openSqliteStore(folder.settings);
  const site = new WatchedSite();
  site.pageSize = 40;
  site.add('100', '101', '102');
  let next = 103;
  let execution = 0;
  const told = { run: 'none' };
  const onList = new Set<string>();
  const delivered = new Map<string, number>();
  const check = async (limit: number | null, preview = false) => {
    site.now += 3_600_000;
    return await watcher(site, store)(
      { delivery: 'acknowledge', executionId: `run-${(execution += 1)}`, limit, preview },
      monitor,
    );
  };
  const deliver = async (limit: number | null) => {
    const results = await check(limit);
    told.run = `run-${execution}`;
    for (const result of results) {
      for (const { id, redelivered } of result.data.newEntries) {
        const times = delivered.get(id) ?? 0;
        if (times > 0 && !redelivered) throw new Error(`${id} came twice and was not flagged`);
        if (!onList.has(id) && !site.rows.some((row) => row.id === id))
          throw new Error(`${id} was never on the list`);
        delivered.set(id, times + 1);
      }
    }
    for (const { id } of site.rows.slice(0, site.pageSize)) onList.add(id);
  };
  try {
    for (const it of [
      ...events,
      ...Array.from({ length: 60 }, (): Event => ({ kind: 'check', limit: null })),
    ]) {
      if (it.kind === 'grow') for (let added = 0; added < it.count; added += 1) site.add(String((next += 2)));
      else if (it.kind === 'late')
        site.rows.splice(Math.min(3, site.rows.length), 0, { id: String(next - 51) + 'late', title: 'late' });
      else if (it.kind === 'delete') site.rows.splice(1, 1);
      else if (it.kind === 'reorder')
        site.rows = [...site.rows.slice(0, 20)].reverse().concat(site.rows.slice(20));
      else if (it.kind === 'edit')
        site.rows = site.rows.map((row, index) => (index === 0 ? { ...row, title: 'edited' } : row));
      else if (it.kind === 'preview') await check(null, true);
      else if (it.kind === 'reopen') {
        await store.close();
        store = await openSqliteStore(folder.settings);
      } else if (it.kind === 'acknowledge')
        await store.acknowledge({ executionId: told.run }, '').catch(() => null);
      else if (it.kind === 'check') await deliver(it.limit);
      else if (it.kind === 'lostCheck') {
        await check(it.limit);
        for (const { id } of site.rows.slice(0, site.pageSize)) onList.add(id);
      } else {
        site.failFrom = { page: 1, error: new Error('down') as never };
        await check(null).catch(() => null);
        site.failFrom = null;
      }
      site.rows = uniqueById(site.rows);
      if (
        it.kind === 'check' &&
        delivered.size >= onList.size &&
        [...onList].every((id) => delivered.has(id))
      )
        continue;
    }
    const missing = () => [...onList].some((id) => !delivered.has(id));
    for (let times = 0; times < 100 && (times < 2 || missing()); times += 1) {
      site.now += 6 * 3_600_000;
      await deliver(null);
    }
    const lost = [...onList].filter((id) => !delivered.has(id));
    if (lost.length > 0) throw new Error(`never delivered: ${lost.join(', ')}`);
    if (idsOf(await check(null, true)).length > 0) throw new Error('a list without news has news');
  } finally {
    await store.close();
    folder.remove();
  }
}

const monitor = listMonitor({ maxPages: 20 });

function uniqueById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
