// A running n8n of our own: on 127.0.0.1, in a user folder of its own, without any call home.
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launch, NODE, run, stop } from '../processes.mjs';
import { freePort } from './ports.mjs';

const READY_WITHIN_MS = 300_000;

/**
 * Starts n8n and waits until it is ready. Answers `{ url, port, pid, log, startedAt, stop() }`; its output goes to
 * `<userFolder>/n8n.log`. `port` is where it shall listen (0: anywhere): a busy one is named, and another taken.
 * `env` overrides the settings. `command` is `worker` for a worker of queue mode, which answers only for its health.
 */
export async function startN8n({
  bin,
  command = 'start',
  userFolder,
  port: preferred,
  env = {},
  say = () => {},
}) {
  mkdirSync(userFolder, { recursive: true });
  const log = path.join(userFolder, 'n8n.log');
  const startedAt = new Date();
  for (let attempt = 1, wanted = preferred; ; attempt++) {
    const port = await freePort(wanted);
    if (preferred > 0 && port !== preferred)
      say(`Port ${preferred} is taken by another program, n8n takes ${port}.`);
    const brokerPort = await freePort(0);
    const child = begin({ bin, command, userFolder, port, brokerPort, log, env });
    const url = `http://127.0.0.1:${port}`;
    if (await ready(child, url, say)) {
      const pidFile = path.join(userFolder, 'n8n.pid');
      const end = async () => {
        await stop(child, 30_000);
        rmSync(pidFile, { force: true });
      };
      return { url, port, pid: child.pid, log, startedAt, stop: end };
    }
    await stop(child, 1_000);
    const output = readFileSync(log, 'utf8').trimEnd();
    // another program may take a port while n8n is on its way to it
    if (attempt === 3 || !output.includes('is already in use'))
      throw new Error(`n8n did not start. The end of ${log}:\n${output.split('\n').slice(-25).join('\n')}`);
    if (preferred > 0) wanted = port + 1;
  }
}

/** Unpublishes a workflow of an n8n that does not run: published, it would start with n8n. */
export async function unpublish({ bin, userFolder, workflowId }) {
  const env = { ...cleanEnvironment(), ...settings(userFolder, 0, 0) };
  await run(NODE, [bin, 'unpublish:workflow', `--id=${workflowId}`], { cwd: userFolder, env });
}

function begin({ bin, command, userFolder, port, brokerPort, log, env }) {
  const child = launch(NODE, [bin, command], {
    cwd: userFolder,
    env: { ...cleanEnvironment(), ...settings(userFolder, port, brokerPort), ...env },
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  child.once('close', () => file.end());
  writeFileSync(path.join(userFolder, 'n8n.pid'), String(child.pid));
  return child;
}

function settings(userFolder, port, brokerPort) {
  return {
    N8N_USER_FOLDER: userFolder,
    N8N_PORT: String(port),
    N8N_HOST: '127.0.0.1',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    // only a worker looks at these three
    QUEUE_HEALTH_CHECK_ACTIVE: 'true',
    QUEUE_HEALTH_CHECK_PORT: String(port),
    N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
    N8N_PROTOCOL: 'http',
    N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
    N8N_SECURE_COOKIE: 'false',
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
    GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_DYNAMIC_BANNERS_ENABLED: 'false',
    N8N_VERIFIED_PACKAGES_ENABLED: 'false',
    N8N_DISABLED_MODULES: 'mcp-registry',
    NO_COLOR: '1',
  };
}

/** Without the settings of another n8n of this user and what npm tells its scripts; Node 24 first on the path. */
function cleanEnvironment() {
  const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|CREDENTIALS_|npm_|NODE_ENV$|GENERIC_TIMEZONE$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const PATH = [path.dirname(NODE), process.env.PATH].join(path.delimiter);
  return { ...Object.fromEntries(kept), PATH };
}

/** Whether n8n became ready, before it ended or the time was over. */
async function ready(child, url, say) {
  const end = Date.now() + READY_WITHIN_MS;
  let next = Date.now() + 10_000;
  while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
    if (await answers(`${url}/healthz/readiness`)) return true;
    if (Date.now() > next) {
      next += 10_000;
      say('  n8n is starting ...');
    }
    await wait(250);
  }
  return false;
}

const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
