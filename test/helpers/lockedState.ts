import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LIMITS } from '../../lib/limits';
import {
  openDriver,
  openNodeSqlite,
  type Driver,
  type OpenDriver,
} from '../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import { errorOf } from './loopback';
import { stateFolder } from './stateFolder';
import { idsOf, watcher, WatchedSite } from './watched';

/** No try to take the lock may hold up the event loop for longer; the median of many, since a busy machine slows single ones. */
const BLOCK_MS = 250;
const key = { scope: 'workflow', monitorId: 'list' };
const DRIVERS: Readonly<Record<Driver['name'], OpenDriver>> = {
  'better-sqlite3': openDriver,
  'node:sqlite': (path) => openNodeSqlite(path),
};

/** When the state is opened: before another process locks it, or while that holds it. */
type Opened = 'before' | 'meanwhile';

/** For the whole budget: the check ends in STATE_LOCKED, and the next one finds everything. */
export async function checkWhileLocked(driver: Driver['name'], opened: Opened): Promise<void> {
  const world = await lockedWorld(driver, opened);
  const waiting = errorOf(world.check());
  if (opened === 'before')
    expect((await world.store.history(key, { limit: 9, since: null, until: null })).rows).toHaveLength(2);
  const failure = await waiting;
  const waited = performance.now() - world.began;
  await world.release();
  expect(failure).toMatchObject({
    code: 'STATE_LOCKED',
    message: expect.stringMatching(`The state ${world.path} is locked by another process`),
  });
  expect(waited).toBeGreaterThan(LIMITS.state.lockWaitMs * 0.9);
  expect(waited).toBeLessThan(LIMITS.state.lockWaitMs * 2);
  expect(world.heldUp()).toBeLessThan(BLOCK_MS);
  expect((await world.store.look(key, [])).state).toMatchObject({
    failureStreak: 0,
    lastError: null,
    checks: 1,
  });
  expect(idsOf(await world.check())).toEqual(['3', '4']);
  expect(idsOf(await world.check())).toEqual([]);
  await world.remove();
}

/** For some seconds: the check goes on where it waited, and nothing is lost or doubled. */
export async function checkAcrossLock(driver: Driver['name'], opened: Opened): Promise<void> {
  const world = await lockedWorld(driver, opened);
  const checking = world.check();
  await world.tries(10);
  await world.release();
  expect(idsOf(await checking)).toEqual(['3', '4']);
  expect(world.heldUp()).toBeLessThan(BLOCK_MS);
  expect(idsOf(await world.check())).toEqual([]);
  await world.remove();
}

/** A list that was checked once, with two new entries, and a state that another process has locked since. */
async function lockedWorld(driver: Driver['name'], opened: Opened) {
  const folder = stateFolder();
  const tries = countedTries(DRIVERS[driver]);
  const open = () => openSqliteStore(folder.settings, { openDriver: tries.openDriver });
  const site = new WatchedSite();
  site.add('1', '2');
  const before = await open();
  await watcher(site, before)();
  site.add('3', '4');
  if (opened === 'meanwhile') await before.close();
  const holder = await lockHolder(folder.path);
  const store = opened === 'before' ? before : await open();
  return {
    path: folder.path,
    store,
    began: performance.now(),
    check: watcher(site, store),
    tries: tries.failed,
    heldUp: tries.median,
    release: holder.release,
    remove: async () => {
      await store.close();
      folder.remove();
    },
  };
}

/** A driver that tells when so many tries to take the lock have failed, and how long one held up the event loop. */
function countedTries(open: OpenDriver) {
  const took: number[] = [];
  const counted = { due: Infinity, tell: (): void => undefined };
  const openDriver: OpenDriver = async (path) => {
    const made = await open(path);
    return {
      ...made,
      exec: (sql) => {
        const from = performance.now();
        try {
          made.exec(sql);
        } catch (error) {
          took.push(performance.now() - from);
          if (took.length >= counted.due) counted.tell();
          throw error;
        }
      },
    };
  };
  const failed = (count: number): Promise<void> =>
    new Promise((resolve) => {
      counted.tell = resolve;
      counted.due = count;
    });
  const median = () => took.toSorted((a, b) => a - b)[took.length >> 1] ?? Infinity;
  return { openDriver, failed, median };
}

async function lockHolder(path: string): Promise<{ release(): Promise<void> }> {
  const child = spawn(process.execPath, [join(__dirname, 'lockHolder.cjs'), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  return {
    release: async () => {
      const released = once(lines, 'line');
      child.stdin.end();
      await released;
    },
  };
}
