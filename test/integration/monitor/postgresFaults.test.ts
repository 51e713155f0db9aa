import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { openPostgresStore } from '../../../lib/monitor/store/postgres/postgresStore';
import type { PostgresSettings } from '../../../lib/monitor/store/settings';
import type { Store } from '../../../lib/monitor/store/store';
import { aDecision, aNewEntry, aState } from '../../helpers/decisions';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';

const key = { scope: 'workflow', monitorId: 'trades' };
const opened: Store[] = [];
function open(given: Partial<PostgresSettings> = {}): Store {
  const store = openPostgresStore({ ...settings, ...given });
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

const proxies: CommitCutter[] = [];
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

  it('after the server committed and before it could say so is no failure: nothing is reported twice', async () => {
    const proxy = await commitCutter(settings.port);
    const store = open({ port: proxy.port });
    await insert(store, ['1']);
    proxy.cutAfterCommit();
    await insert(store, ['2']);
    expect(proxy.cuts()).toBe(1);
    expect((await store.look(key, ['2'])).known.size).toBe(1);
  });

  it('before the commit reaches the server is a failure, and nothing was written', async () => {
    const proxy = await commitCutter(settings.port);
    const store = open({ port: proxy.port });
    await insert(store, ['1']);
    proxy.cutBeforeCommit();
    await expect(insert(store, ['2'])).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    expect(proxy.cuts()).toBe(1);
    expect((await store.look(key, ['1', '2'])).known.size).toBe(1);
  });
});

interface CommitCutter {
  readonly port: number;
  cutAfterCommit(): void;
  cutBeforeCommit(): void;
  cuts(): number;
  close(): Promise<void>;
}

/** A proxy that breaks one connection around a COMMIT, as a network does. */
async function commitCutter(port: number): Promise<CommitCutter> {
  let mode: 'pass' | 'before' | 'after' = 'pass';
  let cuts = 0;
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let committing = false;
    const cut = (): void => {
      mode = 'pass';
      cuts += 1;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      const commits = mode !== 'pass' && chunk.includes('COMMIT\0');
      if (commits && mode === 'before') {
        cut();
        return;
      }
      committing = commits;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (committing) cut();
      else client.write(chunk);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cutter: CommitCutter = {
    port: (proxy.address() as AddressInfo).port,
    cutAfterCommit: () => (mode = 'after'),
    cutBeforeCommit: () => (mode = 'before'),
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
  proxies.push(cutter);
  return cutter;
}
