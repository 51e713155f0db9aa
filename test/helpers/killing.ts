import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Job } from './checkWorker';
import { stateFolder } from './stateFolder';

/** Between two processes lies more time than one of them can live through. */
const BETWEEN_MS = 1e10;
const BEGINNING = Date.parse('2026-01-01T00:00:00Z');

export type World = ReturnType<typeof killing>;

/** A list that grows, a mailbox, and executions in processes of their own that may be killed. */
export function killing() {
  const folder = stateFolder();
  const list = join(folder.folder, 'list.txt');
  const mailbox = join(folder.folder, 'mailbox.txt');
  const linesOf = (path: string) =>
    (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []).filter((line) => line !== '');
  let grown = 0;
  let processes = 0;
  const pace = { ms: 50 };
  const jobOf = (given: Partial<Job>): Job => {
    processes += 1;
    return {
      n8nFolder: folder.folder,
      list,
      grows: false,
      mailbox,
      delivery: 'acknowledge',
      executionId: `run-${processes}`,
      now: BEGINNING + processes * BETWEEN_MS,
      executions: 1,
      killAtStatement: null,
      killBeforeMail: false,
      killInMail: null,
      splitsTransaction: false,
      ...given,
    };
  };
  return {
    /** Newest first. */
    get ids(): readonly string[] {
      return linesOf(list).toReversed();
    },
    remove: folder.remove,
    grow: (count: number) => {
      for (let added = 0; added < count; added += 1) appendFileSync(list, `id-${grown++}\n`);
    },
    /** Resolves with the signal that ended it, null where it ended by itself. `killAfter`: from outside, wherever it is. */
    execute: ({ killAfter = null, ...given }: Partial<Job> & { killAfter?: number | null } = {}) =>
      runWorker(jobOf(given), killAfter, pace),
    /** Every delivery so far: id, and whether it was flagged as a repeat. */
    mail: (): readonly { readonly id: string; readonly again: boolean }[] =>
      linesOf(mailbox).map((line) => ({ id: line.split(' ')[0] ?? '', again: line.endsWith(' again') })),
  };
}

export interface Verdict {
  readonly lost: readonly string[];
  /** Delivered more than once without a flag. */
  readonly unflagged: readonly string[];
}

/** What the receiver of all this mail would say. Of two processes the one that repeats may come first. */
export function judgeMail({ ids, mail }: Pick<World, 'ids' | 'mail'>): Verdict {
  const delivered = mail();
  const seen = new Set(delivered.map(({ id }) => id));
  const fresh = new Set<string>();
  const unflagged: string[] = [];
  for (const { id, again } of delivered) {
    if (again) continue;
    if (fresh.has(id)) unflagged.push(id);
    fresh.add(id);
  }
  return { lost: ids.filter((id) => !seen.has(id)), unflagged };
}

/** How many entries a kill hit between the check that stored them and their mail, and between mail and acknowledgement. */
export function deliveryHits({ mail }: Pick<World, 'mail'>): { beforeMail: number; afterMail: number } {
  const fresh = new Set(mail().flatMap(({ id, again }) => (again ? [] : [id])));
  const repeated = new Set(mail().flatMap(({ id, again }) => (again ? [id] : [])));
  const afterMail = [...repeated].filter((id) => fresh.has(id)).length;
  return { beforeMail: repeated.size - afterMail, afterMail };
}

/** `killAfter`: so many executions, with a fraction. `pace`: how long one takes on this machine, as seen so far. */
function runWorker(job: Job, killAfter: number | null, pace: { ms: number }): Promise<NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    [
      '--require',
      resolve('test/helpers/typescript.cjs'),
      join(__dirname, 'checkWorker.ts'),
      JSON.stringify(job),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  let executions = 0;
  let last = performance.now();
  child.stdout.on('data', (chunk: Buffer) => {
    const dots = chunk.toString().replaceAll(/[^.]/g, '').length;
    if (dots > 0) pace.ms = (pace.ms * 3 + (performance.now() - last) / dots) / 4;
    last = performance.now();
    const due = Math.floor(killAfter ?? Infinity);
    if (killAfter !== null && executions <= due && executions + dots >= due)
      setTimeout(() => child.kill('SIGKILL'), (killAfter - due) * pace.ms);
    executions += dots;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      if (signal === null && code !== 0) fail(new Error(complaint));
      else done(signal);
    });
  });
}
