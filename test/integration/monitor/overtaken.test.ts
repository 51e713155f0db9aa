import { ToolError } from '../../../lib/errors';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { Parser } from '../../../lib/monitor/parsers/parser';
import type { Store } from '../../../lib/monitor/store/store';
import { stateFolder } from '../../helpers/stateFolder';
import { idsOf, listMonitor, listParser, own, range, watcher, WatchedSite } from '../../helpers/watched';

const key = { scope: 'workflow', monitorId: 'list' };

let folder: ReturnType<typeof stateFolder>;
let store: Store;
let site: WatchedSite;
beforeEach(async () => {
  folder = stateFolder();
  store = await openSqliteStore(folder.settings);
  site = new WatchedSite();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

/** The store of a check during which, once it has read the list (or all it reads), something else happens. */
function meanwhile(happens: () => Promise<void>, onlyAtTheEnd = false): Store {
  let happened: Promise<void> | null = null;
  return {
    ...store,
    look: async (at, ids) => {
      if (ids.length > 0 && !onlyAtTheEnd) await (happened ??= happens());
      return await store.look(at, ids);
    },
    check: async (at, ids, decide) => {
      await (happened ??= happens());
      return await store.check(at, ids, decide);
    },
  };
}

describe('a check that another one overtook, which read the list later', () => {
  it('tells what it found and leaves to the status what the later one saw', async () => {
    site.add(...range(1, 3));
    await watcher(site, store)();
    const later = new WatchedSite();
    later.add(...range(1, 5));
    later.now = site.now + 60_000;
    later.etag = '"later"';
    site.add('4');
    site.etag = '"earlier"';
    const slower = meanwhile(async () => {
      expect(idsOf(await watcher(later, store)())).toEqual(['4', '5']);
    });
    const result = own(await watcher(site, slower)());
    expect(result.fetchedAt).toBe(new Date(site.now).toISOString());
    const { state } = await store.look(key, []);
    expect(state).toMatchObject({
      checks: 3,
      page: ['5', '4', '3', '2', '1'],
      vanished: [],
      validators: { etag: '"later"' },
      facts: { fetchedAt: new Date(later.now).toISOString() },
      lastSuccessAt: new Date(later.now).toISOString(),
    });
  });

  it('is no first check any more, also where a failed one had made the state: it begins anew and reads what is new', async () => {
    const monitor = listMonitor({ firstCheck: 'newest', firstCheckCount: 2 });
    const completing: Parser = {
      ...listParser,
      detail: (entry) => ({
        url: `https://list.example/${entry.id}`,
        read: () => ({ ...entry, fields: { isRead: true } }),
      }),
    };
    site.failure = new ToolError('NETWORK', 'The site does not answer.');
    await expect(watcher(site, store, completing)({}, monitor)).rejects.toThrow('does not answer');
    site.failure = null;
    site.add(...range(1, 5));
    const first = new WatchedSite();
    first.add('1', '2');
    const slower = meanwhile(async () => {
      expect(own(await watcher(first, store, completing)({}, monitor)).firstCheck).toBe(true);
    }, true);
    const result = own(await watcher(site, slower, completing)({}, monitor));
    expect(result.firstCheck).toBe(false);
    expect(result.data.newEntries.map(({ id, fields }) => [id, fields])).toEqual([
      ['3', { isRead: true }],
      ['4', { isRead: true }],
      ['5', { isRead: true }],
    ]);
  });
});
