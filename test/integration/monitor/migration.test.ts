import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LIMITS } from '../../../lib/limits';
import { openDriver, openNodeSqlite, type OpenDriver } from '../../../lib/monitor/store/sqlite/driver';
import { MIGRATIONS } from '../../../lib/monitor/store/sqlite/schema';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { aBatch, aDecision, aNewEntry } from '../../helpers/decisions';
import { errorOf } from '../../helpers/loopback';
import { quickDisk, stateFolder } from '../../helpers/stateFolder';

const key = { scope: 'workflow', monitorId: 'list' };
/** What later versions may need: a column, and an index, which takes long on a large table. */
const COLUMN = 'ALTER TABLE entries ADD COLUMN note TEXT';
const INDEX = 'CREATE INDEX entries_by_source ON entries (source, content)';
/** Entries that make a file of more than `inlineCheckBytes`. */
const LARGE = 12_000;
/** Threads that check and migrate a large file start slowly on a busy machine. */
const PATIENCE_MS = 60_000;
const LATER = [...MIGRATIONS, COLUMN, INDEX];

let folder: ReturnType<typeof stateFolder>;
beforeEach(() => {
  folder = stateFolder(quickDisk);
});
afterEach(() => {
  folder.remove();
});

/** A state of today's version, closed; with so many more ids than the first three, which are pending. */
async function older(more = 0): Promise<void> {
  const store = await openSqliteStore(folder.settings);
  const ids = ['1', '2', '3'];
  await store.check(key, [], () =>
    aDecision({ insert: ids.map((id) => aNewEntry(id)), batches: [aBatch('b1', ids)] }),
  );
  await store.close();
  const database = new Database(folder.path);
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO entries (monitor, id, first_check, fetched_at, source, sort_time, content)
       SELECT 1, 'more-' || i, 1, '2026-05-13T08:00:00.000Z', 'https://example.org/list', '2026-05-13', hex(randomblob(100))
         FROM n WHERE ? > 0`,
    )
    .run(more, more);
  database.close();
}

function shapeNow(): { version: unknown; names: readonly unknown[] } {
  const database = new Database(folder.path, { readonly: true });
  const version = database.pragma('user_version', { simple: true });
  const names = database
    .prepare("SELECT name FROM pragma_table_info('entries') WHERE name = 'note'")
    .pluck()
    .all()
    .concat(
      database.prepare("SELECT name FROM sqlite_schema WHERE name = 'entries_by_source'").pluck().all(),
    );
  database.close();
  return { version, names };
}

describe.each<[string, OpenDriver]>([
  ['better-sqlite3', openDriver],
  ['node:sqlite', (path: string) => openNodeSqlite(path)],
])('a state of an earlier version, with %s,', (_, driver) => {
  const openAt = (steps: readonly string[], open = driver) =>
    openSqliteStore(folder.settings, { openDriver: open, steps });

  it.each([
    ['a small one', 0],
    ['a large one', LARGE],
  ])(
    'is brought up to date step by step and keeps what it knows: %s',
    async (__, more) => {
      await older(more);
      for (const [steps, version, names] of [
        [LATER.slice(0, -1), MIGRATIONS.length + 1, ['note']],
        [LATER, MIGRATIONS.length + 2, ['note', 'entries_by_source']],
      ] as const) {
        const store = await openAt(steps);
        const { known, batches } = await store.look(key, ['1', '2', '3', '4']);
        expect([[...known.keys()], batches.map(({ batchId }) => batchId)]).toEqual([['1', '2', '3'], ['b1']]);
        await store.close();
        expect(shapeNow()).toEqual({ version, names });
      }
      const reopened = await openAt(LATER);
      await reopened.acknowledge({ executionId: 'run-1' }, '');
      await reopened.close();
    },
    PATIENCE_MS,
  );

  it.each([
    ['a small one', 0],
    ['a large one', LARGE],
  ])(
    'whose migration fails stays as it was, and goes on once it can: %s',
    async (__, more) => {
      await older(more);
      const broken = await openAt([...LATER, 'CREATE TABLE entries (id TEXT)']);
      expect((await errorOf(broken.look(key, []))).message).toContain('already exists');
      await broken.close();
      expect(shapeNow()).toEqual({ version: MIGRATIONS.length, names: [] });
      const store = await openAt(LATER);
      expect((await store.look(key, ['1'])).known.size).toBe(1);
      await store.close();
    },
    PATIENCE_MS,
  );

  it('is read by no earlier version once it is of a later one', async () => {
    await older();
    await (await openAt(LATER)).look(key, []);
    const store = await openAt(MIGRATIONS);
    const failure = await errorOf(store.look(key, []));
    expect(failure).toMatchObject({ code: 'STATE_UNAVAILABLE' });
    expect(failure.message).toContain(`schema ${LATER.length}, known up to ${MIGRATIONS.length}`);
    await store.close();
    expect(shapeNow()).toMatchObject({ version: LATER.length });
  });

  it(
    'migrates beside the event loop where it is large, once, whoever opens it',
    async () => {
      await older(LARGE);
      expect(statSync(folder.path).size).toBeGreaterThan(LIMITS.state.inlineCheckBytes);
      const said: string[] = [];
      const spying: OpenDriver = async (path) => {
        const made = await driver(path);
        return {
          ...made,
          exec: (sql) => {
            said.push(sql);
            made.exec(sql);
          },
        };
      };
      const stores = [await openAt(LATER, spying), await openAt(LATER, spying)];
      const looks = await Promise.all(stores.map((store) => store.look(key, ['1'])));
      expect(looks.map(({ known }) => known.size)).toEqual([1, 1]);
      expect(said.filter((sql) => sql.includes('entries_by_source'))).toEqual([]);
      expect(shapeNow()).toEqual({ version: LATER.length, names: ['note', 'entries_by_source'] });
      for (const store of stores) await store.close();
    },
    PATIENCE_MS,
  );
});
