import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { openDriver, openNodeSqlite, type OpenDriver } from '../../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { aDecision, aNewEntry } from '../../helpers/decisions';
import { stateFolder } from '../../helpers/stateFolder';

const key = { scope: 'workflow', monitorId: 'list' };

let folder: ReturnType<typeof stateFolder>;
beforeEach(() => {
  folder = stateFolder();
  mkdirSync(dirname(folder.path), { recursive: true });
});
afterEach(() => {
  folder.remove();
});

/** Every file beside the state, with its bytes. */
function filesThere(): Record<string, string> {
  const names = readdirSync(dirname(folder.path));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(`${dirname(folder.path)}/${name}`).toString('base64')]),
  );
}

/** So many that the first page of the file only points to them. */
const MANY_TABLES = Array.from({ length: 200 }, (_, n) => `CREATE TABLE t${n} (a TEXT)`);

function otherProgram(setUp: string, tables = ['CREATE TABLE t0 (a TEXT)']): void {
  const database = new Database(folder.path);
  database.exec(`${setUp}; BEGIN; ${tables.join(';')}; INSERT INTO t0 VALUES ('1'); COMMIT`);
  database.close();
}

async function ours(): Promise<void> {
  const store = await openSqliteStore(folder.settings);
  await store.check(key, [], () => aDecision({ insert: [aNewEntry('1')] }));
  await store.close();
}

describe.each<[string, OpenDriver]>([
  ['better-sqlite3', openDriver],
  ['node:sqlite', (path: string) => openNodeSqlite(path)],
])('with %s', (_, driver) => {
  const refusalOf = async () => {
    const store = await openSqliteStore(folder.settings, { openDriver: driver });
    const refusals = [
      await store.look(key, ['1']).catch((error: unknown) => error),
      await store.check(key, [], () => aDecision()).catch((error: unknown) => error),
    ];
    await store.close();
    return refusals;
  };

  it.each([
    ['without a log', 'PRAGMA journal_mode = DELETE'],
    ['with a log', 'PRAGMA journal_mode = WAL'],
    ['of a high version', 'PRAGMA user_version = 99'],
    ['that says whose it is', 'PRAGMA application_id = 7'],
  ])('a database of another program %s is refused, and stays as it is to the byte', async (__, setUp) => {
    otherProgram(setUp);
    const before = filesThere();
    const refusal = { code: 'INVALID_CONFIG', message: expect.stringContaining('another program') };
    expect(await refusalOf()).toMatchObject([refusal, refusal]);
    expect(filesThere()).toEqual(before);
  });

  it('so is one of many tables', async () => {
    otherProgram('', MANY_TABLES);
    const before = filesThere();
    expect((await refusalOf()).map((it) => (it as { code: string }).code)).toEqual([
      'INVALID_CONFIG',
      'INVALID_CONFIG',
    ]);
    expect(filesThere()).toEqual(before);
  });

  it('a state of a newer version is refused, and stays as it is to the byte', async () => {
    await ours();
    const database = new Database(folder.path);
    database.pragma('user_version = 99');
    database.close();
    const before = filesThere();
    const refusal = { code: 'STATE_UNAVAILABLE', message: expect.stringContaining('newer version') };
    expect(await refusalOf()).toMatchObject([refusal, refusal]);
    expect(filesThere()).toEqual(before);
  });

  it('an empty database is taken', async () => {
    new Database(folder.path).exec('VACUUM').close();
    expect(await refusalOf()).toMatchObject([{ state: null }, []]);
  });
});

it('a new state says whose it is from its first page on, whatever its log still holds', async () => {
  const seen: number[] = [];
  const spying: OpenDriver = async (path) => {
    const driver = await openDriver(path);
    return {
      ...driver,
      exec: (sql) => {
        if (sql === 'BEGIN IMMEDIATE') seen.push(readFileSync(path).readUInt32BE(68));
        driver.exec(sql);
      },
    };
  };
  const store = await openSqliteStore(folder.settings, { openDriver: spying });
  await store.look(key, []);
  await store.close();
  expect(seen).toEqual([Buffer.from('ntls').readUInt32BE(0)]);
});
