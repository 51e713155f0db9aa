/** n8n in queue mode on this machine: one main process and workers over one PostgreSQL and one Redis. */
import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../../scripts/n8n/api.mjs';
import { installN8n } from '../../scripts/n8n/install.mjs';
import { placePackage } from '../../scripts/n8n/place.mjs';
import { startN8n } from '../../scripts/n8n/server.mjs';
import { ROOT } from '../../scripts/processes.mjs';

/** Kept until the next run, so that the logs can be read after a failure. */
const FOLDER = path.join(ROOT, '.n8n-dev/queue');
const OWNER = { email: 'owner@n8n.local', password: 'Only-for-tests-1' };

/**
 * Starts the main process and one worker per name, each with a user folder of its own and the package in it.
 * Answers `{ api, kill(name), start(name), stop() }`. What a worker asks of PostgreSQL carries its name as
 * application name. `kill` ends a worker as a crash of its machine does, and waits until it is gone.
 */
export async function openQueueMode({ postgres, redis, database, workers }) {
  rmSync(FOLDER, { recursive: true, force: true });
  const { bin, folder } = await installN8n((line) => console.log(line));
  const folderOf = (name) => path.join(FOLDER, name);
  await placePackage(folderOf('main'));
  for (const name of workers)
    cpSync(path.join(folderOf('main'), '.n8n'), path.join(folderOf(name), '.n8n'), { recursive: true });

  const shared = {
    EXECUTIONS_MODE: 'queue',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: postgres.host,
    DB_POSTGRESDB_PORT: String(postgres.port),
    DB_POSTGRESDB_USER: postgres.user,
    DB_POSTGRESDB_PASSWORD: postgres.password,
    DB_POSTGRESDB_DATABASE: database,
    QUEUE_BULL_REDIS_HOST: '127.0.0.1',
    QUEUE_BULL_REDIS_PORT: String(redis.port),
    N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
    GENERIC_TIMEZONE: 'UTC',
  };
  const running = new Map();
  const start = async (name, command) => {
    const env = { ...shared, PGAPPNAME: name };
    running.set(name, await startN8n({ bin, command, userFolder: folderOf(name), port: 0, env }));
  };
  const stop = () => Promise.all([...running.values()].map((server) => server.stop()));
  try {
    await start('main', 'start');
    const api = await connect({ url: running.get('main').url, folder, owner: OWNER });
    await Promise.all(workers.map((name) => start(name, 'worker')));
    return {
      api,
      start: (name) => start(name, 'worker'),
      async kill(name) {
        const server = running.get(name);
        process.kill(-server.pid, 'SIGKILL');
        await server.stop();
        running.delete(name);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
