import { cpSync, existsSync, rmSync, truncateSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../../lib/monitor/store/store';
import { aDecision, aNewEntry } from '../../helpers/decisions';
import { stateFolder } from '../../helpers/stateFolder';
import { idsOf, own, watcher, WatchedSite } from '../../helpers/watched';

/** What a process that runs on makes of a state that is taken away under it. */
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
  site.add('1', '2');
  await check();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const removeAll = () => {
  rmSync(dirname(folder.path), { recursive: true });
};
const missed = { code: 'STATE_UNAVAILABLE', message: expect.stringContaining('is missing') };

it('whose whole folder is deleted is missed, at every check and after a restart', async () => {
  removeAll();
  for (let times = 0; times < 2; times += 1) await expect(check()).rejects.toMatchObject(missed);
  expect(existsSync(folder.path)).toBe(false);
  const restarted = await openSqliteStore(folder.settings);
  await expect(restarted.look(key, [])).rejects.toMatchObject(missed);
  await restarted.close();
});

it('whose whole folder is deleted between two uses of a closed store is missed', async () => {
  await store.close();
  removeAll();
  await expect(check()).rejects.toMatchObject(missed);
});

it('begins anew where someone says so by deleting the marker, as the message told', async () => {
  removeAll();
  const { message } = (await check().catch((error: unknown) => error)) as Error;
  expect(message).toContain(`delete ${folder.path}.marker to begin anew`);
  unlinkSync(`${folder.path}.marker`);
  expect(own(await check())).toMatchObject({ firstCheck: true, newCount: 2 });
  site.add('3');
  expect(idsOf(await check())).toEqual(['3']);
});

it('goes on where the folder is put back', async () => {
  await store.close();
  cpSync(dirname(folder.path), `${dirname(folder.path)}.away`, { recursive: true });
  removeAll();
  await expect(check()).rejects.toMatchObject(missed);
  removeAll();
  cpSync(`${dirname(folder.path)}.away`, dirname(folder.path), { recursive: true });
  site.add('3');
  expect(idsOf(await check())).toEqual(['3']);
});

it('that is emptied together with its marker is missed', async () => {
  await store.close();
  truncateSync(folder.path, 0);
  unlinkSync(`${folder.path}.marker`);
  await expect(check()).rejects.toMatchObject({
    code: 'STATE_CORRUPT',
    message: expect.stringContaining('is empty'),
  });
});

it('that another process began anew meanwhile is told once, never taken for a first check in silence', async () => {
  removeAll();
  const other = await openSqliteStore(folder.settings);
  await other.check(key, [], () => aDecision({ insert: [aNewEntry('1')] }));
  await other.close();
  await expect(check()).rejects.toMatchObject({
    code: 'STATE_UNAVAILABLE',
    message: expect.stringContaining('was replaced while it was in use'),
  });
  expect(idsOf(await check())).toEqual(['2']);
});

it('that is replaced by a backup of itself goes on with what that knows', async () => {
  const { path } = await store.backup('copy.db');
  site.add('3');
  await check();
  await store.close();
  rmSync(folder.path);
  cpSync(path, folder.path);
  expect(idsOf(await check())).toEqual(['3']);
});
