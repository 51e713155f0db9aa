// The Capitol Trades watcher in a running n8n: import, publish, and what its runs brought.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../processes.mjs';
import { errorOf, outputsOf } from './api.mjs';
import { atEveryRun, forReplay, withMailbox } from './workflow.mjs';

const EXAMPLES = path.join(ROOT, 'examples');
const WATCHER = 'capitol-watcher.workflow.json';
const MAILBOX = 'Local mailbox (npm start)';

/** The WebMonitor node of the example. */
export const MONITOR_NODE = 'Check Capitol Trades';
/** The monitor it watches. */
export const MONITOR_ID = 'capitol_trades';

export const example = (name = WATCHER) => JSON.parse(readFileSync(path.join(EXAMPLES, name), 'utf8'));

const OF_A_WATCHER = /^capitol(?:Watcher|Replay)/;

/** The id of the workflow that watches this site. */
export function watcherId({ site, seed }) {
  if (site === 'live') return example().id;
  return `capitolReplay${createHash('sha256').update(seed).digest('hex').slice(0, 12)}`;
}

/**
 * Imports the examples where they are missing, points the watcher to `url` and to the mailbox, publishes it, and
 * answers its workflow id. The real site and every seed of the replay have a workflow, and so a state, of their own.
 */
export async function prepareWatcher(api, { site, seed, url, smtpPort }) {
  const credential = await mailbox(api, smtpPort);
  const present = await api.get('/workflows');
  for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.json') && file !== WATCHER)) {
    const other = withMailbox(example(name), credential);
    if (!present.some(({ id }) => id === other.id)) await api.post('/workflows', other);
  }

  const original = withMailbox(example(), credential);
  const wanted =
    site === 'live'
      ? atEveryRun(original)
      : {
          ...forReplay(original, url),
          id: watcherId({ site, seed }),
          name: `${original.name} (replay, seed ${seed})`,
        };
  for (const { id, active } of present)
    if (active && id !== wanted.id && OF_A_WATCHER.test(id)) await api.deactivate(id);
  const known = present.find(({ id }) => id === wanted.id);
  if (!known) await api.post('/workflows', wanted);
  else if (await isOutOfDate(api, wanted))
    await api.patch(`/workflows/${wanted.id}`, { nodes: wanted.nodes });
  else if (known.active) return wanted.id; // it ran when n8n started
  await api.activate(wanted.id);
  return wanted.id;
}

/** Only what a new port or a new credential changes counts: what the user changed on the canvas stays. */
async function isOutOfDate(api, wanted) {
  const { nodes } = await api.get(`/workflows/${wanted.id}`);
  const facts = (list) =>
    JSON.stringify([
      JSON.stringify(list).match(/http:\/\/127\.0\.0\.1:\d+\/trades/g),
      list.map(({ credentials }) => credentials?.smtp?.id ?? null).filter(Boolean),
    ]);
  return facts(nodes) !== facts(wanted.nodes);
}

/** n8n's credential for the mailbox that `npm start` opens. */
async function mailbox(api, port) {
  const data = {
    user: '',
    password: '',
    host: '127.0.0.1',
    port,
    secure: false,
    disableStartTls: true,
    hostName: '',
  };
  const body = { name: MAILBOX, type: 'smtp', data };
  const known = (await api.get('/credentials')).find(({ name }) => name === MAILBOX);
  if (known) await api.patch(`/credentials/${known.id}`, body);
  const { id } = known ?? (await api.post('/credentials', body));
  return { id, name: MAILBOX };
}

/** Waits until the workflow has run since `since` and is at rest: its runs, oldest first. */
export async function runsOf(api, workflowId, since) {
  const ended = await api.until('the run of the watcher', async () => {
    const { ended, running } = await api.executions(workflowId, since);
    return ended.length > 0 && running === 0 ? ended : null;
  });
  return Promise.all(ended.map(async ({ id }) => runOf(await api.execution(id))));
}

function runOf(execution) {
  const [entries = []] = outputsOf(execution, MONITOR_NODE);
  const isPreview = execution.mode === 'manual';
  return { id: execution.id, startedAt: execution.startedAt, error: errorOf(execution), isPreview, entries };
}

/** Tells of every further run, until the process ends. */
export async function watchRuns(api, workflowId, before, say) {
  const told = new Set(before.map(({ id }) => id));
  const since = new Date();
  for (;;) {
    await wait(2_000);
    const { ended } = await api.executions(workflowId, since).catch(() => ({ ended: [] }));
    for (const { id } of ended.filter((one) => !told.has(one.id))) {
      told.add(id);
      const { startedAt, error, isPreview, entries } = runOf(await api.execution(id));
      const what = isPreview ? 'was run by hand, a preview' : 'ran';
      say(`${startedAt} the watcher ${what}: ${error ?? `${entries.length} new`}`);
    }
  }
}

/** What the watcher's state says, read with the package's own front door: { status, location, newest }. */
export async function stateOf(workflowId, userFolder) {
  const { webMonitor } = createRequire(import.meta.url)(path.join(ROOT, 'dist/lib/webMonitor.js'));
  const database = { kind: 'sqlite', n8nFolder: path.join(userFolder, '.n8n') };
  const request = { scope: workflowId, monitorId: MONITOR_ID, database };
  const status = await webMonitor.status(request);
  const history = await webMonitor.history({ ...request, limit: 3 });
  return { status: status.data.monitors[0] ?? null, location: status.location, newest: history.data.entries };
}
