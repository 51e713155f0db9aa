import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../../lib/limits';
import { openDriver, openNodeSqlite, type OpenDriver } from '../../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { aBatch, aDecision, aNewEntry, anOffer } from '../../helpers/decisions';
import { errorOf } from '../../helpers/loopback';
import { stateFolder } from '../../helpers/stateFolder';

const key = { scope: 'workflow', monitorId: 'list' };

let folder: ReturnType<typeof stateFolder>;
let turn: number;
let turning: NodeJS.Immediate;
beforeEach(() => {
  folder = stateFolder();
  turn = 0;
  const next = () => {
    turn += 1;
    turning = setImmediate(next);
  };
  turning = setImmediate(next);
});
afterEach(() => {
  clearImmediate(turning);
  folder.remove();
});

/** Tells of each statement that is run without an answer: BEGIN and COMMIT, and rows changed. */
function told(open: OpenDriver, tell: (sql: string, rows: number) => void): OpenDriver {
  return async (path) => {
    const driver = await open(path);
    return {
      ...driver,
      exec: (sql) => {
        tell(sql, 0);
        driver.exec(sql);
      },
      prepare: (sql) => {
        const statement = driver.prepare(sql);
        return {
          ...statement,
          run: (...values) => {
            const rows = statement.run(...values);
            tell(sql, rows);
            return rows;
          },
        };
      },
    };
  };
}

async function fill(ids: readonly string[]): Promise<void> {
  const store = await openSqliteStore(folder.settings);
  await store.check(key, [], () =>
    aDecision({
      insert: ids.map((id) => aNewEntry(id)),
      batches: [aBatch('b1', ids, { status: 'done', offer: anOffer('run', true) })],
    }),
  );
  await store.close();
}

describe.each<[string, OpenDriver]>([
  ['better-sqlite3', openDriver],
  ['node:sqlite', (path: string) => openNodeSqlite(path)],
])('with %s', (_, driver) => {
  it('a lock that stays is STATE_LOCKED: tried again and again, each try short, others get their turn between', async () => {
    await fill(['1']);
    const holder = await driver(folder.path);
    holder.exec('BEGIN IMMEDIATE');
    const tries: number[] = [];
    const busy: unknown[] = [];
    const spying: OpenDriver = async (path) => {
      const made = await driver(path);
      busy.push(...Object.values(made.prepare('PRAGMA busy_timeout').get() ?? {}));
      return made;
    };
    const store = await openSqliteStore(folder.settings, {
      openDriver: told(spying, (sql) => {
        if (sql === 'BEGIN IMMEDIATE') tries.push(turn);
      }),
      lockWaitMs: 700,
    });
    const failure = await errorOf(store.check(key, [], () => aDecision({ insert: [aNewEntry('x')] })));
    expect(failure.code).toBe('STATE_LOCKED');
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries).size).toBe(tries.length);
    expect(new Set(busy)).toEqual(new Set([LIMITS.state.busyTimeoutMs]));
    expect(LIMITS.state.busyTimeoutMs).toBeLessThanOrEqual(100);
    holder.exec('ROLLBACK');
    await store.check(key, [], () => aDecision({ insert: [aNewEntry('x')] }));
    holder.close();
    await store.close();
  });

  it('a check with thousands of new entries writes few of them in one turn, and all of them in one transaction', async () => {
    await fill(['known']);
    const ids = Array.from({ length: 3000 }, (__, index) => String(index));
    const changed = new Map<number, number>();
    const transactions: string[] = [];
    const store = await openSqliteStore(folder.settings, {
      openDriver: told(driver, (sql, rows) => {
        changed.set(turn, (changed.get(turn) ?? 0) + rows);
        if (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) transactions.push(sql);
      }),
    });
    await store.look(key, []);
    transactions.length = 0;
    const seen: number[] = [];
    const other = await openSqliteStore(folder.settings, { openDriver: driver });
    const look = async () => seen.push((await other.look(key, ['0', '1500', '2999'])).known.size);
    await look();
    const watching = (async () => {
      while (seen.at(-1) !== 3) {
        await nextTurn();
        await look();
      }
    })();
    const meanwhile = store.check({ ...key, monitorId: 'other' }, [], () => aDecision());
    await store.check(key, ids, () =>
      aDecision({
        insert: ids.map((id) => aNewEntry(id)),
        batches: [aBatch('b2', ids, { status: 'pending', offer: anOffer('run') })],
      }),
    );
    await Promise.all([watching, meanwhile]);
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen)).toEqual(new Set([0, 3]));
    expect(transactions).toEqual(['BEGIN IMMEDIATE', 'COMMIT', 'BEGIN IMMEDIATE', 'COMMIT']);
    expect(Math.max(...changed.values())).toBeLessThanOrEqual(3 * LIMITS.state.partRows + 100);
    await other.close();
    await store.close();
  });

  it('long checks of several monitors at once, and what reads between them, wait for each other', async () => {
    await fill(['known']);
    const ids = Array.from({ length: 1500 }, (__, index) => String(index));
    const store = await openSqliteStore(folder.settings, { openDriver: driver });
    const keys = ['a', 'b', 'c', 'd', 'e'].map((monitorId) => ({ ...key, monitorId }));
    const looks: number[] = [];
    await Promise.all(
      keys.flatMap((each) => [
        store.check(each, ids, () => aDecision({ insert: ids.map((id) => aNewEntry(id)) })),
        store.look(each, ['0', '1499']).then(({ known }) => looks.push(known.size)),
      ]),
    );
    expect(looks).toHaveLength(keys.length);
    for (const each of keys) expect((await store.look(each, ids)).known.size).toBe(ids.length);
    await store.close();
  });

  it('a check that fails in a later part has written nothing, and what waited for it goes on', async () => {
    await fill(['known']);
    let rows = 0;
    const store = await openSqliteStore(folder.settings, {
      openDriver: told(driver, (sql) => {
        if (/^INSERT INTO entries/.test(sql) && ++rows === 2 * LIMITS.state.partRows + 1)
          throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL', errcode: 13 });
      }),
    });
    const ids = Array.from({ length: 3000 }, (__, index) => String(index));
    const failing = errorOf(
      store.check(key, ids, () => aDecision({ insert: ids.map((id) => aNewEntry(id)) })),
    );
    const waiting = store.check(key, ['x'], () => aDecision({ insert: [aNewEntry('x')] }));
    expect((await failing).code).toBe('STATE_FULL');
    await waiting;
    expect([...(await store.look(key, [...ids, 'known', 'x'])).known.keys()]).toEqual(['known', 'x']);
    await store.close();
  });

  it.each(['prune', 'reset'] as const)(
    '%s of thousands of rows changes few of them in one turn',
    async (what) => {
      const ids = Array.from({ length: 3000 }, (__, index) => String(index));
      await fill(ids);
      const changed = new Map<number, number>();
      const count = (_sql: string, rows: number) => changed.set(turn, (changed.get(turn) ?? 0) + rows);
      const store = await openSqliteStore(folder.settings, { openDriver: told(driver, count) });
      if (what === 'reset') await store.reset(key);
      else await store.prune(key, { ids: 100, batches: 0 }, []);
      const total = [...changed.values()].reduce((sum, rows) => sum + rows, 0);
      expect(total).toBeGreaterThan(3000);
      expect(Math.max(...changed.values())).toBeLessThanOrEqual(2 * LIMITS.state.step.rows + 100);
      await store.close();
    },
  );
});
