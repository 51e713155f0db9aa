import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { openDriver, openNodeSqlite, type OpenDriver } from '../../../lib/monitor/store/sqlite/driver';
import { reset } from '../../../lib/monitor/operations/reset';
import { migrate } from '../../../lib/monitor/store/sqlite/schema';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { SqliteSettings } from '../../../lib/monitor/store/settings';
import type { Store } from '../../../lib/monitor/store/store';
import { aDecision, aNewEntry } from '../../helpers/decisions';
import { stateFolder } from '../../helpers/stateFolder';

const key = { scope: 'workflow', monitorId: 'list' };

let folder: ReturnType<typeof stateFolder>;
const opened: Store[] = [];

beforeEach(() => {
  folder = stateFolder();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  folder.remove();
});

async function open(
  given: Partial<SqliteSettings> = {},
  options: Parameters<typeof openSqliteStore>[1] = {},
): Promise<Store> {
  const store = await openSqliteStore({ ...folder.settings, ...given }, options);
  opened.push(store);
  return store;
}

const write = (store: Store, ids: readonly string[], at = key) =>
  store.check(at, [], () => aDecision({ insert: ids.map((id) => aNewEntry(id)) }));

/** A closed state that knows some ids. */
async function filled(count = 3): Promise<void> {
  const store = await open();
  await write(
    store,
    Array.from({ length: count }, (_, index) => `id-${index}`),
  );
  await store.close();
}

describe('a database path', () => {
  it.each([
    ['above the folder', '../../outside.db'],
    ['elsewhere', '/etc/state.db'],
    ['the folder itself', '/'],
    ['with a NUL, which SQLite reads as its end', 'state.db\0.txt'],
    ['in memory', ':memory:'],
    ['as a URI', 'file:state.db?mode=memory'],
    ['in the folder that updates replace', '../nodes/state.db'],
    ['a folder', 'sub/'],
  ])('%s is refused before anything is written', async (_, path) => {
    await expect(open({ path })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(existsSync(join(folder.folder, 'internet-tools'))).toBe(false);
  });

  it('that is or leads through a symbolic link is refused', async () => {
    await filled();
    const outside = stateFolder();
    symlinkSync(outside.folder, join(folder.folder, 'link'));
    symlinkSync(folder.path, join(dirname(folder.path), 'other.db'));
    for (const path of [join(folder.folder, 'link', 'state.db'), 'other.db'])
      await expect(open({ path })).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('symbolic link'),
      });
    outside.remove();
  });

  it('below the n8n folder is taken, and made', async () => {
    await write(await open({ path: 'shared/monitors.db' }), ['1']);
    expect(existsSync(join(folder.folder, 'internet-tools', 'shared', 'monitors.db'))).toBe(true);
  });
});

describe('a damaged state', () => {
  const damages: Record<string, () => void> = {
    'overwritten with garbage': () => {
      writeFileSync(folder.path, Buffer.alloc(20_000, 'garbage '));
    },
    'cut in the middle': () => {
      truncateSync(folder.path, Math.floor(statSync(folder.path).size / 2));
    },
    'cut to nothing': () => {
      truncateSync(folder.path, 0);
    },
    'with pages overwritten': () => {
      const bytes = readFileSync(folder.path);
      bytes.fill(0xa5, 4096 * 2, 4096 * 6);
      writeFileSync(folder.path, bytes);
    },
  };

  it.each(Object.entries(damages))(
    '%s is an error that names the file and leaves it alone',
    async (_, damage) => {
      await filled(200);
      damage();
      const before = readFileSync(folder.path);
      await expect((await open()).look(key, ['id-1'])).rejects.toMatchObject({
        code: 'STATE_CORRUPT',
        message: expect.stringContaining(folder.path),
      });
      await expect(write(await open(), ['x'])).rejects.toMatchObject({ code: 'STATE_CORRUPT' });
      expect(readFileSync(folder.path).equals(before)).toBe(true);
    },
  );

  it('with a row that cannot be read is an error, not a new start', async () => {
    await filled();
    const database = new Database(folder.path);
    database.exec("UPDATE monitors SET state = '{'");
    database.close();
    await expect((await open()).look(key, [])).rejects.toMatchObject({ code: 'STATE_CORRUPT' });
  });
});

describe('a state whose JSON is not what it should be', () => {
  const changed = async (sql: string) => {
    await filled();
    const database = new Database(folder.path);
    database.exec(sql);
    database.close();
    return await open();
  };

  it.each([
    `json_set(state, '$.checks', 'many')`,
    `json_set(state, '$.page', json('[1, 2]'))`,
    `json_set(state, '$.facts', json('{"source": "x"}'))`,
    `json_set(state, '$.floors', json('{"short": "x"}'))`,
    `json_set(state, '$.vanished', 'none')`,
    `json_remove(state, '$.fingerprint')`,
  ])('is an error: %s', async (value) => {
    const it = await changed(`UPDATE monitors SET state = ${value}`);
    await expect(it.look(key, [])).rejects.toMatchObject({ code: 'STATE_CORRUPT' });
  });

  const damaged = "json_remove(state, '$.fingerprint')";
  const looks: Readonly<Record<string, (it: Store) => Promise<unknown>>> = {
    'a look': (it) => it.look(key, []),
    'a check': (it) => write(it, ['x']),
    'the status of all': (it) => it.monitors(null, null),
    'the search of a page': (it) => it.ofPage('https://list.example/'),
    pruning: (it) => it.prune(key, { ids: 1, batches: 1 }, []),
  };
  it.each(Object.entries(looks))('is an error that names the monitor: %s', async (_, look) => {
    const it = await changed(
      `UPDATE monitors SET state = json_set(${damaged}, '$.url', 'https://list.example/')`,
    );
    await write(it, ['1'], { ...key, monitorId: 'sound' });
    await expect(look(it)).rejects.toMatchObject({
      code: 'STATE_CORRUPT',
      message: expect.stringMatching(
        /a row of monitor "list" cannot be read \(state\)\..* reset this monitor/,
      ),
    });
  });

  it('is left behind by a reset of its monitor alone', async () => {
    const it = await changed(`UPDATE monitors SET state = ${damaged}`);
    const asked = { scope: 'workflow', monitorId: 'list', database: folder.settings, confirm: true };
    const tools = { store: it, now: Date.now, newId: () => 'none' };
    expect((await reset(asked, tools)).data).toEqual({
      monitorId: 'list',
      done: true,
      knownIds: null,
      pendingEntries: null,
      batches: null,
    });
    expect((await it.look(key, ['id-1'])).state).toBeNull();
  });

  it('is an error in the content of an entry', async () => {
    const it = await changed(`UPDATE entries SET content = json_remove(content, '$.fields')`);
    await expect(it.history(key, { limit: 9, since: null, until: null })).rejects.toMatchObject({
      code: 'STATE_CORRUPT',
      message: expect.stringContaining('"list"'),
    });
  });

  it('is none where it only lacks what earlier versions did not write', async () => {
    const it = await changed(`UPDATE monitors SET state = json_remove(state, '$.awaiting', '$.gapAt')`);
    expect((await it.look(key, [])).state).toMatchObject({ awaiting: [], gapAt: null });
  });
});

describe('a state that is not there', () => {
  it('is made at the first start', async () => {
    expect((await (await open()).look(key, ['1'])).state).toBeNull();
  });

  it('although one was is an error, until someone says otherwise', async () => {
    await filled();
    unlinkSync(folder.path);
    await expect((await open()).look(key, [])).rejects.toMatchObject({
      code: 'STATE_UNAVAILABLE',
      message: expect.stringContaining('state.db.marker'),
    });
    expect(existsSync(folder.path)).toBe(false);
    unlinkSync(`${folder.path}.marker`);
    expect((await (await open()).look(key, [])).state).toBeNull();
  });

  it('any more, deleted while in use, is noticed: nothing is written to a file that nobody will find', async () => {
    const store = await open();
    await write(store, ['1']);
    unlinkSync(folder.path);
    await expect(write(store, ['2'])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    await expect(store.look(key, ['1'])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
  });

  it('for a while goes on when it is back', async () => {
    const store = await open();
    await write(store, ['1']);
    await store.close();
    renameSync(folder.path, `${folder.path}.away`);
    await expect(store.look(key, ['1'])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    renameSync(`${folder.path}.away`, folder.path);
    expect((await store.look(key, ['1'])).known.size).toBe(1);
  });

  it('but another one is: an error', async () => {
    await filled();
    const elsewhere = stateFolder();
    const other = await openSqliteStore(elsewhere.settings);
    await write(other, ['1']);
    await other.close();
    rmSync(folder.path);
    copyFileSync(elsewhere.path, folder.path);
    await expect((await open()).look(key, [])).rejects.toMatchObject({
      code: 'STATE_UNAVAILABLE',
      message: expect.stringContaining('another one'),
    });
    elsewhere.remove();
  });

  it('whose marker was cut short is not held against it', async () => {
    await filled();
    writeFileSync(`${folder.path}.marker`, '{"id":');
    expect((await (await open()).look(key, ['id-1'])).known.size).toBe(1);
    unlinkSync(folder.path);
    await expect((await open()).look(key, [])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
  });
});

describe('a file of someone else', () => {
  it('is not written to', async () => {
    mkdirSync(dirname(folder.path), { recursive: true });
    const database = new Database(folder.path);
    database.exec('CREATE TABLE workflow_entity (id TEXT)');
    database.close();
    await expect(write(await open(), ['1'])).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('another program'),
    });
    const tables = new Database(folder.path, { readonly: true })
      .prepare('SELECT name FROM sqlite_schema')
      .all();
    expect(tables).toEqual([{ name: 'workflow_entity' }]);
  });

  it('of a newer version is refused, and an older one brought up to date with what it knows', async () => {
    await filled();
    const database = new Database(folder.path);
    database.pragma('user_version = 99');
    database.close();
    await expect((await open()).look(key, [])).rejects.toMatchObject({
      code: 'STATE_UNAVAILABLE',
      message: expect.stringContaining('newer version'),
    });
  });

  it('migrates step by step, and all or nothing', async () => {
    mkdirSync(dirname(folder.path), { recursive: true });
    const driver = await openDriver(folder.path);
    const [step1, step2] = ['CREATE TABLE about (name TEXT, value TEXT)', 'CREATE TABLE more (a TEXT)'];
    const first = migrate(driver, folder.path, 'then', [step1]);
    const second = migrate(driver, folder.path, 'now', [step1, step2]);
    expect([first.since, second]).toEqual(['then', first]);
    driver.exec('BEGIN IMMEDIATE');
    expect(() =>
      migrate(driver, folder.path, 'now', [step1, step2, 'CREATE TABLE x (a); CREATE TABLE more (a)']),
    ).toThrow('already exists');
    driver.exec('ROLLBACK');
    expect(driver.prepare("SELECT name FROM sqlite_schema WHERE name = 'x'").all()).toEqual([]);
    expect(Object.values(driver.prepare('PRAGMA user_version').get() ?? {})).toEqual([2]);
    driver.close();
  });
});

describe.each([
  ['better-sqlite3', openDriver],
  ['node:sqlite', (path: string) => openNodeSqlite(path)],
])('with %s', (_, driver: OpenDriver) => {
  it('a full disk is STATE_FULL, and what was known stays', async () => {
    await filled();
    const full: OpenDriver = async (path) => {
      const made = await driver(path);
      const pages = Number(Object.values(made.prepare('PRAGMA page_count').get() ?? {})[0]);
      made.exec(`PRAGMA max_page_count = ${pages + 2}`);
      return made;
    };
    const store = await open({}, { openDriver: full });
    const many = Array.from({ length: 500 }, (__, index) => `new-${index}`);
    await expect(write(store, many)).rejects.toMatchObject({
      code: 'STATE_FULL',
      message: expect.stringContaining('disk is full'),
    });
    expect([...(await store.look(key, ['id-1', 'new-0'])).known.keys()]).toEqual(['id-1']);
    expect([...(await (await open()).look(key, ['id-1', 'new-0'])).known.keys()]).toEqual(['id-1']);
  });

  it('a lock that goes is waited for', async () => {
    await filled();
    const holder = await driver(folder.path);
    holder.exec('BEGIN IMMEDIATE');
    const store = await open({}, { openDriver: driver });
    const writing = write(store, ['x']);
    setTimeout(() => {
      holder.exec('COMMIT');
      holder.close();
    }, 300);
    await writing;
    expect((await store.look(key, ['x'])).known.size).toBe(1);
  });

  it('every open is in WAL and synchronous FULL', async () => {
    await filled();
    const made: Awaited<ReturnType<OpenDriver>>[] = [];
    const spying: OpenDriver = async (path) => {
      const it = await driver(path);
      made.push(it);
      return it;
    };
    await (await open({}, { openDriver: spying })).look(key, []);
    const value = (name: string) => Object.values(made[0]?.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect([value('journal_mode'), value('synchronous')]).toEqual(['wal', 2]);
  });
});
