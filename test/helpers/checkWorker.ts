import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createHttpClient } from '../../lib/http/httpClient';
import { checkMonitor } from '../../lib/monitor/check';
import { readMonitors } from '../../lib/monitor/definitions';
import { generic } from '../../lib/monitor/parsers/generic';
import type { DeliveredEntry, Delivery } from '../../lib/monitor/request';
import { redeliver } from '../../lib/monitor/operations/redeliver';
import type { PostgresSettings } from '../../lib/monitor/store/settings';
import { createThreads } from '../../lib/threads/pool';
import { openDyingStore, type Mistake } from './dyingStore';

/**
 * Executions of one monitor in a process of its own: check over HTTP, deliver (a line per entry in `mailbox`),
 * acknowledge. The process does one job after the other, each with a store and a client of its own. It says "ready" when
 * a job begins and a dot after each execution; it is killed from outside, or kills itself where it is told to.
 */
export interface Job {
  /** Where the state lies; in PostgreSQL instead where that is given. */
  readonly n8nFolder: string;
  readonly postgres?: PostgresSettings;
  readonly list: string;
  readonly mailbox: string;
  readonly delivery: Delivery;
  readonly executionId: string;
  /** Milliseconds since 1970 at the first execution; each further one is hours later, when everything is due again. */
  readonly now: number;
  readonly executions: number;
  /** The last execution ends before it acknowledges, as one whose workflow fails after the mail. */
  readonly leavesPending: boolean;
  /** After all executions everything that was ever recorded is asked for again. */
  readonly redelivers: boolean;
  /** Gone before the n-th statement of this job runs, or before its n-th entry is delivered. */
  readonly killBefore: Moment | null;
  readonly mistake: Mistake | null;
}

export interface Moment {
  readonly what: 'statement' | 'mail';
  readonly nth: number;
}

const HOURS_MS = 7 * 3_600_000;

async function run(job: Job): Promise<void> {
  const clock = { now: job.now };
  const http = createHttpClient({ env: {}, nowMs: () => clock.now });
  const store = await openDyingStore(job, stepOf(job, 'statement'));
  const threads = createThreads();
  const tools: Tools = { http, threads, store, parser: generic, now: () => clock.now, newId: randomUUID };
  const mail = mailTo(job);
  process.stdout.write('ready\n');
  for (let times = 0; times < job.executions; times += 1, clock.now += HOURS_MS) {
    await execute(job, times, tools, mail);
    process.stdout.write('.');
  }
  if (job.redelivers) {
    const request = { ...requestOf(job, job.executions), monitorId: 'list', since: '2000-01-01' };
    for (const { data } of await redeliver(request, tools)) mail(data.newEntries);
  }
  await store.close();
  await http.close();
}

type Tools = Parameters<typeof checkMonitor>[2];
type Mail = (entries: readonly DeliveredEntry[]) => void;

async function execute(job: Job, times: number, tools: Tools, mail: Mail): Promise<void> {
  const monitors = readMonitors({ list: { url: job.list, idPattern: '/item/(\\d+)' } });
  const [monitor] = monitors;
  if (monitor === undefined) throw new Error('no monitor');
  const request = { ...requestOf(job, times), monitors, monitorId: null, preview: false };
  const results = await checkMonitor(monitor, request, tools);
  const entries = results.flatMap(({ data }) => data.newEntries);
  const early = job.mistake === 'confirms at reading';
  const late = !(job.leavesPending && times === job.executions - 1);
  if (early) await acknowledge(entries, request, tools);
  mail(entries);
  if (late && !early) await acknowledge(entries, request, tools);
}

/** As the Acknowledge node does: it confirms whatever this execution delivered. */
async function acknowledge(
  entries: readonly DeliveredEntry[],
  { delivery, executionId }: ReturnType<typeof requestOf>,
  { store }: Tools,
): Promise<void> {
  if (delivery === 'acknowledge' && entries.length > 0) await store.acknowledge({ executionId }, '');
}

function mailTo(job: Job): Mail {
  const step = stepOf(job, 'mail');
  return (entries) => {
    for (const { id, redelivered } of entries) {
      step();
      appendFileSync(job.mailbox, `${id} ${redelivered ? 'again' : 'new'}\n`);
    }
  };
}

function requestOf({ n8nFolder, delivery, executionId }: Job, times: number) {
  return {
    scope: 'workflow',
    database: { kind: 'sqlite' as const, n8nFolder },
    delivery,
    executionId: `${executionId}.${times}`,
    fetch: { allowPrivateNetwork: true },
  };
}

/** To be called before each of what it counts: does not return from the n-th. */
function stepOf({ killBefore }: Job, what: Moment['what']): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (killBefore?.what === what && killBefore.nth === count) process.kill(process.pid, 'SIGKILL');
  };
}

async function runAll(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) await run(job);
}

void runAll(JSON.parse(process.argv[2] ?? '[]') as Job[]);
