import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { CheckResult } from '../../../lib/monitor/request';
import type { Store } from '../../../lib/monitor/store/store';
import { stateFolder } from '../../helpers/stateFolder';
import { idsOf, listMonitor, own, range, watcher, WatchedSite } from '../../helpers/watched';

const MINUTE = 60_000;
const key = { scope: 'workflow', monitorId: 'list' };

let folder: ReturnType<typeof stateFolder>;
let store: Store;
let site: WatchedSite;
let check: ReturnType<typeof watcher>;

beforeEach(async () => {
  folder = stateFolder();
  store = await openSqliteStore(folder.settings);
  site = new WatchedSite();
  site.pageSize = 50;
  check = watcher(site, store);
  site.add('0');
  await check();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const unconfirmed = (executionId: string) => check({ delivery: 'acknowledge', executionId });

describe('acknowledge', () => {
  it('offers a batch again, flagged and under the same id, until it is confirmed', async () => {
    site.add('1', '2');
    const first = own(await unconfirmed('a'));
    const [again, quiet] = await unconfirmed('b');
    expect(again).toMatchObject({ batchId: first.batchId, redelivered: true, offersBefore: 1, newCount: 2 });
    expect(again?.data.newEntries.map(({ id, redelivered }) => [id, redelivered])).toEqual([
      ['1', true],
      ['2', true],
    ]);
    expect(quiet).toMatchObject({ newCount: 0, batchId: null });
    await store.acknowledge({ executionId: 'b' }, '');
    expect(await unconfirmed('c')).toHaveLength(1);
  });

  it('offers to be seen what a monitor left unconfirmed that only records by now', async () => {
    site.add('1');
    await unconfirmed('a');
    site.add('2');
    const quiet = listMonitor({ alertOnNew: false });
    const results = await check({ delivery: 'acknowledge', executionId: 'b' }, quiet);
    expect(results.map((it) => [idsOf([it]), it.alertOnNew])).toEqual([
      [['1'], true],
      [[], false],
    ]);
  });

  it('keeps new entries in a batch of their own: confirming the old one confirms nothing else', async () => {
    site.add('1');
    await unconfirmed('a');
    site.add('2');
    const results = await unconfirmed('b');
    expect(results.map((it) => [idsOf([it]), it.redelivered])).toEqual([
      [['1'], true],
      [['2'], false],
    ]);
    await store.acknowledge({ executionId: 'a' }, '');
    expect(idsOf(await unconfirmed('c'))).toEqual(['2']);
  });

  it('keeps the times of the check that found the entries', async () => {
    site.add('1');
    await unconfirmed('a');
    site.now += 90 * MINUTE;
    const [again] = await unconfirmed('b');
    expect([again?.fetchedAt, again?.data.newEntries[0]?.fetchedAt]).toEqual([
      '2026-05-13T08:00:00.000Z',
      '2026-05-13T08:00:00.000Z',
    ]);
  });

  it('never ends by itself, only gets rarer, and raises an alarm', async () => {
    site.add('1');
    let offers = 0;
    for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
      offers += idsOf(await unconfirmed('x')).length;
      site.now += 5 * MINUTE;
    }
    expect(offers).toBeGreaterThan(7);
    expect(offers).toBeLessThan(15);
    expect(await store.monitors('workflow', 'list')).toMatchObject([
      { pendingEntries: 1, mostOffers: offers },
    ]);
  }, 20_000);

  it('offers it at the next check when the clock was set back by a year', async () => {
    site.add('1');
    await check({ delivery: 'acknowledge', executionId: 'a', leaseSeconds: 600 });
    site.now -= 365 * 24 * 60 * MINUTE;
    expect(idsOf(await unconfirmed('b'))).toEqual(['1']);
  });

  it('leaves a batch alone for as long as its lease says', async () => {
    site.add('1');
    await check({ delivery: 'acknowledge', executionId: 'a', leaseSeconds: 120 });
    site.now += MINUTE;
    expect(idsOf(await unconfirmed('b'))).toEqual([]);
    site.now += MINUTE;
    expect(idsOf(await unconfirmed('c'))).toEqual(['1']);
  });

  it('leaves it alone too where another worker has a clock that is a little behind', async () => {
    site.add('1');
    await check({ delivery: 'acknowledge', executionId: 'a', leaseSeconds: 120 });
    site.now -= 2000;
    expect(idsOf(await unconfirmed('b'))).toEqual([]);
    site.now += 2 * MINUTE + 2000;
    expect(idsOf(await unconfirmed('c'))).toEqual(['1']);
  });

  it('is offered by a check that came too early, or that found nothing changed', async () => {
    const hourly = listMonitor({ checkIntervalMinutes: 60 });
    site.add('1');
    await check({ delivery: 'acknowledge', skipInterval: true }, hourly);
    const results = await check({ delivery: 'acknowledge' }, hourly);
    expect(results.map(({ redelivered, skipped }) => [redelivered, skipped])).toEqual([
      [true, false],
      [false, true],
    ]);
    site.etag = '"1"';
    await check({ delivery: 'acknowledge', skipInterval: true }, hourly);
    const unchanged = await check({ delivery: 'acknowledge', skipInterval: true }, hourly);
    expect(own(unchanged).notModified).toBe(true);
  });

  it('gives a pending batch to one of two executions at once', async () => {
    site.add('1');
    await unconfirmed('a');
    const both = await Promise.all([unconfirmed('b'), unconfirmed('c')]);
    expect(both.flatMap(idsOf)).toEqual(['1']);
  });

  it('gives new entries to one of two executions at once', async () => {
    site.add('1', '2');
    const both = await Promise.all([unconfirmed('b'), unconfirmed('c')]);
    expect(both.flatMap(idsOf)).toEqual(['1', '2']);
  });
});

describe('onRead', () => {
  it('delivers once', async () => {
    site.add('1');
    expect(idsOf(await check())).toEqual(['1']);
    expect(idsOf(await check())).toEqual([]);
    expect(await store.acknowledge({ executionId: 'run' }, '')).toMatchObject({ acknowledged: [] });
  });

  it('also takes what was left pending', async () => {
    site.add('1');
    await unconfirmed('a');
    expect(idsOf(await check())).toEqual(['1']);
    expect(idsOf(await check())).toEqual([]);
  });
});

describe('a limit', () => {
  it('leaves the rest for the next checks, oldest first, and drops nothing', async () => {
    site.add(...range(1, 7));
    const results = [own(await check({ limit: 3 }))];
    expect(results[0]).toMatchObject({ newCount: 3, totalNew: 7, remaining: 4 });
    site.add('8');
    const seen = [idsOf(results)];
    for (let times = 0; times < 4; times += 1) seen.push(idsOf(await check({ limit: 3 })));
    expect(seen).toEqual([['1', '2', '3'], ['4', '5', '6'], ['7', '8'], [], []]);
  });

  it('tells at each check how many entries wait, also with the batches it offers, skipped or in a preview', async () => {
    site.add(...range(1, 7));
    const monitor = listMonitor({ checkIntervalMinutes: 60 });
    site.now += 2 * 3_600_000;
    const remaining = (results: readonly CheckResult[]) => results.map((result) => result.remaining);
    expect(remaining(await check({ limit: 2 }, monitor))).toEqual([5]);
    site.etag = 'same';
    expect(remaining(await check({ limit: 2, preview: true }, monitor))).toEqual([5]);
    const skipped = await check({ limit: 2 }, monitor);
    expect(skipped.map((result) => result.skipped)).toEqual([false, true]);
    expect(remaining(skipped)).toEqual([3, 3]);
    site.now += 2 * 3_600_000;
    site.add('8');
    expect(remaining(await check({ limit: 2 }, monitor))).toEqual([2, 2]);
    expect(remaining(await check({ limit: 1, skipInterval: true }, monitor))).toEqual([1, 1]);
    expect(remaining(await check({ limit: 1, skipInterval: true }, monitor))).toEqual([0, 0]);
  });

  it('that is taken away gives all that waits as one batch', async () => {
    site.add(...range(1, 7));
    await check({ limit: 1 });
    site.add('8', '9');
    await check({ limit: 1 });
    site.add('10');
    const results = await check({ delivery: 'acknowledge', executionId: 'a' });
    expect(results.map((result) => [result.newCount, result.redelivered, result.remaining])).toEqual([
      [7, false, 0],
      [1, false, 0],
    ]);
    expect(idsOf(results)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10']);
    const batchId = results[0]?.batchId;
    const [again] = await check({ delivery: 'acknowledge', executionId: 'b' });
    expect(again).toMatchObject({ batchId, redelivered: true, newCount: 7 });
    await store.acknowledge({ executionId: 'b' }, '');
    expect(idsOf(await check())).toEqual([]);
  });

  it('does not call a first offer a redelivery', async () => {
    site.add('1', '2');
    await check({ limit: 1 });
    const [result] = await check({ limit: 1 });
    expect(result).toMatchObject({ redelivered: false, newCount: 1 });
  });

  it('holds for pending batches too', async () => {
    site.add('1', '2');
    await check({ delivery: 'acknowledge', executionId: 'a', limit: 2 });
    site.add('3', '4');
    const results = await check({ delivery: 'acknowledge', executionId: 'b', limit: 2 });
    expect(idsOf(results)).toEqual(['1', '2']);
    await store.acknowledge({ executionId: 'b' }, '');
    expect(idsOf(await check({ delivery: 'acknowledge', executionId: 'c', limit: 2 }))).toEqual(['3', '4']);
  });
});

it('counts pending, held and reported entries for status', async () => {
  site.add('1', '2');
  await unconfirmed('a');
  expect(await store.monitors('workflow', 'list')).toMatchObject([
    { key, pendingBatches: 1, pendingEntries: 2, state: { knownIds: 3, reported: 3 } },
  ]);
});
