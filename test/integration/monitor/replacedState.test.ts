import { ToolError } from '../../../lib/errors';
import { readMonitors } from '../../../lib/monitor/definitions';
import { LIMITS } from '../../../lib/limits';
import { openPostgresStore } from '../../../lib/monitor/store/postgres/postgresStore';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../../lib/monitor/store/store';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';
import { stateFolder } from '../../helpers/stateFolder';
import { idsOf, own, range, watcher, WatchedSite } from '../../helpers/watched';

/** A state that is reset, adopted or made by someone else while a check is on its way. */
const key = { scope: 'workflow', monitorId: 'list' };
const copy = { scope: 'copy', monitorId: 'list' };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 240_000);
afterAll(() => server.stop(), 60_000);

interface Place {
  readonly store: Store;
  remove(): void;
}

async function inSqlite(): Promise<Place> {
  const folder = stateFolder();
  return { store: await openSqliteStore(folder.settings), remove: folder.remove };
}

async function inPostgres(): Promise<Place> {
  const { host = '', port = 0, user = '', database = '' } = await server.createDatabase();
  const store = openPostgresStore({ kind: 'postgres', host, port, user, password: '', database });
  return { store, remove: () => undefined };
}

describe.each([
  ['SQLite', inSqlite],
  ['PostgreSQL', inPostgres],
])('in %s', (_, place) => {
  let store: Store;
  let remove: () => void;
  let site: WatchedSite;
  let check: ReturnType<typeof watcher>;
  beforeEach(async () => {
    ({ store, remove } = await place());
    site = new WatchedSite();
    check = watcher(site, store);
    site.add(...range(1, 10));
    await check();
    site.requests.length = 0;
  }, 30_000);
  afterEach(async () => {
    await store.close();
    remove();
  });

  /** Once, while a page is asked for. */
  const meanwhile = (work: () => Promise<unknown>, page = 'page=1') => {
    site.before = async ({ url }) => {
      if (!url.includes(page) && page !== 'page=1') return;
      site.before = null;
      await work();
    };
  };
  const stateOf = async (of = key) => (await store.look(of, [])).state;

  it('a reset makes the check that is under way a first one, of the whole page and without a gap', async () => {
    site.add('11');
    meanwhile(() => store.reset(key));
    const results = await check();
    expect(own(results)).toMatchObject({ firstCheck: true, gap: null, newCount: 10 });
    expect(idsOf(results)).toEqual(range(2, 11));
    expect(await stateOf()).toMatchObject({ checks: 1, knownIds: 10, reported: 10, failureStreak: 0 });
    expect(own(await check())).toMatchObject({ firstCheck: false, newCount: 0, gap: null });
  });

  it('a reset while following pages are read wins as well', async () => {
    site.add(...range(11, 35));
    meanwhile(() => store.reset(key), 'page=2');
    expect(own(await check())).toMatchObject({ firstCheck: true, gap: null, pagesRead: 1 });
  });

  it('a reset is not undone by an answer that nothing has changed', async () => {
    site.etag = '"1"';
    await check();
    meanwhile(() => store.reset(key));
    expect(own(await check())).toMatchObject({ firstCheck: true, notModified: false, newCount: 10 });
    expect(await stateOf()).toMatchObject({ checks: 1, knownIds: 10 });
  });

  it('a reset is not undone by a failure that is counted', async () => {
    site.failure = new ToolError('NETWORK', 'down');
    meanwhile(() => store.reset(key));
    await expect(check()).rejects.toMatchObject({ code: 'NETWORK' });
    expect(await stateOf()).toBeNull();
  });

  it('a reset takes the pending batches with it: none is offered by the check that had seen them', async () => {
    site.add('11');
    await check({ delivery: 'acknowledge', executionId: 'a' });
    meanwhile(() => store.reset(key));
    const results = await check({ delivery: 'acknowledge', executionId: 'b' });
    expect(results.map(({ redelivered, firstCheck }) => [redelivered, firstCheck])).toEqual([[false, true]]);
    expect(await store.monitors('workflow', 'list')).toMatchObject([{ pendingEntries: 10 }]);
  });

  it('an adoption during the first check of a copy makes it go on from what was adopted', async () => {
    site.add(...range(11, 35));
    meanwhile(() => store.adopt(key, copy));
    const results = await check({ scope: 'copy' });
    expect(own(results)).toMatchObject({ firstCheck: false, gap: null });
    expect(idsOf(results)).toEqual(range(11, 35));
    expect(await stateOf(copy)).toMatchObject({ checks: 2, knownIds: 35 });
  });

  it('the check that begins anew has the time that is left, not all of it again', async () => {
    site.add(...range(11, 35));
    meanwhile(async () => {
      site.now += LIMITS.checkDeadlineMs;
      await store.adopt(key, copy);
    });
    const results = await check({ scope: 'copy' });
    expect(own(results)).toMatchObject({ firstCheck: false, pagesRead: 1, gap: { suspected: true } });
  });

  it('an adoption by a copy leaves the check of the first workflow a first one, and the copy what it took', async () => {
    site.add('11');
    meanwhile(() => store.adopt(key, copy));
    expect(own(await check())).toMatchObject({ firstCheck: true, gap: null });
    expect(await stateOf(copy)).toMatchObject({ checks: 1, knownIds: 10 });
    expect(idsOf(await check({ scope: 'copy' }))).toEqual(['11']);
  });

  it('two first checks at once report every entry once, and neither sees a gap', async () => {
    await store.reset(key);
    const results = (await Promise.all([check(), check()])).flat();
    expect([...idsOf(results)].sort()).toEqual([...range(1, 10)].sort());
    expect(results.map(({ gap }) => gap)).toEqual([null, null]);
  });

  it('a reset begins the check anew also where the id of the monitor is the key of its address', async () => {
    const [monitor] = readMonitors({ hushhush: { url: 'https://site.example/?key=hushhush' } });
    const ofKey = { scope: 'workflow', monitorId: 'hushhush' };
    await check({}, monitor);
    meanwhile(() => store.reset(ofKey));
    expect(own(await check({}, monitor))).toMatchObject({ firstCheck: true, newCount: 10 });
  });

  it('resets without end are STATE_LOCKED: nothing is written, and the next check goes on', async () => {
    site.before = async () => {
      await store.reset(key);
      await watcher(new WatchedSite(), store)({}).catch(() => undefined);
    };
    await expect(check()).rejects.toMatchObject({
      code: 'STATE_LOCKED',
      message: expect.stringContaining('replaced again and again'),
    });
    expect(await stateOf()).toMatchObject({ knownIds: 0, lastResult: 'PAGE_CHANGED' });
    site.before = null;
    expect(own(await check())).toMatchObject({ firstCheck: true, newCount: 10 });
  });
});
