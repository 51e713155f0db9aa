import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Client, type ClientConfig } from 'pg';
import { postgresCluster } from './postgresCluster';

export interface PostgresServer {
  /** A connection to a new, empty database of this server. */
  createDatabase(): Promise<ClientConfig>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL on a free port of 127.0.0.1 with a data folder of its own: the server that
 * TEST_POSTGRES_URL names (its user may create databases), else the binaries that the package manager brought.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '')
    return { createDatabase: () => createDatabase(readUrl(given)), stop: () => Promise.resolve() };
  const { bin, data: empty, identity } = postgresCluster();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'postgres-'));
  const data = path.join(folder, 'data');
  copyWithOwners(empty, data);
  if (identity !== null) chownSync(folder, identity.uid, identity.gid);
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'];
  const server = spawn('sh', ['-c', UNTIL_INPUT_ENDS, folder, path.join(bin, 'postgres'), ...args], {
    ...(identity ?? {}),
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await ready(server);
  const config = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
  return {
    createDatabase: () => createDatabase(config),
    stop: async () => {
      const exit = once(server, 'exit');
      server.stdin.end();
      if (server.exitCode === null) await exit;
    },
  };
}

/**
 * $0 is the folder, the rest the server's command. The server ends and its folder goes as soon as nobody holds the other
 * end of the input any more, however the tests ended; its output ends with it.
 */
const UNTIL_INPUT_ENDS =
  '"$@" & server=$!; exec 2>/dev/null; read -r line; kill -INT "$server"; wait "$server"; rm -rf "$0"';

function copyWithOwners(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp failed: ${stderr}`);
}

let databases = 0;
async function createDatabase(config: ClientConfig): Promise<ClientConfig> {
  const database = `test_${process.pid}_${++databases}`;
  const client = new Client(config);
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  return { ...config, database };
}

/** Waits for the line by which the server says that it takes connections. A test that goes on without it can end. */
async function ready(server: ChildProcessByStdio<Writable, null, Readable>): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    server.stderr.once('end', () => reject(new Error(`PostgreSQL ended: ${said}`)));
    server.once('error', reject);
  });
  for (const handle of [server, server.stdin, server.stderr] as readonly { unref?(): void }[])
    handle.unref?.();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function readUrl(text: string): ClientConfig {
  const url = new URL(text);
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || 'postgres',
  };
}
