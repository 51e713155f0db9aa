import { ToolError } from '../../../lib/errors';
import { readMonitors } from '../../../lib/monitor/definitions';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { takeBack } from '../../../lib/monitor/operations/takeBack';
import type { Entry } from '../../../lib/monitor/entry';
import type { Parser } from '../../../lib/monitor/parsers/parser';
import type { CheckRequest, CheckResult } from '../../../lib/monitor/request';
import type { Store } from '../../../lib/monitor/store/store';
import { stateFolder } from '../../helpers/stateFolder';
import { idsOf, listMonitor, listParser, own, range, watcher, WatchedSite } from '../../helpers/watched';

const HOUR = 3_600_000;
const key = { scope: 'workflow', monitorId: 'list' };

let folder: ReturnType<typeof stateFolder>;
let store: Store;
let site: WatchedSite;
let check: ReturnType<typeof watcher>;

beforeEach(async () => {
  folder = stateFolder();
  store = await openSqliteStore(folder.settings);
  site = new WatchedSite();
  check = watcher(site, store);
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const known = async (ids: readonly string[]) => [...(await store.look(key, ids)).known.keys()];

describe('the first check', () => {
  beforeEach(() => {
    site.add(...range(1, 5));
  });

  it('reports everything, oldest first, and says that it is the first', async () => {
    const results = await check();
    expect(idsOf(results)).toEqual(['1', '2', '3', '4', '5']);
    expect(own(results)).toMatchObject({
      firstCheck: true,
      newCount: 5,
      totalNew: 5,
      gap: null,
      preview: false,
      skipped: false,
    });
    expect(own(await check())).toMatchObject({ firstCheck: false, newCount: 0, batchId: null });
  });

  it('reports the newest few where that is asked for, and knows the rest', async () => {
    const monitor = listMonitor({ firstCheck: 'newest', firstCheckCount: 2 });
    expect(idsOf(await check({}, monitor))).toEqual(['4', '5']);
    expect(idsOf(await check({}, monitor))).toEqual([]);
  });

  it('can be a baseline: nothing is reported, everything is known', async () => {
    const monitor = listMonitor({ firstCheck: 'baseline' });
    expect(own(await check({}, monitor))).toMatchObject({ firstCheck: true, newCount: 0, batchId: null });
    site.add('6');
    expect(idsOf(await check({}, monitor))).toEqual(['6']);
  });

  it('reads one page only', async () => {
    site.add(...range(6, 40));
    expect(idsOf(await check())).toHaveLength(10);
    expect(site.requests).toHaveLength(1);
  });
});

describe('what is new', () => {
  it('is what was never seen: known up to X, the page shows X-1 to X+2', async () => {
    site.add('101', '102');
    await check();
    site.rows = [];
    site.add('101', '102', '103', '104');
    expect(idsOf(await check())).toEqual(['103', '104']);
  });

  it('is also a lower id that was never seen', async () => {
    site.add('500', '600');
    await check();
    site.rows = [{ id: '600' }, { id: '550' }, { id: '500' }];
    expect(idsOf(await check())).toEqual(['550']);
  });

  it('tells ids apart that are one number to a computer', async () => {
    site.add('9007199254740992', 'x');
    await check();
    site.add('9007199254740993');
    expect(idsOf(await check())).toEqual(['9007199254740993']);
  });

  it('is not what only moved', async () => {
    site.add(...range(1, 6));
    await check();
    site.rows = [...site.rows].reverse();
    expect(idsOf(await check())).toEqual([]);
  });

  it('comes oldest first by its time, then by id', async () => {
    site.add('a');
    await check();
    site.rows = [
      { id: '9', at: '2026-05-12' },
      { id: '10', at: '2026-05-13' },
      { id: '7', at: '2026-05-12' },
      { id: 'a' },
    ];
    expect(idsOf(await check())).toEqual(['7', '9', '10']);
  });

  it('is recorded without being reported where the monitor does not alert', async () => {
    const quiet = listMonitor({ alertOnNew: false });
    site.add('1', '2');
    expect(own(await check({}, quiet))).toMatchObject({ newCount: 0, batchId: null, alertOnNew: false });
    expect(await known(['1', '2'])).toEqual(['1', '2']);
    expect(idsOf(await check())).toEqual([]);
  });

  it('by the highest id leaves out what is older than the monitor, and no late id', async () => {
    const monitor = listMonitor({ strategy: 'maxId' });
    site.add('50', '60');
    await check({}, monitor);
    site.rows = [{ id: '60' }, { id: '55' }, { id: '50' }, { id: '49' }];
    expect(idsOf(await check({}, monitor))).toEqual(['55']);
  });

  it('by the highest id is not hidden by one absurd id', async () => {
    const monitor = listMonitor({ strategy: 'maxId' });
    site.add('50', '999');
    await check({}, monitor);
    site.add('60', '61');
    expect(idsOf(await check({}, monitor))).toEqual(['60', '61']);
  });

  it('keeps ids alone where no history is wanted, and still delivers what is pending', async () => {
    const bare = listMonitor({ storeHistory: false });
    site.add('1', '2');
    await check({ delivery: 'acknowledge', executionId: 'a' }, bare);
    const again = await check({ delivery: 'acknowledge', executionId: 'b' }, bare);
    expect(again[0]?.data.newEntries[0]?.fields['title']).toBe('Entry 1');
    await store.acknowledge({ executionId: 'b' }, '');
    const { rows } = await store.history(key, { limit: 9, since: null, until: null });
    expect(rows.map(({ entry }) => entry)).toEqual([null, null]);
    expect(idsOf(await check({}, bare))).toEqual([]);
  });
});

describe('a gap', () => {
  beforeEach(async () => {
    site.add(...range(1, 10));
    await check();
  });

  it('is closed by reading on until something is known', async () => {
    site.add(...range(11, 45));
    const results = await check();
    expect(idsOf(results)).toEqual(range(11, 45));
    expect(own(results)).toMatchObject({ gap: null, pagesRead: 4 });
  });

  it("is read from the monitor's own host alone, on every page", async () => {
    site.add(...range(11, 45));
    const results = await check();
    expect(own(results).pagesRead).toBe(4);
    for (const { allowedDomains, exactHosts } of site.requests)
      expect([allowedDomains, exactHosts]).toEqual([['list.example'], true]);
  });

  it('that the allowed pages do not close is reported, with all that was read', async () => {
    site.add(...range(11, 90));
    const results = await check({}, listMonitor({ maxPages: 3 }));
    expect(idsOf(results)).toEqual(range(61, 90));
    expect(own(results).gap).toMatchObject({ suspected: true, reason: 'maxPages', pagesRead: 3 });
    expect(own(results).warnings?.join(' ')).toContain('No known entry was reached');
  });

  it('is read past a pinned entry, which proves nothing about what lies below', async () => {
    site.add(...range(11, 30));
    site.rows = [{ id: '5' }, ...site.rows.filter(({ id }) => id !== '5')];
    expect(idsOf(await check())).toEqual(range(11, 30));
  });

  it('is not seen in a page that lost one row to a deletion', async () => {
    site.rows = site.rows.filter(({ id }) => id !== '6');
    site.rows.push({ id: '0' }, ...range(900, 950).map((id) => ({ id })));
    const results = await check();
    expect(site.requests).toHaveLength(2);
    expect(idsOf(results)).toEqual(['0']);
  });

  it('reads each row once while the list moves under it', async () => {
    site.add(...range(11, 30));
    site.before = ({ url }) => {
      if (url.includes('page=2')) site.add('31', '32', '33');
    };
    expect(idsOf(await check())).toEqual(range(11, 30));
    site.before = null;
    expect(idsOf(await check())).toEqual(['31', '32', '33']);
  });

  it('is of pages that are named by their address where reading one takes too long', async () => {
    const parse = () => {
      throw new ToolError('TIMEOUT', 'It took too long.');
    };
    const slow = watcher(site, store, { ...listParser, parse });
    await expect(slow()).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'It took too long.',
      url: listMonitor().url,
    });
  });

  it('whose pages cannot be read fails the check, and the next one finds everything', async () => {
    site.add(...range(11, 35));
    site.failFrom = { page: 2, error: new ToolError('NETWORK', 'gone') };
    await expect(check()).rejects.toMatchObject({ code: 'NETWORK' });
    site.failFrom = null;
    expect(idsOf(await check())).toEqual(range(11, 35));
  });

  it('ends where the site says that the list is over', async () => {
    site.rows = [...range(11, 25)].reverse().map((id) => ({ id, at: '2026-05-14' }));
    site.failFrom = { page: 2, error: new ToolError('HTTP_STATUS', 'over', { status: 503 }) };
    const results = await check();
    expect(own(results)).toMatchObject({ newCount: 10, gap: { reason: 'endOfList' } });
  });

  it('stays in the state for a day, whatever later checks find', async () => {
    site.add(...range(11, 90));
    const three = listMonitor({ maxPages: 3 });
    await check({}, three);
    const kept = async () => {
      const { state } = await store.look(key, []);
      return [state?.gap?.reason ?? null, state?.gapAt ?? null];
    };
    const found = ['maxPages', new Date(site.now).toISOString()];
    expect(await kept()).toEqual(found);
    site.now += 23 * HOUR;
    expect(own(await check({}, three)).gap).toBeNull();
    expect(await kept()).toEqual(found);
    site.now += 2 * HOUR;
    await check({}, three);
    expect(await kept()).toEqual([null, null]);
  });

  it('where a status says that the list ends is closed by the next check if that was an outage', async () => {
    site.add(...range(11, 35));
    site.failFrom = { page: 2, error: new ToolError('HTTP_STATUS', 'outage', { status: 503 }) };
    const first = await check();
    expect(idsOf(first)).toEqual(range(26, 35));
    expect(own(first).gap).toMatchObject({ reason: 'endOfList' });
    site.failFrom = null;
    const second = await check();
    expect(idsOf(second)).toEqual(range(11, 25));
    expect(own(second).gap).toBeNull();
  });

  it('where a status says twice running that the list ends is not looked for again', async () => {
    site.add(...range(11, 35));
    site.failFrom = { page: 2, error: new ToolError('HTTP_STATUS', 'over', { status: 503 }) };
    await check();
    expect(own(await check()).gap).toMatchObject({ reason: 'endOfList' });
    const before = site.requests.length;
    expect(own(await check()).gap).toBeNull();
    expect(site.requests).toHaveLength(before + 1);
  });

  it('is not hidden by a pinned entry above a status that says that the list ends', async () => {
    site.add(...range(11, 35));
    site.rows = [{ id: '5' }, ...site.rows.filter(({ id }) => id !== '5')];
    site.failFrom = { page: 2, error: new ToolError('HTTP_STATUS', 'outage', { status: 503 }) };
    expect(own(await check()).gap).toMatchObject({ reason: 'endOfList' });
    site.failFrom = null;
    expect(idsOf(await check())).toEqual(range(11, 26));
  });

  it('is not hidden by a pinned entry on the last page allowed', async () => {
    site.add(...range(11, 60));
    site.rows = [{ id: '5' }, ...site.rows.filter(({ id }) => id !== '5')];
    expect(own(await check({}, listMonitor({ maxPages: 1 }))).gap).toMatchObject({ reason: 'maxPages' });
  });

  it('is not hidden by a pinned entry where the list has no further page', async () => {
    site.rows = ['pinned', ...range(11, 19)].map((id) => ({ id }));
    await check();
    site.rows = ['pinned', ...range(21, 29)].map((id) => ({ id }));
    expect(own(await check()).gap).toMatchObject({ reason: 'endOfList' });
    site.rows = ['pinned', ...range(26, 34)].map((id) => ({ id }));
    expect(own(await check()).gap).toBeNull();
  });

  it('is not seen in a list whose new entries stand at its end', async () => {
    site.pageSize = 50;
    site.rows = range(1, 10).map((id) => ({ id }));
    await check();
    site.rows = range(10, 19).map((id) => ({ id }));
    expect(own(await check())).toMatchObject({ newCount: 9, gap: null });
    site.rows = range(10, 50).map((id) => ({ id }));
    expect(own(await check())).toMatchObject({ newCount: 31, gap: null });
  });

  it('is not hidden by a pinned entry when the time is over', async () => {
    site.add(...range(11, 60));
    site.rows = [{ id: '5' }, ...site.rows.filter(({ id }) => id !== '5')];
    site.before = () => {
      site.now += 200_000;
    };
    const nine = listMonitor({ maxPages: 9 });
    expect(own(await check({}, nine)).gap).toMatchObject({ reason: 'deadline' });
    site.before = null;
    expect(idsOf(await check({}, nine))).toEqual(range(11, 51));
  });

  it('that the time did not allow to close is closed by the next check', async () => {
    site.add(...range(11, 60));
    site.before = () => {
      site.now += 50_000;
    };
    const first = await check({}, listMonitor({ maxPages: 9 }));
    expect(own(first).gap).toMatchObject({ reason: 'deadline' });
    site.before = null;
    const second = await check({}, listMonitor({ maxPages: 9 }));
    expect([...idsOf(second), ...idsOf(first)]).toEqual(range(11, 60));
    expect(own(second).gap).toBeNull();
    expect((await store.look(key, [])).state?.gap).toBeNull();
  });

  it('that another check leaves open meanwhile is closed by none that did not read it', async () => {
    site.add(...range(11, 60));
    const nine = listMonitor({ maxPages: 9 });
    const slow = new WatchedSite();
    slow.rows = site.rows;
    slow.before = () => {
      slow.now += 50_000;
    };
    let others: readonly CheckResult[] = [];
    site.before = async () => {
      site.before = null;
      others = await watcher(slow, store)({}, nine);
    };
    const meanwhile = await check({}, nine);
    expect((await store.look(key, [])).state?.gap).toMatchObject({ reason: 'deadline' });
    const last = await check({}, nine);
    expect([others, meanwhile, last].flatMap(idsOf).sort()).toEqual(range(11, 60));
  });

  it('is left open by a page that was given up because the time was over, and closed by the next check', async () => {
    site.add(...range(11, 60));
    site.before = ({ url }) => {
      site.now += 50_000;
      if (url.endsWith('page=3')) throw new ToolError('TIMEOUT', 'longer than what was left');
    };
    const nine = listMonitor({ maxPages: 9 });
    const first = await check({}, nine);
    expect(idsOf(first)).toEqual(range(41, 60));
    expect(own(first).gap).toMatchObject({ reason: 'deadline' });
    site.before = null;
    expect(idsOf(await check({}, nine))).toEqual(range(11, 40));
  });
});

describe('other ids for the same entries', () => {
  const titled = (prefix: string, from: number, to: number) =>
    [...range(from, to)]
      .reverse()
      .map((n) => ({ id: prefix + n, title: `Record ${n}`, at: `2026-05-${n.padStart(2, '0')}` }));

  it('are not reported again, and what is really new is', async () => {
    site.rows = titled('old-', 1, 8);
    await check();
    site.rows = titled('new-', 1, 9);
    const results = await check();
    expect(idsOf(results)).toEqual(['new-9']);
    expect(own(results).gap).toMatchObject({ idSchemeChanged: true, held: 0 });
    site.rows = titled('new-', 1, 10);
    expect(idsOf(await check())).toEqual(['new-10']);
  });

  it('that cannot be recognised are held back and can be had', async () => {
    site.rows = range(1, 8).map((id) => ({ id }));
    await check();
    site.rows = range(1, 8).map((id) => ({ id: `entry-${id}` }));
    const result = own(await check());
    expect(result).toMatchObject({ newCount: 0, gap: { idSchemeChanged: true, held: 8 } });
    site.rows = [{ id: 'entry-9' }, ...site.rows];
    expect(idsOf(await check())).toEqual(['entry-9']);
    const batch = await store.redeliver(key, result.gap?.heldBatchId ?? '', {
      executionId: null,
      at: '',
      leaseUntil: null,
      done: true,
    });
    expect(batch.entries).toHaveLength(8);
  });

  it('are held back where their contents repeat, since nothing tells an old one from a new one', async () => {
    const log = (from: number, to: number) =>
      [...range(from, to)].reverse().map((id) => ({ id, title: 'backup OK', at: '2026-05-13' }));
    site.rows = log(1, 8);
    await check();
    site.rows = log(9, 16);
    const result = own(await check());
    expect(result).toMatchObject({ newCount: 0, gap: { idSchemeChanged: true, held: 8 } });
    expect(result.warnings?.join(' ')).toContain(result.gap?.heldBatchId ?? 'no batch');
  });

  it('are no such thing when so much happened that everything known has left', async () => {
    site.rows = titled('', 1, 8);
    await check();
    site.rows = titled('', 11, 18);
    const results = await check();
    expect(idsOf(results)).toEqual(range(11, 18));
    expect(own(results).gap).toMatchObject({ suspected: true, idSchemeChanged: false });
  });
});

describe('a definition that changes', () => {
  it('counts as a first check again where nothing on the page is known', async () => {
    site.add('1', '2');
    await check();
    site.rows = [];
    site.add('x', 'y');
    const results = await check(
      {},
      listMonitor({ url: 'https://list.example/other', firstCheck: 'baseline' }),
    );
    expect(own(results)).toMatchObject({ firstCheck: true, newCount: 0 });
    expect(own(results).warnings?.join(' ')).toContain('counts as a first check');
  });

  it('goes on where the entries are the same', async () => {
    site.add('1', '2');
    await check();
    site.add('3');
    const results = await check({}, listMonitor({ url: 'https://list.example/list?sort=new' }));
    expect([idsOf(results), own(results).firstCheck]).toEqual([['3'], false]);
  });

  it('says so where another list uses the ids of the first, which are known', async () => {
    const other = listMonitor({ url: 'https://list.example/other' });
    site.rows = [{ id: '2', title: 'Two of one list', at: '2026-05-12' }];
    await check();
    site.rows = [
      { id: '3', title: 'Three of the other', at: '2026-05-12' },
      { id: '2', title: 'Its second', at: '2026-05-12' },
    ];
    const results = await check({}, other);
    expect(idsOf(results)).toEqual(['3']);
    expect(own(results).warnings?.join(' ')).toContain('1 entries there have known ids and are not reported');
    expect(own(await check({}, other)).warnings).toBeUndefined();
  });

  it('says nothing of known ids where the entries are the same at another address', async () => {
    site.rows = [{ id: '2', title: 'Second', at: '2026-05-12' }];
    await check();
    const results = await check({}, listMonitor({ url: 'https://list.example/list?sort=new' }));
    expect(own(results).warnings).toBeUndefined();
  });

  it('is refused where another node watches something else under the same id', async () => {
    site.add('1');
    await check({ nodeId: 'one' });
    const second = check({ nodeId: 'two' }, listMonitor({ url: 'https://list.example/other' }));
    await expect(second).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await check({ nodeId: 'one' }, listMonitor({ url: 'https://list.example/other' }));
  });
});

it('says once that the page of a renamed or copied monitor is known already', async () => {
  site.add('1', '2');
  await check();
  const [renamed] = readMonitors({ renamed: { url: 'https://list.example/list' } });
  const first = own(await check({}, renamed));
  expect(first.warnings?.join(' ')).toContain('known as monitor "list" of the scope "workflow" (2 ids)');
  expect(own(await check({}, renamed)).warnings).toBeUndefined();
  expect(own(await check({ scope: 'copy' })).warnings?.join(' ')).toContain('Adopt');
});

it('refuses a limit that delivers nothing', async () => {
  await expect(check({ limit: 0 })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
});

describe('failures', () => {
  it('are counted and classed, and what is known stays as it was', async () => {
    site.add('1', '2');
    await check();
    const before = await store.history(key, { limit: 9, since: null, until: null });
    for (const code of [
      'BLOCKED',
      'RATE_LIMITED',
      'NOT_FOUND',
      'TIMEOUT',
      'RESPONSE_TOO_LARGE',
      'NETWORK',
    ] as const) {
      site.failure = new ToolError(code, `It is ${code}.`);
      await expect(check()).rejects.toMatchObject({ code });
    }
    const { state } = await store.look(key, []);
    expect(state).toMatchObject({
      failureStreak: 6,
      lastResult: 'NETWORK',
      lastError: 'It is NETWORK.',
      knownIds: 2,
    });
    expect(state?.failures).toMatchObject({ BLOCKED: 1, NETWORK: 1 });
    expect(await store.history(key, { limit: 9, since: null, until: null })).toEqual(before);
    site.failure = null;
    site.add('3');
    expect(idsOf(await check())).toEqual(['3']);
    expect((await store.look(key, [])).state).toMatchObject({
      failureStreak: 0,
      failingSince: null,
      lastResult: 'ok',
    });
  });

  it('before the first success leave it the first check', async () => {
    site.failure = new ToolError('NETWORK', 'down');
    await expect(check()).rejects.toMatchObject({ code: 'NETWORK' });
    site.failure = null;
    site.add('1');
    expect(own(await check())).toMatchObject({ firstCheck: true, newCount: 1 });
  });

  it('of an empty page where entries were: PAGE_CHANGED, and nothing is forgotten', async () => {
    site.add('1', '2');
    await check();
    const rows = site.rows;
    site.rows = [];
    await expect(check()).rejects.toMatchObject({ code: 'PAGE_CHANGED' });
    site.rows = [{ id: '3' }, ...rows];
    expect(idsOf(await check())).toEqual(['3']);
  });

  it('are none where a list may be empty', async () => {
    const monitor = listMonitor({ allowEmpty: true });
    site.add('1');
    await check({}, monitor);
    site.rows = [];
    for (const _ of [1, 2])
      expect(own(await check({}, monitor))).toMatchObject({ newCount: 0, entriesOnPage: 0, gap: null });
    site.add('1', '2');
    const refilled = await check({}, monitor);
    expect(idsOf(refilled)).toEqual(['2']);
    expect(own(refilled).gap).toBeNull();
    site.rows = [];
    await check({}, monitor);
    site.add('3', '4');
    const anew = await check({}, monitor);
    expect([idsOf(anew), own(anew).gap]).toEqual([['3', '4'], null]);
  });

  it('are no start: the first check of such a list is refused, so that the next one is the first', async () => {
    await expect(check()).rejects.toMatchObject({ code: 'PAGE_CHANGED' });
    site.add('1');
    expect(own(await check())).toMatchObject({ firstCheck: true, newCount: 1 });
  });

  it('of a parser become a ToolError', async () => {
    const broken = watcher(site, store, {
      ...listParser,
      parse: () => {
        throw new RangeError('stack');
      },
    });
    await expect(broken()).rejects.toMatchObject({ name: 'ToolError', code: 'UNEXPECTED_CONTENT' });
  });
});

describe('a list in the order of time that shows entries late', () => {
  const late: typeof listParser = { ...listParser, lateMs: 5 * 60_000 };
  const at = (time: string, second = 0) =>
    new Date(Date.parse(`2026-05-13T${time}Z`) + second * 1000).toISOString();
  /** Thirty rows, ten seconds apart, the newest first. */
  const rowsBefore = (time: string, name: string) =>
    Array.from({ length: 30 }, (_, k) => ({ id: `${name}${k}`, at: at(time, -10 * (k + 1)) }));
  const old = rowsBefore('08:00:00', 'old');

  beforeEach(async () => {
    site.rows = [...old];
    await watcher(site, store, late)();
  });

  /** A check that sees thirty rows, then one with a row on top of them and another far below the top. */
  async function lateRow(monitor = listMonitor()): Promise<CheckResult> {
    const news = rowsBefore('09:00:00', 'new');
    site.rows = [...news, ...old];
    site.now = Date.parse(at('09:00:00'));
    await watcher(site, store, late)({}, monitor);
    site.rows = [
      { id: 'top', at: at('09:04:00') },
      ...news.slice(0, 23),
      { id: 'late', at: at('08:56:05') },
      ...news.slice(23),
      ...old,
    ];
    site.now = Date.parse(at('09:05:00'));
    site.requests.splice(0);
    return own(await watcher(site, store, late)({}, monitor));
  }

  it('is read back beyond the known entries, as far as one may have come late', async () => {
    const { data, gap } = await lateRow();
    expect(data.newEntries.map(({ id }) => id)).toEqual(['late', 'top']);
    expect([gap, site.requests.length]).toEqual([null, 4]);
  });

  it('is read back also where the clock was a year ahead at the first check', async () => {
    await store.reset(key);
    site.now = Date.parse('2027-05-13T08:00:00Z');
    await watcher(site, store, late)();
    expect((await lateRow()).data.newEntries.map(({ id }) => id)).toEqual(['late', 'top']);
  });

  it('has no gap where that ends at the most pages', async () => {
    const { gap, warnings, newCount } = await lateRow(listMonitor({ maxPages: 3 }));
    expect([gap, warnings, newCount, site.requests.length]).toEqual([null, undefined, 2, 3]);
  });

  it('is not read back behind the first check: what was there is not new', async () => {
    site.rows = [{ id: 'top', at: at('08:00:30') }, ...old];
    site.now = Date.parse(at('08:01:00'));
    site.requests.splice(0);
    expect(idsOf(await watcher(site, store, late)())).toEqual(['top']);
    expect(site.requests).toHaveLength(1);
  });
});

describe('a key in the address of a monitor', () => {
  const monitor = listMonitor({ url: 'https://list.example/all?token=hush-hush-7' });

  it('is in no error and no state, although the page echoes it', async () => {
    site.failure = new ToolError('HTTP_STATUS', 'list.example answered 403: no access for hush-hush-7.', {
      status: 403,
      url: 'https://list.example/hush-hush-7',
    });
    const error = await check({}, monitor).catch((thrown: unknown) => thrown as ToolError);
    expect(error).toMatchObject({
      code: 'HTTP_STATUS',
      status: 403,
      message: 'list.example answered 403: no access for ***.',
      url: 'https://list.example/***',
    });
    expect((await store.look(key, [])).state?.lastError).toBe(
      'list.example answered 403: no access for ***.',
    );
  });

  it('is in no warning, and goes to the client as a secret', async () => {
    const parse: typeof listParser.parse = (page, of) => ({
      ...listParser.parse(page, of),
      warnings: ['The row of hush-hush-7 was left out.'],
    });
    site.add('1');
    const results = await watcher(site, store, { ...listParser, parse })({}, monitor);
    expect(own(results).warnings).toEqual(['The row of *** was left out.']);
    expect(site.requests[0]?.secrets).toEqual(['hush-hush-7']);
  });
});

describe('times in the future of the request', () => {
  const future = '2026-06-01T00:00:00Z';
  const said = (results: Awaited<ReturnType<typeof check>>) =>
    results.flatMap(({ warnings = [] }) => warnings);

  it('are told once, with their number and an example', async () => {
    site.add('1');
    await check();
    site.rows.unshift(
      { id: '4', at: future },
      { id: '3', at: future },
      { id: '2', at: '2026-05-13T07:00:00Z' },
    );
    const results = await check({ delivery: 'acknowledge', executionId: 'a' });
    expect(own(results).data.newEntries.map(({ id, dataAsOf }) => [id, dataAsOf])).toEqual([
      ['2', '2026-05-13T07:00:00Z'],
      ['3', null],
      ['4', null],
    ]);
    expect(said(results)).toEqual([
      '2 entries are dated later than the time of the request, 3 for one (2026-06-01T00:00:00Z): those times were not used.',
    ]);
    const [again, quiet] = await check({ delivery: 'acknowledge', executionId: 'b' });
    expect([again?.redelivered, again?.warnings?.length, quiet?.warnings]).toEqual([true, 1, undefined]);
  });

  it('are told of a long id in short, and without a key in it', async () => {
    site.add('1');
    await check();
    site.rows.unshift({ id: `https://list.example/?token=hushhush&page=${'9'.repeat(400)}`, at: future });
    const [warning = ''] = said(await check());
    expect(warning).toMatch(/^The entry https:\/\/list.example/);
    expect(warning).not.toContain('hushhush');
    expect(warning.length).toBeLessThan(300);
  });

  it.each(['', 'x'])('are told of a long id without half a character (after "%s")', async (start) => {
    site.add('1');
    await check();
    site.rows.unshift({ id: start + '\u{1f600}'.repeat(100), at: future });
    const [warning = ''] = said(await check());
    expect(warning).toMatch(/^The entry x?\u{1f600}{49}… is dated/u);
    expect(warning.isWellFormed()).toBe(true);
  });
});

describe('a delivery that is taken back', () => {
  it('is offered again with every field that it had', async () => {
    const toTheMinute: Parser = {
      ...listParser,
      parse: (page, monitor) => {
        const read = listParser.parse(page, monitor);
        return { ...read, entries: read.entries.map((it) => ({ ...it, publishedPrecision: 'minute' })) };
      },
    };
    const bare = listMonitor({ storeHistory: false, reportEdits: ['title'] });
    const checkBare = watcher(site, store, toTheMinute);
    site.add({ id: '1', at: '2026-05-13T07:00:00Z', title: 'first' });
    await checkBare({}, bare);
    site.rows = [];
    site.add({ id: '1', at: '2026-05-13T07:00:00Z', title: 'edited' }, { id: '2', title: 'new' });
    const results = await checkBare({}, bare);
    const outcomes = results.map((result) => ({ monitorId: 'list', ok: true as const, result }));
    const request: CheckRequest = {
      scope: 'workflow',
      database: { kind: 'sqlite' },
      monitors: [bare],
      monitorId: null,
      preview: false,
      delivery: 'onRead',
      executionId: 'run',
    };
    await takeBack(request, outcomes, { store, now: () => site.now, newId: () => 'none' });
    const [again] = await checkBare({}, bare);
    const delivered = own(results).data.newEntries;
    expect(delivered.map(({ id, publishedPrecision }) => [id, publishedPrecision])).toEqual([
      ['1', 'minute'],
      ['2', 'minute'],
    ]);
    expect(again?.data.newEntries).toEqual(delivered.map((it) => ({ ...it, redelivered: true })));
  });
});

describe('conditional requests', () => {
  beforeEach(async () => {
    site.etag = '"1"';
    site.add('1');
    await check();
  });

  it('carry the validators of the last answer, and an unchanged list is nothing new', async () => {
    const results = await check();
    expect(site.requests[1]?.validators).toEqual({ etag: '"1"', lastModified: null });
    expect(own(results)).toMatchObject({
      notModified: true,
      newCount: 0,
      fetchedAt: '2026-05-13T08:00:00.000Z',
    });
  });

  it('are left out after a change of the definition', async () => {
    await check({}, listMonitor({ reportEdits: ['title'] }));
    expect(site.requests[1]?.validators).toBeUndefined();
  });

  it('are left out now and then, since a site may lie', async () => {
    site.add('2');
    const found: string[] = [];
    for (let times = 0; times < 8; times += 1) found.push(...idsOf(await check()));
    expect(found).toEqual(['2']);
  });
});

describe('the interval', () => {
  const hourly = listMonitor({ checkIntervalMinutes: 60 });
  beforeEach(async () => {
    site.add('1');
    await check({}, hourly);
    site.add('2');
  });

  it('makes no request before it is over, and answers from what is stored', async () => {
    site.now += HOUR / 2;
    expect(own(await check({}, hourly))).toMatchObject({
      skipped: true,
      newCount: 0,
      fetchedAt: '2026-05-13T08:00:00.000Z',
    });
    expect(site.requests).toHaveLength(1);
  });

  it('lets a check come a minute early', async () => {
    site.now += HOUR - 60_000;
    expect(idsOf(await check({}, hourly))).toEqual(['2']);
  });

  it('does not hold back a run by hand, a check that ignores it, or an edited definition', async () => {
    expect(idsOf(await check({ preview: true }, hourly))).toEqual(['2']);
    expect(idsOf(await check({ skipInterval: true }, hourly))).toEqual(['2']);
    await check({}, listMonitor({ checkIntervalMinutes: 60, reportEdits: ['title'] }));
    expect(site.requests).toHaveLength(4);
  });

  it('is over when the clock was set back', async () => {
    site.now -= 365 * 24 * HOUR;
    expect(idsOf(await check({}, hourly))).toEqual(['2']);
  });
});

describe('a preview', () => {
  it('shows the newest of what would be new and stores nothing', async () => {
    site.pageSize = 20;
    site.add(...range(1, 12));
    const result = own(await check({ preview: true }));
    expect(result).toMatchObject({
      preview: true,
      newCount: 10,
      totalNew: 12,
      batchId: null,
      firstCheck: true,
    });
    expect(idsOf([result])).toEqual(range(3, 12));
    expect((await store.look(key, ['12'])).state).toBeNull();
    expect(idsOf(await check({ preview: true, previewCount: 2 }))).toEqual(['11', '12']);
    expect(idsOf(await check())).toHaveLength(12);
  });

  it('counts no failure', async () => {
    site.failure = new ToolError('NETWORK', 'down');
    await expect(check({ preview: true })).rejects.toMatchObject({ code: 'NETWORK' });
    expect((await store.look(key, [])).state).toBeNull();
  });
});

it('says when rows without an id appear or become more, and not at every check', async () => {
  let rowsWithoutId = 0;
  const parse: typeof listParser.parse = (page, of) => ({ ...listParser.parse(page, of), rowsWithoutId });
  const odd = watcher(site, store, { ...listParser, parse });
  const warned = async (rows: number) => {
    rowsWithoutId = rows;
    return (own(await odd()).warnings ?? []).length;
  };
  site.add('1');
  expect([await warned(0), await warned(2), await warned(2), await warned(1), await warned(3)]).toEqual([
    0, 1, 0, 0, 1,
  ]);
});

describe('edits', () => {
  const monitor = listMonitor({ reportEdits: ['title'] });

  it('are reported with before and after where they are asked for, once', async () => {
    site.rows = [{ id: '1', title: 'Old' }];
    await check({}, monitor);
    site.rows = [{ id: '1', title: 'New' }];
    const [entry] = own(await check({}, monitor)).data.newEntries;
    expect(entry).toMatchObject({ id: '1', changes: { title: { before: 'Old', after: 'New' } } });
    expect(idsOf(await check({}, monitor))).toEqual([]);
  });

  it('are not told backwards by a check that is overtaken by one that read the list later', async () => {
    site.rows = [{ id: '1', title: 'Old' }];
    await check({}, monitor);
    const later = new WatchedSite();
    later.rows = [{ id: '1', title: 'New' }];
    later.now = site.now + 1_000;
    const told: (readonly string[])[] = [];
    // once the slower one has read the list and asks what is known of it
    const overtaken: Store = {
      ...store,
      look: async (at, ids) => {
        if (ids.length > 0 && told.length === 0) told.push(idsOf(await watcher(later, store)({}, monitor)));
        return await store.look(at, ids);
      },
    };
    expect(idsOf(await watcher(site, overtaken)({}, monitor))).toEqual([]);
    expect(told).toEqual([['1']]);
    site.rows = later.rows;
    expect(idsOf(await check({}, monitor))).toEqual([]);
  });

  it('count apart from new entries, also in the status and in a preview', async () => {
    site.rows = [{ id: '1', title: 'Old' }];
    await check({}, monitor);
    site.rows = [
      { id: '2', title: 'Two' },
      { id: '1', title: 'New' },
    ];
    const counts = { newCount: 1, editedCount: 1, totalNew: 1, totalEdited: 1 };
    expect(own(await check({ preview: true }, monitor))).toMatchObject(counts);
    expect(own(await check({}, monitor))).toMatchObject(counts);
    expect((await store.look(key, [])).state?.reported).toBe(2);
  });

  it('are not reported of a field that is watched only since now', async () => {
    site.rows = [{ id: '1', title: 'Old' }];
    await check();
    site.rows = [{ id: '1', title: 'New' }];
    expect(idsOf(await check({}, monitor))).toEqual([]);
    site.rows = [{ id: '1', title: 'Newer' }];
    expect(idsOf(await check({}, monitor))).toEqual(['1']);
  });
});

it('lists what vanished from between entries that stayed, until it comes back', async () => {
  site.add(...range(1, 5));
  await check();
  const all = site.rows;
  site.rows = all.filter(({ id }) => id !== '3' && id !== '1');
  await check();
  const vanished = async () => (await store.look(key, [])).state?.vanished.map(({ id }) => id);
  expect(await vanished()).toEqual(['3']);
  site.rows = all;
  expect(idsOf(await check())).toEqual([]);
  expect(await vanished()).toEqual([]);
});

describe('documents of new entries', () => {
  const withDetails = (read: (id: string, text: string) => string) => ({
    ...listParser,
    detail: (entry: { id: string }) => ({
      url: `https://list.example/list?page=1&doc=${entry.id}`,
      read: () => ({
        ...entry,
        numericId: null,
        detailUrl: null,
        publishedAt: null,
        publishedText: null,
        tradedAt: null,
        fields: { doc: read(entry.id, '') },
      }),
    }),
  });

  const completing = (read: (id: string) => string = (id) => id) => watcher(site, store, withDetails(read));
  const failAt = (document: string, error: ToolError): void => {
    site.before = ({ url }) => {
      if (url.includes(document)) throw error;
    };
  };

  it('are fetched once and complete the entries', async () => {
    const complete = completing((id) => `of ${id}`);
    site.add('1', '2');
    const results = await complete();
    expect(own(results).data.newEntries.map(({ fields }) => fields['doc'])).toEqual(['of 1', 'of 2']);
    await complete();
    expect(site.requests).toHaveLength(4);
  });

  it('that the time does not allow for wait for the next check', async () => {
    const complete = completing();
    site.add(...range(1, 6));
    site.before = ({ url }) => {
      if (url.includes('doc=')) site.now += 50_000;
    };
    const first = await complete();
    expect(idsOf(first)).toEqual(['1', '2', '3']);
    expect(own(first).warnings?.join(' ')).toContain('3 new entries wait');
    site.before = null;
    expect(idsOf(await complete())).toEqual(['4', '5', '6']);
  });

  it('that fail once are had by the next check, although entries not asked for fill the pages', async () => {
    const wants = ({ id }: { id: string }) => ['110', '250', '350'].includes(id);
    const complete = watcher(site, store, { ...withDetails((id) => id), wants });
    site.pageSize = 100;
    site.add(...range(1, 100));
    await complete();
    site.add(...range(101, 400));
    failAt('doc=250', new ToolError('NETWORK', 'gone'));
    expect(idsOf(await complete())).toEqual(['110', '350']);
    site.before = null;
    site.add(...range(401, 420));
    expect(idsOf(await complete())).toEqual(['250']);
    expect((await store.look(key, [])).state?.awaiting).toEqual([]);
  });

  it('that fail make no older entries take their place, neither at a first check of the newest nor in a preview', async () => {
    const complete = completing();
    const newest = listMonitor({ firstCheck: 'newest', firstCheckCount: 3 });
    site.add(...range(1, 9));
    failAt('doc=8', new ToolError('TIMEOUT', 'slow'));
    expect(idsOf(await complete({ preview: true, previewCount: 3 }))).toEqual(['7', '9']);
    expect(idsOf(await complete({ preview: true, previewCount: 1 }))).toEqual(['9']);
    expect(idsOf(await complete({}, newest))).toEqual(['7', '9']);
    site.before = null;
    expect(idsOf(await complete({}, newest))).toEqual(['8']);
    expect(idsOf(await complete({}, newest))).toEqual([]);
  });

  it('that say that their entries are not asked for make none be told that was not read', async () => {
    const wants = ({ id, fields }: Entry) => fields['doc'] === undefined || id === '8';
    const complete = watcher(site, store, { ...withDetails((id) => id), wants });
    const newest = listMonitor({ firstCheck: 'newest', firstCheckCount: 3 });
    site.add(...range(1, 9));
    expect(idsOf(await complete({ preview: true, previewCount: 1 }))).toEqual([]);
    expect(idsOf(await complete({ preview: true, previewCount: 3 }))).toEqual(['8']);
    expect(idsOf(await complete({}, newest))).toEqual(['8']);
  });

  it('that all fail leave a first check of the newest, or a preview, with nothing', async () => {
    const complete = completing();
    site.add(...range(1, 9));
    failAt('doc=', new ToolError('TIMEOUT', 'slow'));
    const newest = listMonitor({ firstCheck: 'newest', firstCheckCount: 2 });
    expect(idsOf(await complete({ preview: true, previewCount: 2 }))).toEqual([]);
    expect(idsOf(await complete({}, newest))).toEqual([]);
    site.before = null;
    expect(idsOf(await complete({}, newest))).toEqual(['8', '9']);
  });

  it('that fail at the first check are had later, wherever the list has moved to', async () => {
    const complete = completing();
    site.add(...range(1, 5));
    failAt('doc=3', new ToolError('TIMEOUT', 'slow'));
    expect(idsOf(await complete())).toEqual(['1', '2', '4', '5']);
    site.before = null;
    site.add(...range(6, 14));
    expect(idsOf(await complete())).toEqual(['3', ...range(6, 14)]);
  });

  it('are no edits of what the list says, and are fetched again for a real one', async () => {
    const details = withDetails((id) => id);
    let version = 'first';
    const complete = watcher(site, store, {
      ...details,
      detail: (entry) => ({
        url: details.detail(entry).url,
        read: () => ({ ...entry, fields: { ...entry.fields, title: 'of the document', doc: version } }),
      }),
    });
    const monitor = listMonitor({ reportEdits: ['title', 'doc'] });
    site.rows = [{ id: '1', title: 'Old' }];
    await complete({}, monitor);
    expect(idsOf(await complete({}, monitor))).toEqual([]);
    site.rows = [{ id: '1', title: 'New' }];
    failAt('doc=', new ToolError('NOT_FOUND', 'gone'));
    const stored = async () =>
      (await store.history(key, { limit: 1, since: null, until: null })).rows[0]?.entry?.fields['doc'];
    expect([idsOf(await complete({}, monitor)), await stored()]).toEqual([[], 'first']);
    site.before = null;
    version = 'second';
    const [edit] = own(await complete({}, monitor)).data.newEntries;
    expect(edit).toMatchObject({
      fields: { doc: 'second' },
      changes: { title: { before: 'Old', after: 'New' } },
    });
    expect([idsOf(await complete({}, monitor)), await stored()]).toEqual([[], 'second']);
  });

  it('stay with an entry whose fields are watched only since now', async () => {
    const complete = completing((id) => `of ${id}`);
    site.add('1');
    await complete();
    await complete({}, listMonitor({ reportEdits: ['title'] }));
    const { rows } = await store.history(key, { limit: 1, since: null, until: null });
    expect(rows[0]?.entry?.fields).toEqual({ doc: 'of 1' });
  });

  it('that never come hold up no other entry, and leave theirs without them after three checks', async () => {
    const details = withDetails((id) => `of ${id}`);
    const complete = watcher(site, store, {
      ...details,
      detail: (entry) => ({ ...details.detail(entry), without: { ...entry, fields: { doc: null } } }),
    });
    site.add('1', '2', '3');
    failAt('doc=1', new ToolError('HTTP_STATUS', 'unavailable', { status: 503 }));
    const first = await complete();
    expect(idsOf(first)).toEqual(['2', '3']);
    expect(own(first).warnings?.join(' ')).toContain('1 new entries wait');
    expect(idsOf(await complete())).toEqual([]);
    const third = own(await complete());
    expect(third.data.newEntries.map(({ id, fields }) => [id, fields])).toEqual([['1', { doc: null }]]);
    expect(third.warnings?.join(' ')).toContain('The document of 1 could not be read');
    expect(own(await complete())).toMatchObject({ newCount: 0 });
  });

  it('are not asked for any more in a check where three in a row fail, and none is lost', async () => {
    const complete = completing();
    site.add(...range(1, 9));
    failAt('doc=', new ToolError('RATE_LIMITED', 'too many'));
    expect(idsOf(await complete())).toEqual([]);
    expect(site.requests).toHaveLength(4);
    site.before = null;
    expect(idsOf(await complete())).toEqual(range(1, 9));
  });

  it('that cannot be read leave the entry as the list has it', async () => {
    const complete = completing((id) => {
      if (id === '1') throw new ToolError('NOT_FOUND', 'no such document');
      return id;
    });
    site.add('1', '2');
    const results = await complete();
    expect(own(results).data.newEntries.map(({ fields }) => fields['doc'] ?? fields['title'])).toEqual([
      'Entry 1',
      '2',
    ]);
    expect(own(results).warnings?.join(' ')).toContain('no such document');
  });
});
