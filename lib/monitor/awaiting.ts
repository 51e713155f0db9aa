import type { Entry } from './entry';
import type { PlanContext } from './planContext';
import type { Awaited, Snapshot } from './store/store';

/** Of the entries that waited for their documents and left the pages, those that are complete now and known to nobody. */
export function stillAwaited({ known }: Snapshot, { awaited, unfinished }: PlanContext): readonly Entry[] {
  return awaited.filter(({ id }) => !known.has(id) && !unfinished.has(id));
}

/**
 * The entries that wait after a check. They are kept whole: the list goes on, and the next check need not reach back to
 * them. `settled`: ids that are known by now.
 */
export function awaitingAfter(
  before: readonly Awaited[],
  settled: ReadonlySet<string>,
  { read, awaited, unfinished }: PlanContext,
): readonly Awaited[] {
  const now = [...read.entries, ...awaited].flatMap((entry) => {
    const failures = unfinished.get(entry.id);
    return failures === undefined ? [] : [{ entry, failures }];
  });
  const byId = new Map([...before, ...now].map((it) => [it.entry.id, it]));
  return [...byId.values()].filter(({ entry }) => !settled.has(entry.id));
}
