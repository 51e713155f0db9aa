import { Client, type ClientConfig } from 'pg';
import { LIMITS } from '../../../lib/limits';
import { openPostgresStore } from '../../../lib/monitor/store/postgres/postgresStore';
import type { PostgresSettings } from '../../../lib/monitor/store/settings';
import type { Store } from '../../../lib/monitor/store/store';
import { aDecision, aNewEntry, aState } from '../../helpers/decisions';
import { errorOf, serveRaw } from '../../helpers/loopback';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';
import { commitCutter, endingProxy, silentProxy } from '../../helpers/postgresProxies';
import { idsOf, listMonitor, watcher, WatchedSite } from '../../helpers/watched';

const key = { scope: 'workflow', monitorId: 'trades' };
const opened: Store[] = [];
function open(
  given: Partial<PostgresSettings> = {},
  waits: Parameters<typeof openPostgresStore>[1] = {},
): Store {
  const store = openPostgresStore({ ...settings, ...given }, waits);
  opened.push(store);
  return store;
}
const insert = (store: Store, ids: readonly string[]) =>
  store.check(key, ids, () => aDecision({ insert: ids.map((id) => aNewEntry(id)), state: aState() }));

let server: PostgresServer;
let config: ClientConfig;
let settings: PostgresSettings;
beforeAll(async () => {
  server = await startPostgres();
}, 240_000);
afterAll(() => server.stop(), 60_000);
beforeEach(async () => {
  config = await server.createDatabase();
  const { host = '', port = 0, user = '', database = '' } = config;
  settings = { kind: 'postgres', host, port, user, password: 'never-shown', database };
}, 120_000);

const proxies: { close(): Promise<void> }[] = [];
async function through<Proxy extends { close(): Promise<void> }>(
  made: (port: number) => Promise<Proxy>,
): Promise<Proxy> {
  const proxy = await made(settings.port);
  proxies.push(proxy);
  return proxy;
}
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** Runs `sql` as the administrator of the test's database. */
async function asAdmin(sql: string): Promise<void> {
  const client = new Client(config);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function failure(given: Partial<PostgresSettings>): Promise<{ code: string; message: string }> {
  return await insert(open(given), ['1']).then(
    () => ({ code: 'none', message: '' }),
    (error: unknown) => error as { code: string; message: string },
  );
}

describe('what goes wrong with PostgreSQL has a code and says what to do', () => {
  it('a server that is not there', async () => {
    const { code, message } = await failure({ port: 1 });
    expect(code).toBe('STATE_UNAVAILABLE');
    expect(message).toContain('cannot be reached. Check host, port and network');
    expect(message).not.toContain('never-shown');
  });

  it('a database that is not there', async () => {
    const { code, message } = await failure({ database: 'nowhere' });
    expect([code, message]).toEqual(['STATE_UNAVAILABLE', expect.stringContaining('has no such database')]);
  });

  it('a schema that is not there', async () => {
    const { code, message } = await failure({ schema: 'nowhere' });
    expect([code, message]).toEqual(['INVALID_CONFIG', expect.stringContaining('has no such schema')]);
  });

  it('a schema name that is none, and an SSH tunnel, before anything is opened', () => {
    expect(() => openPostgresStore({ ...settings, schema: 'a"; DROP' })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
    expect(() => openPostgresStore({ ...settings, sshTunnel: true })).toThrow('SSH tunnel');
  });

  it('a server without SSL where the credential wants it', async () => {
    const { code, message } = await failure({ ssl: 'require' });
    expect([code, message]).toEqual(['INVALID_CONFIG', expect.stringContaining('Change its SSL settings')]);
  });

  it('a read-only database', async () => {
    await insert(open(), ['1']);
    await asAdmin(`ALTER DATABASE ${settings.database} SET default_transaction_read_only = on`);
    const store = open();
    // Our transactions say nothing of reading or writing unless they only read.
    await expect(insert(store, ['2'])).rejects.toMatchObject({ code: 'STATE_READONLY' });
  });

  it('a user that may not write', async () => {
    await insert(open(), ['1']);
    await asAdmin(
      'DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA public TO reader',
    );
    await asAdmin('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
    const { code } = await failure({ user: 'reader' });
    await asAdmin('DROP OWNED BY reader; DROP ROLE reader');
    expect(code).toBe('STATE_READONLY');
  });

  it('tables of another shape, and of a newer version', async () => {
    await insert(open(), ['1']);
    await asAdmin('ALTER TABLE internet_tools_entries RENAME COLUMN twin TO sibling');
    expect(await failure({})).toMatchObject({ code: 'STATE_UNAVAILABLE' });
    await asAdmin('INSERT INTO internet_tools_versions (version) VALUES (99)');
    const { code, message } = await failure({});
    expect([code, message]).toEqual([
      'STATE_UNAVAILABLE',
      expect.stringContaining('newer version of this package'),
    ]);
  });

  it('a monitor that another worker holds for too long: nothing is changed, and others go on', async () => {
    const store = open();
    await insert(store, ['1']);
    const holder = new Client(config);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM internet_tools_leases FOR UPDATE');
    const waiting = insert(store, ['2']).catch((error: unknown) => error);
    await store.check({ ...key, monitorId: 'other' }, ['9'], () => aDecision({ insert: [aNewEntry('9')] }));
    expect(await waiting).toMatchObject({ code: 'STATE_LOCKED' });
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await store.look(key, ['1', '2'])).known.size).toBe(1);
  }, 30_000);
});

describe('a server that is too slow', () => {
  const slowly = `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(600); RETURN NEW; END';
    CREATE TRIGGER wait BEFORE INSERT ON internet_tools_entries FOR EACH ROW EXECUTE FUNCTION wait()`;
  const watched = async (store: Store) => {
    const site = new WatchedSite();
    const check = watcher(site, store);
    site.add('1', '2');
    await check();
    site.add('3', '4');
    return check;
  };
  const failsAs = (sentence: string) => ({
    code: 'STATE_UNAVAILABLE',
    message: expect.stringContaining(`The state in ${open().location} ${sentence}`),
  });

  it('to do its work stops by itself; nothing is changed, and nothing lost once it is quick again', async () => {
    const store = open({}, { statementMs: 1_000 });
    const check = await watched(store);
    await asAdmin(slowly);
    for (const times of [1, 2]) {
      await expect(check()).rejects.toMatchObject(failsAs('is too slow to answer. Nothing was changed'));
      const { state, known } = await store.look({ scope: 'workflow', monitorId: 'list' }, [
        '1',
        '2',
        '3',
        '4',
      ]);
      expect([[...known.keys()], state?.failures, state?.checks]).toEqual([
        ['1', '2'],
        { STATE_UNAVAILABLE: times },
        1,
      ]);
    }
    await asAdmin('DROP TRIGGER wait ON internet_tools_entries');
    expect(idsOf(await check())).toEqual(['3', '4']);
  });

  it('to answer at all, from one moment on, is not waited for without end', async () => {
    const proxy = await through(silentProxy);
    const check = await watched(open({ port: proxy.port }, { queryMs: 1_500, connectMs: 1_500 }));
    proxy.fallSilent();
    for (const _ of [1, 2]) await expect(check()).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    proxy.speakAgain();
    expect(idsOf(await check())).toEqual(['3', '4']);
    expect(idsOf(await check())).toEqual([]);
  });

  it('so that a check is lost within its transaction has changed nothing, and the next one finds everything', async () => {
    const proxy = await through(silentProxy);
    const check = await watched(open({ port: proxy.port }, { queryMs: 1_500, connectMs: 1_500 }));
    proxy.fallSilentAt('INSERT INTO');
    await expect(check()).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    proxy.speakAgain();
    expect(idsOf(await check())).toEqual(['3', '4']);
  });

  /** A watched site whose store reaches the server through a proxy that can fall silent, and does not wait for long. */
  const fallingSilent = async () => {
    const proxy = await through(silentProxy);
    const waits = { queryMs: 1_000, connectMs: 500, outcomeMs: 1_000, statementMs: 3_000 };
    const store = open({ port: proxy.port }, waits);
    const site = new WatchedSite();
    return { proxy, store, site, watch: watcher(site, store) };
  };

  const keptContents = [
    ['kept', {}],
    ['not kept', { storeHistory: false }],
  ] as const;
  it.each(keptContents)(
    'to say that it stored a check loses nothing: its entries are offered, flagged, once it is heard again (contents %s)',
    async (_, definition) => {
      const { proxy, site, watch } = await fallingSilent();
      const check = () => watch({}, listMonitor(definition));
      site.add('1', '2');
      await check();
      site.add('3', '4');
      proxy.fallSilentAfter('INSERT INTO', 'COMMIT\0');
      await expect(check()).rejects.toMatchObject({
        code: 'STATE_UNAVAILABLE',
        message: expect.stringContaining('whether it did is not known yet. The next check finds out'),
      });
      proxy.speakAgain();
      site.add('5');
      const results = await check();
      expect(results.map((it) => [idsOf([it]), it.redelivered])).toEqual([
        [['3', '4'], true],
        [['5'], false],
      ]);
      expect(results[0]?.data.newEntries[0]?.fields['title']).toBe('Entry 3');
      expect(idsOf(await check())).toEqual([]);
    },
    30_000,
  );

  it('to say that it stored the offer of what a limit had left loses nothing of it', async () => {
    const { proxy, site, watch } = await fallingSilent();
    const check = () => watch({ limit: 1 }, listMonitor({ storeHistory: false }));
    site.add('1', '2', '3');
    expect(idsOf(await check())).toEqual(['1']);
    proxy.fallSilentAfter('INSERT INTO', 'COMMIT\0');
    await expect(check()).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    proxy.speakAgain();
    const delivered = [];
    for (let runs = 0; runs < 3; runs += 1) delivered.push(...idsOf(await check()));
    expect(delivered).toEqual(['2', '3']);
  }, 30_000);

  it('to say that it stored a batch to acknowledge lets its execution confirm nothing of it, since it was never handed on', async () => {
    const { proxy, store, site, watch } = await fallingSilent();
    const check = (executionId: string) =>
      watch({ delivery: 'acknowledge', leaseSeconds: 3_600, executionId });
    site.add('1', '2');
    expect(idsOf(await check('first'))).toEqual(['1', '2']);
    await store.acknowledge({ executionId: 'first' }, '');
    site.add('3', '4');
    proxy.fallSilentAfter('INSERT INTO', 'COMMIT\0');
    await expect(check('second')).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    proxy.speakAgain();
    await expect(store.acknowledge({ executionId: 'second' }, '')).rejects.toMatchObject({
      code: 'UNKNOWN_BATCH',
    });
    const results = await check('third');
    expect(results.map((it) => [idsOf([it]), it.redelivered])).toEqual([
      [['3', '4'], true],
      [[], false],
    ]);
    expect((await store.acknowledge({ executionId: 'third' }, '')).acknowledged).toMatchObject([
      { entries: 2 },
    ]);
  }, 30_000);

  it('to say that it stored something else says so: it can be done again', async () => {
    const { proxy, store } = await fallingSilent();
    await insert(store, ['1']);
    proxy.fallSilentAfter('INSERT INTO', 'COMMIT\0');
    const failure = await errorOf(store.reset(key));
    expect(failure.message).toContain('is not known yet. Run it again once the database answers.');
    proxy.speakAgain();
    await store.reset(key);
    expect((await store.look(key, ['1'])).state).toBeNull();
  }, 30_000);

  it('before it is told to store a check finds everything anew', async () => {
    const { proxy, store } = await fallingSilent();
    const check = await watched(store);
    proxy.fallSilentAt('INSERT INTO', 'COMMIT\0');
    await expect(check()).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    proxy.speakAgain();
    const results = await check();
    expect(results.map((it) => [idsOf([it]), it.redelivered])).toEqual([[['3', '4'], false]]);
    expect(idsOf(await check())).toEqual([]);
  }, 30_000);

  it('to say hello, although it takes connections, is told as one that cannot be reached, in the time for that', async () => {
    const silent = await serveRaw(() => undefined);
    const store = open({ port: Number(new URL(silent.url).port) }, { connectMs: 1_500 });
    const from = performance.now();
    const { code, message } = await errorOf(store.look(key, []));
    const waited = performance.now() - from;
    await silent.close();
    expect([code, message]).toEqual(['STATE_UNAVAILABLE', expect.stringContaining('cannot be reached')]);
    expect(message).not.toContain('never-shown');
    expect(waited).toBeLessThan(LIMITS.state.postgres.connectMs);
  });
});

describe('a connection that breaks', () => {
  it('is replaced: the next check goes on', async () => {
    const store = open();
    await insert(store, ['1']);
    await asAdmin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = '${settings.database}'`,
    );
    await insert(store, ['2']);
    expect((await store.look(key, ['1', '2'])).known.size).toBe(2);
  });

  it.each([
    ['as soon as it is there', 'Z\0\0\0\x05I'],
    ['while the tables are looked for', 'BEGIN\0'],
  ])('%s is a failure of that use alone, and no end of the process', async (_, answer) => {
    const proxy = await through((port) => endingProxy(port, answer));
    const store = open({ port: proxy.port });
    await expect(insert(store, ['1'])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    await insert(store, ['1']);
    expect((await store.look(key, ['1'])).known.size).toBe(1);
  });

  it('after the server committed and before it could say so is no failure: nothing is reported twice', async () => {
    const proxy = await through(commitCutter);
    const store = open({ port: proxy.port });
    await insert(store, ['1']);
    proxy.cutAfterCommit();
    await insert(store, ['2']);
    expect(proxy.cuts()).toBe(1);
    expect((await store.look(key, ['2'])).known.size).toBe(1);
  });

  it('before the commit reaches the server is a failure, and nothing was written', async () => {
    const proxy = await through(commitCutter);
    const store = open({ port: proxy.port });
    await insert(store, ['1']);
    proxy.cutBeforeCommit();
    await expect(insert(store, ['2'])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    expect(proxy.cuts()).toBe(1);
    expect((await store.look(key, ['1', '2'])).known.size).toBe(1);
  });
});
