/** PostgreSQL and Redis on free ports of 127.0.0.1, with data of their own that ends with them. */
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/n8n/ports.mjs';
import { services } from '../../scripts/n8n/services.mjs';
import { launch, run, stop } from '../../scripts/processes.mjs';

const { Client } = createRequire(import.meta.url)('pg');

/** PostgreSQL refuses to run as root: its server then runs as this user (nobody). */
const NOBODY = 65534;

/** Starts PostgreSQL. Answers `{ config, client(database), close() }`; `client` is connected, and closed with the server. */
export async function openPostgres() {
  const { postgresBin } = services();
  const folder = ownFolder('queue-postgres-');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const options = { cwd: folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
  const data = path.join(folder, 'data');
  const init = [
    '-D',
    data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  await run(path.join(postgresBin, 'initdb'), init, options);
  const port = await freePort(0);
  const settings = [
    '-p',
    port,
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
  ];
  const server = launch(path.join(postgresBin, 'postgres'), ['-D', data, ...settings.map(String)], options);
  await says(server, 'ready to accept connections');
  const config = { host: '127.0.0.1', port, user: 'postgres', password: 'not-asked-for' };
  const clients = [];
  return {
    config,
    async client(database) {
      const client = new Client({ ...config, database });
      await client.connect();
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.end().catch(() => {});
      // SIGINT is PostgreSQL's fast end; SIGTERM waits for its clients
      server.kill('SIGINT');
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts Redis, in memory only. Answers `{ port, close() }`. */
export async function openRedis() {
  const { redisServer } = services();
  const folder = ownFolder('queue-redis-');
  const port = await freePort(0);
  const settings = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const server = launch(redisServer, settings.map(String), { cwd: folder });
  await says(server, 'Ready to accept connections');
  return {
    port,
    async close() {
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Goes with this process at the latest, also where a test is broken off. */
function ownFolder(prefix) {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits until a server writes `words`; fails with all it wrote when it ends before. */
function says(server, words) {
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => {
        if (said.length < 100_000) said += chunk;
        if (said.includes(words)) resolve();
      });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`A server ended before it said "${words}": ${said}`)));
  });
}
