import fc from 'fast-check';
import type { Store } from '../../lib/monitor/store/store';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import { quickDisk, stateFolder } from './stateFolder';
import { seedOf } from './randomFrom';
import { idsOf, listMonitor, pause, watcher, WatchedSite } from './watched';

/** What may happen to a watched list and to those who watch it. */
type Event =
  | { readonly kind: 'grow'; readonly count: number }
  | { readonly kind: (typeof PLAIN)[number] }
  /** `lostCheck`: its execution is gone before it can tell anyone. `shiftingCheck`: the list grows while it is paged. */
  | { readonly kind: (typeof CHECKS)[number]; readonly limit: number | null };

/** `comeBack`: what was deleted stands on top again under its old id. */
const PLAIN = [
  'late',
  'delete',
  'comeBack',
  'reorder',
  'edit',
  'fail',
  'acknowledge',
  'reopen',
  'preview',
] as const;
const CHECKS = ['check', 'lostCheck', 'shiftingCheck'] as const;

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 25 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...CHECKS),
      limit: fc.option(fc.integer({ min: 1, max: 8 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...PLAIN),
    }),
  },
);

/** So many lives share a file, each in a scope of its own: making files costs more than checking. */
const LIVES_PER_FILE = 50;

/**
 * Random lives of one monitor against the shortest model there is: the set of ids that were ever on a page when a check
 * succeeded, each of which must be delivered, a second time only with a flag. `runs` lives; the seed is printed.
 */
export async function checkAgainstModel(runs: number): Promise<void> {
  const seed = seedOf('model');
  const lives = manyLives();
  const property = fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 25 }), lives.live);
  await fc.assert(property, { numRuns: runs, seed }).finally(lives.end);
}

function manyLives() {
  let file: { folder: ReturnType<typeof stateFolder>; store: Store } | null = null;
  let count = 0;
  const end = async () => {
    await file?.store.close();
    file?.folder.remove();
    file = null;
  };
  const live = async (events: readonly Event[]) => {
    if (count % LIVES_PER_FILE === 0) await end();
    if (file === null) {
      const folder = stateFolder(quickDisk);
      file = { folder, store: await openSqliteStore(folder.settings) };
    }
    count += 1;
    await liveOnce(events, file, `life-${count}`);
  };
  return { live, end };
}

async function liveOnce(
  events: readonly Event[],
  file: { folder: ReturnType<typeof stateFolder>; store: Store },
  scope: string,
): Promise<void> {
  const site = new WatchedSite();
  site.pageSize = 40;
  site.add('100', '101', '102');
  const gone: string[] = [];
  let next = 103;
  let execution = 0;
  /** The last one that could tell what it found: only it can confirm. */
  let told = 'none';
  const onList = new Set<string>();
  const delivered = new Set<string>();
  const grow = (count: number) => {
    for (let added = 0; added < count; added += 1) site.add(String((next += 2)));
  };
  const shown = () => site.rows.slice(0, site.pageSize).map(({ id }) => id);
  const check = async (limit: number | null, preview = false) => {
    site.now += 3_600_000;
    execution += 1;
    const executionId = `${scope}.${execution}`;
    const request = { scope, delivery: 'acknowledge' as const, executionId, limit, preview };
    const page = shown();
    const results = await watcher(site, file.store)(request, monitor);
    if (!preview) for (const id of page) onList.add(id);
    return results;
  };
  const deliver = async (limit: number | null) => {
    const results = await check(limit);
    told = `${scope}.${execution}`;
    for (const { data } of results)
      for (const { id, redelivered } of data.newEntries) {
        if (delivered.has(id) && !redelivered) throw new Error(`${id} came twice and was not flagged`);
        delivered.add(id);
      }
  };
  const acknowledge = async () => {
    await file.store.acknowledge({ executionId: told }, '').catch(() => null);
  };
  const does: { readonly [Kind in Event['kind']]: (it: Event & { kind: Kind }) => unknown } = {
    grow: ({ count }) => {
      grow(count);
    },
    late: () => site.rows.splice(Math.min(3, site.rows.length), 0, { id: `${next - 51}late`, title: 'late' }),
    delete: () => gone.push(...site.rows.splice(1, 1).map(({ id }) => id)),
    comeBack: () => {
      site.add(...gone.splice(0, 1));
    },
    reorder: () => {
      site.rows = [...site.rows.slice(0, 20).toReversed(), ...site.rows.slice(20)];
    },
    edit: () => {
      site.rows = site.rows.map((row, index) => (index === 0 ? { ...row, title: 'edited' } : row));
    },
    preview: () => check(null, true),
    reopen: async () => {
      await file.store.close();
      file.store = await openSqliteStore(file.folder.settings);
    },
    acknowledge,
    check: ({ limit }) => deliver(limit),
    lostCheck: ({ limit }) => check(limit),
    shiftingCheck: async ({ limit }) => {
      site.before = ({ url }) => {
        if (url.includes('page=')) grow(1);
      };
      await deliver(limit);
      site.before = null;
    },
    fail: async () => {
      site.failure = pause();
      await check(null).catch(() => null);
      site.failure = null;
    },
  };
  for (const it of events) {
    await (does[it.kind] as (it: Event) => unknown)(it);
    site.rows = uniqueById(site.rows);
  }
  const missing = () => [...onList].filter((id) => !delivered.has(id));
  for (let times = 0; times < 100 && (times < 2 || missing().length > 0); times += 1) {
    site.now += 6 * 3_600_000;
    await deliver(null);
    await acknowledge();
  }
  if (missing().length > 0) throw new Error(`never delivered: ${missing().join(', ')}`);
  if (idsOf(await check(null, true)).length > 0) throw new Error('a list without news has news');
}

const monitor = listMonitor({ maxPages: 20 });

function uniqueById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
