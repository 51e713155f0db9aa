/** The one n8n that all files of this folder share: started by the first that asks, ended after the last test. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { connect } from '../../scripts/n8n/api.mjs';
import { installN8n } from '../../scripts/n8n/install.mjs';
import { placePackage } from '../../scripts/n8n/place.mjs';
import { startN8n } from '../../scripts/n8n/server.mjs';
import { endChildrenOnSignals, ROOT, stopAll } from '../../scripts/processes.mjs';

/** Kept until the next run, so that n8n's log can be read after a failure. E2E_FOLDER names another one. */
const USER_FOLDER = path.join(ROOT, '.n8n-dev', process.env.E2E_FOLDER ?? 'e2e');
const OWNER = { email: 'owner@n8n.local', password: 'Only-for-tests-1' };

let started = null;

/**
 * `{ api, owner, userFolder, packageFolder, server(), restart(between) }`: n8n in production mode with the package installed
 * as n8n installs it, in a user folder that was empty. `restart` runs `between` while n8n is down.
 */
export function theN8n() {
  started ??= begin();
  return started;
}

async function begin() {
  endChildrenOnSignals();
  rmSync(USER_FOLDER, { recursive: true, force: true });
  const { bin, folder } = await installN8n((line) => console.log(line));
  const { folder: packageFolder } = await placePackage(USER_FOLDER);
  const start = (port) => startN8n({ bin, userFolder: USER_FOLDER, port, env: { GENERIC_TIMEZONE: 'UTC' } });
  let server = await start(0);
  const api = await connect({ url: server.url, folder, owner: OWNER });
  return {
    api,
    owner: OWNER,
    userFolder: USER_FOLDER,
    packageFolder,
    server: () => server,
    async restart(between = async () => {}) {
      await server.stop();
      await between();
      server = await start(server.port);
      return server;
    },
  };
}

after(async () => {
  if (started === null) return;
  const n8n = await started.catch(() => null);
  await n8n?.server().stop();
  await stopAll();
});
