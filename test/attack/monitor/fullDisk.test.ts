import { openDriver, openNodeSqlite, type OpenDriver } from '../../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { errorOf } from '../../helpers/loopback';
import { smallDisk } from '../../helpers/smallDisk';
import { idsOf, watcher, WatchedSite } from '../../helpers/watched';

describe.each<[string, OpenDriver]>([
  ['better-sqlite3', openDriver],
  ['node:sqlite', (path: string) => openNodeSqlite(path)],
])('with %s', (_, driver) => {
  const disk = smallDisk();
  afterAll(() => {
    disk.remove();
  });

  it(`${disk.kind} that fills up is STATE_FULL; nothing is lost, and the next check goes on`, async () => {
    const settings = { kind: 'sqlite' as const, n8nFolder: disk.folder };
    const store = await openSqliteStore(settings, { openDriver: disk.openOn(driver) });
    const site = new WatchedSite();
    site.pageSize = 5000;
    const check = watcher(site, store);
    const grow = () => {
      const from = site.rows.length;
      for (let id = from; id < from + 200; id += 1) site.add({ id: `id-${id}`, title: 'news '.repeat(20) });
    };
    grow();
    const delivered = [...idsOf(await check())];
    const fill = async () => {
      for (let times = 0; times < 50; times += 1) {
        grow();
        delivered.push(...idsOf(await check()));
      }
    };
    expect(await errorOf(fill())).toMatchObject({
      code: 'STATE_FULL',
      message: expect.stringContaining('disk is full'),
    });
    const full = site.rows.map(({ id }) => id).filter((id) => !delivered.includes(id));
    expect(full).toHaveLength(200);
    await expect(check()).rejects.toMatchObject({ code: 'STATE_FULL' });
    disk.free();
    expect([...idsOf(await check())].sort()).toEqual(full.sort());
    await store.close();
    const again = await openSqliteStore(settings, { openDriver: driver });
    expect(idsOf(await watcher(site, again)())).toEqual([]);
    await again.close();
  }, 240_000);
});
