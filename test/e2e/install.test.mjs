/**
 * How the package comes into an n8n, is upgraded, moves to another machine and goes: always with what its monitors know.
 * Its own n8n, since all others of this folder share one that must stay as it is. The steps build on each other.
 */
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, errorOf, outputsOf } from '../../scripts/n8n/api.mjs';
import { installN8n } from '../../scripts/n8n/install.mjs';
import { startN8n } from '../../scripts/n8n/server.mjs';
import { npm, ROOT, run } from '../../scripts/processes.mjs';
import { openSite } from '../replay/site.mjs';
import { produce } from './production.mjs';
import { openRegistry, SCOPED_NAME } from './registry.mjs';

const FOLDER = path.join(ROOT, '.n8n-dev', `${process.env.E2E_FOLDER ?? 'e2e'}-install`);
const NAME = 'n8n-nodes-internet-tools';
const OLD = '0.0.9';
const NEW = '0.1.0';
const OWNER = { email: 'owner@n8n.local', password: 'Only-for-tests-1' };
const NODES = ['directApi', 'webFetch', 'webMonitor'];
const PAGE = 96;
/** n8n answers when npm has fetched all dependencies. */
const NPM_LIMIT_MS = 600_000;
const TRIGGER = {
  id: 'start',
  name: 'Start',
  type: 'n8n-nodes-base.manualTrigger',
  typeVersion: 1,
  position: [-400, 200],
  parameters: {},
};

describe('the package on its way into n8n and out of it', () => {
  let bin, folder, registry, site, n8n, backup;
  /** The workflow that began to watch: its id is the scope of the state. */
  let watcher;
  const first = path.join(FOLDER, 'first');
  const second = path.join(FOLDER, 'second');
  const state = (userFolder) => path.join(userFolder, '.n8n/internet-tools/state.db');
  const packageFolder = (userFolder, name) => path.join(userFolder, '.n8n/nodes/node_modules', name);

  before(async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    ({ bin, folder } = await installN8n((line) => console.log(line)));
    registry = await openRegistry(path.join(FOLDER, 'registry'));
    await registry.publish(OLD);
    await registry.publish(NEW);
    site = await openSite({ seed: 'install' });
  });
  after(async () => {
    await n8n?.server().stop();
    await registry?.close();
    await site?.close();
  });

  /** Starts n8n in a user folder; the one before has ended. */
  async function start(userFolder, env = {}) {
    await n8n?.server().stop();
    const server = await startN8n({
      bin,
      userFolder,
      port: 0,
      env: { GENERIC_TIMEZONE: 'UTC', NPM_CONFIG_USERCONFIG: registry.npmrc, ...env },
    });
    n8n = { api: await connect({ url: server.url, folder, owner: OWNER }), server: () => server };
  }

  /** The names of this package's node types that n8n knows. */
  async function knownTypes(name) {
    const all = await n8n.api.nodeTypes();
    return all
      .map(({ name: type }) => type)
      .filter((type) => typesOf(name).includes(type))
      .sort();
  }
  const typesOf = (name) => NODES.map((type) => `${name}.${type}`);

  const installed = async () =>
    (await n8n.api.get('/community-packages')).map(({ packageName, installedVersion }) => [
      packageName,
      installedVersion,
    ]);

  const workflow = (parameters, name = SCOPED_NAME) => ({
    name: 'Install paths',
    settings: { executionOrder: 'v1' },
    nodes: [
      TRIGGER,
      {
        id: 'monitor',
        name: 'WebMonitor',
        type: `${name}.webMonitor`,
        typeVersion: 1,
        position: [0, 0],
        parameters,
      },
    ],
    connections: { Start: { main: [[{ node: 'WebMonitor', type: 'main', index: 0 }]] } },
  });
  const check = (scope = null) => ({
    operation: 'check',
    monitors: { monitor: [{ parser: 'capitol_trades', id: 'capitol_trades', url: site.url }] },
    options: { allowPrivateNetwork: true },
    ...(scope === null ? {} : named(scope)),
  });
  const named = (scope) => ({ stateOf: 'scope', scope: { mode: 'name', value: scope } });

  /** What WebMonitor gives at its first output when the workflow runs in production. */
  async function resultsOf(made) {
    const execution = await made.run();
    assert.equal(errorOf(execution), null);
    return outputsOf(execution, 'WebMonitor')[0] ?? [];
  }
  const idsOf = (items) => items.map(({ data }) => data.id).sort();
  const newest = (count) =>
    site
      .shown(count)
      .map(({ id }) => id)
      .sort();

  async function once(parameters, name) {
    const made = await produce(n8n, workflow(parameters, name), 'Start');
    const items = await resultsOf(made);
    await made.end();
    return items;
  }

  it('installs from a registry, as under Settings, Community nodes', async () => {
    await start(first);
    assert.deepEqual(await knownTypes(SCOPED_NAME), []);
    const answer = await n8n.api.post(
      '/community-packages',
      { name: SCOPED_NAME, version: OLD },
      NPM_LIMIT_MS,
    );
    assert.deepEqual(answer.installedNodes.map(({ type }) => type).sort(), typesOf(SCOPED_NAME));
    assert.deepEqual(await knownTypes(SCOPED_NAME), typesOf(SCOPED_NAME));
    assert.deepEqual(await installed(), [[SCOPED_NAME, OLD]]);
  });

  it('works at once, with its database driver, without a restart and without any install script', async () => {
    watcher = await produce(n8n, workflow(check()), 'Start');
    assert.deepEqual(idsOf(await resultsOf(watcher)), newest(PAGE));
    assert.equal(statSync(state(first)).mode & 0o777, 0o600);
    assert.ok(!state(first).startsWith(packageFolder(first, '')), 'an upgrade replaces that folder');
  });

  it('is upgraded and knows what the version before knew', async () => {
    site.grow(3);
    const answer = await n8n.api.patch(
      '/community-packages',
      { name: SCOPED_NAME, version: NEW },
      NPM_LIMIT_MS,
    );
    assert.equal(answer.installedVersion, NEW);
    const { version } = JSON.parse(
      readFileSync(path.join(packageFolder(first, SCOPED_NAME), 'package.json'), 'utf8'),
    );
    assert.equal(version, NEW);
    await start(first);
    assert.deepEqual(await knownTypes(SCOPED_NAME), typesOf(SCOPED_NAME));
    assert.deepEqual(idsOf(await once(check(watcher.id))), newest(3));
  });

  it('writes a backup beside its database', async () => {
    const [{ data }] = await once({ operation: 'backup', fileName: 'moving.db' });
    backup = path.join(path.dirname(state(first)), 'moving.db');
    assert.ok(existsSync(backup), JSON.stringify(data));
  });

  it('is removed: its nodes are gone, the state stays', async () => {
    await n8n.api.delete(`/community-packages?name=${encodeURIComponent(SCOPED_NAME)}`);
    assert.deepEqual(await installed(), []);
    assert.deepEqual(await knownTypes(SCOPED_NAME), []);
    assert.ok(!existsSync(packageFolder(first, SCOPED_NAME)));
    assert.ok(existsSync(state(first)));
  });

  it('comes back into a plain folder by the commands of the README, and still knows everything', async () => {
    await n8n.server().stop();
    const commands = /\nnpm pack\n([^`]*)```/.exec(readFileSync(path.join(ROOT, 'README.md'), 'utf8'))[1];
    assert.match(commands, /^mkdir -p ~\/\.n8n\/nodes\/node_modules/);
    const work = path.join(FOLDER, 'by-hand');
    mkdirSync(work);
    await npm(['pack', '--ignore-scripts', '--pack-destination', work], { cwd: ROOT });
    const cache = await npm(['config', 'get', 'cache'], { cwd: work });
    const env = { ...process.env, HOME: first, npm_config_cache: cache.trim() };
    await run('bash', ['-ec', commands], { cwd: work, env });
    site.grow(2);
    await start(first);
    assert.deepEqual(await knownTypes(NAME), typesOf(NAME));
    assert.deepEqual(idsOf(await once(check(watcher.id), NAME)), newest(2));
  });

  it('is installed by environment variables on another machine', async () => {
    mkdirSync(path.dirname(state(second)), { recursive: true, mode: 0o700 });
    copyFileSync(backup, state(second));
    chmodSync(state(second), 0o600);
    await start(second, {
      N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
      N8N_COMMUNITY_PACKAGES: JSON.stringify([{ name: SCOPED_NAME, version: NEW }]),
    });
    await n8n.api.until('n8n to install the package', async () => (await installed()).length > 0);
    assert.deepEqual(await installed(), [[SCOPED_NAME, NEW]]);
    assert.deepEqual(await knownTypes(SCOPED_NAME), typesOf(SCOPED_NAME));
  });

  it('reports there only what came since the backup, once the workflow has adopted its former state', async () => {
    const moved = await produce(n8n, workflow(check()), 'Start');
    assert.notEqual(moved.id, watcher.id);
    const [{ data }] = await once({
      operation: 'adopt',
      fromScope: { mode: 'name', value: watcher.id },
      ...named(moved.id),
    });
    assert.deepEqual(
      data.adopted.map(({ monitorId, knownIds }) => [monitorId, knownIds]),
      [['capitol_trades', PAGE + 3]],
    );
    site.grow(4);
    assert.deepEqual(idsOf(await resultsOf(moved)), newest(2 + 4));
    assert.deepEqual(await resultsOf(moved), []);
  });
});
