import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from './checkWorker';
import { listSite } from './listSite';
import { liveAndDie, type Pace } from './mortal';
import { stateFolder } from './stateFolder';

/** Between two jobs lies more time than one of them can live through. */
const BETWEEN_MS = 1e9;
const BEGINNING = Date.parse('2026-01-01T00:00:00Z');

export type World = Awaited<ReturnType<typeof killing>>;
export type Given = Partial<Job>;

/**
 * A list on 127.0.0.1, a mailbox, and executions in processes of their own that may be killed. `always`: of every job.
 * `shown`: rows of the list's page, more than can be added between two checks, since what has left it unseen is lost to
 * everyone; where every statement counts, few, since each known id is looked up by one.
 */
export async function killing(always: Given = {}, shown = 60) {
  const folder = stateFolder();
  const mailbox = join(folder.folder, 'mailbox.txt');
  const site = await listSite();
  const ids: string[] = [];
  const pace: Pace = { ms: 50 };
  let jobs = 0;
  const grow = (count: number) => {
    for (let added = 0; added < count; added += 1) ids.unshift(String(1_000 + ids.length));
    site.rows = ids.slice(0, shown).map((id) => [id, `Title ${id}`]);
  };
  const job = (given: Given = {}): Job => {
    jobs += 1;
    return {
      n8nFolder: folder.folder,
      list: site.url,
      mailbox,
      delivery: 'acknowledge',
      executionId: `run-${jobs}`,
      now: BEGINNING + jobs * BETWEEN_MS,
      executions: 1,
      leavesPending: false,
      redelivers: false,
      killBefore: null,
      mistake: null,
      ...always,
      ...given,
    };
  };
  return {
    /** Newest first. */
    ids: ids as readonly string[],
    remove: async () => {
      await site.close();
      folder.remove();
    },
    grow,
    /** From now on the list grows by so many entries before its n-th answer. */
    growBy: (entries: (nth: number) => number) => {
      site.onRequest = () => {
        grow(entries(site.requests));
      };
    },
    /** For a process that does the jobs of several worlds. */
    job,
    /** One job in a process of its own: see `liveAndDie`. */
    execute: (given: Given = {}, killAfter: number | null = null) =>
      liveAndDie([job(given)], killAfter, pace),
    /** Every delivery so far: id, and whether it was flagged as a repeat. */
    mail: (): readonly { readonly id: string; readonly again: boolean }[] =>
      (existsSync(mailbox) ? readFileSync(mailbox, 'utf8').trimEnd().split('\n') : []).map((line) => ({
        id: line.split(' ')[0] ?? '',
        again: line.endsWith(' again'),
      })),
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
