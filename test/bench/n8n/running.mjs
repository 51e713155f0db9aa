/** A real n8n for the benchmark: starts it with the package in place, runs workflows in production mode, and looks at it. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, errorOf } from '../../../scripts/n8n/api.mjs';
import { installN8n } from '../../../scripts/n8n/install.mjs';
import { placePackage } from '../../../scripts/n8n/place.mjs';
import { startN8n } from '../../../scripts/n8n/server.mjs';
import { ROOT } from '../../../scripts/processes.mjs';
import { ALLOWED_IN_CODE } from './opponents.mjs';

const USER_FOLDER = path.join(ROOT, '.n8n-dev/bench');
const OWNER = { email: 'owner@n8n.local', password: 'Only-for-tests-1' };
const say = (line) => console.error(line);

/** Empties the user folder, and installs n8n and the package as n8n does. Answers `{ start() }`. */
export async function prepareN8n() {
  rmSync(USER_FOLDER, { recursive: true, force: true });
  const { bin, folder } = await installN8n(say);
  await placePackage(USER_FOLDER);
  const settled = path.join(USER_FOLDER, 'memory.json');
  return {
    /** A fresh process over the same user folder: `{ produce(opponent), settle(), peakMb(), stop() }`. */
    async start() {
      const server = await startN8n({
        bin,
        userFolder: USER_FOLDER,
        port: 0,
        say,
        env: {
          NODE_FUNCTION_ALLOW_EXTERNAL: ALLOWED_IN_CODE,
          // --require reaches n8n alone: its task runner gets an environment of its own
          NODE_OPTIONS: `--require=${path.join(import.meta.dirname, 'settle.cjs')}`,
          SETTLE_FILE: settled,
        },
      });
      const api = await connect({ url: server.url, folder, owner: OWNER });
      return {
        produce: (opponent) => produce(api, server, opponent),
        settle: () => settle(server.pid, settled),
        peaks: () => peaks(server.pid),
        stop: () => server.stop(),
      };
    },
  };
}

/** Publishes a workflow. `run()` answers when it has ended; `measured()` gives what its newest execution took and found. */
async function produce(api, server, opponent) {
  const hook = `bench-${randomUUID()}`;
  const { id } = await api.post('/workflows', opponent.workflow(hook));
  await api.activate(id);

  async function run() {
    const response = await fetch(`${server.url}/webhook/${hook}`, {
      method: 'POST',
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(60_000),
    });
    await response.text();
    // n8n goes on with publishing after it has answered
    if (response.status === 404) return false;
    if (!response.ok) throw new Error(`${opponent.name}: the webhook gave ${response.status}`);
    return true;
  }

  let last = 0;
  async function measured() {
    const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
    const ended = await api.until('the execution', async () => {
      const { results } = await api.get(`/executions?filter=${filter}&limit=1`);
      const [newest] = results;
      return newest !== undefined && Number(newest.id) > last && newest.stoppedAt ? newest : null;
    });
    last = Number(ended.id);
    const execution = await api.execution(ended.id);
    if (execution.status !== 'success') throw new Error(`${opponent.name}: ${errorOf(execution)}`);
    const { runData } = execution.data.resultData;
    const ms = opponent.measured.map((name) => runData[name]?.[0]?.executionTime ?? 0);
    const items = runData[opponent.last]?.[0]?.data?.main[0] ?? [];
    return { ms, ids: items.map(({ json }) => opponent.idOf(json)) };
  }

  await api.until(`the webhook of ${opponent.name}`, run, 30_000);
  return { run, measured, deactivate: () => api.deactivate(id) };
}

/** Lets n8n collect its garbage, and forgets the peaks so far. Answers process.memoryUsage() of then. */
async function settle(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (const end = Date.now() + 30_000; !existsSync(file); await wait(50))
    if (Date.now() > end) throw new Error('n8n did not answer the signal');
  for (const one of family(pid)) writeFileSync(`/proc/${one}/clear_refs`, '5');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The highest resident memory since `settle`, in bytes: of n8n itself, and of it with its task runner. */
function peaks(pid) {
  const all = family(pid).map((one) => {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  });
  return { n8n: all[0], whole: all.reduce((sum, one) => sum + one, 0) };
}

/** A process and all below it. */
function family(pid) {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) ? parentOf(name) : null;
    return parent === null ? [] : [{ pid: Number(name), parent }];
  });
  const below = (one) => [
    one,
    ...parents.filter(({ parent }) => parent === one).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

/** Null for one that has ended meanwhile. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
