import { compareTimes, type SourceTime } from '../instant';
import type { Entry } from './entry';
import type { KnownEntry } from './store/store';
import { shapeOf, twinOf } from './twin';

/** What a list without a single known id is taken for. */
export type NoOverlap =
  /** So much happened that everything known has left the list: report it, and say that some may have been missed. */
  | { readonly kind: 'gap' }
  /**
   * The same records under other ids: those are recorded and not reported, the rest is new. `doubtful`: they say what an
   * earlier one said, and so do others of theirs: old or new, nothing tells. Recorded and held back.
   */
  | {
      readonly kind: 'renamed';
      readonly renamed: ReadonlySet<string>;
      readonly doubtful: ReadonlySet<string>;
    }
  /** Other ids, and nothing to recognise the records by: recorded and held back until someone decides. */
  | { readonly kind: 'unclear' };

/** What the last page of the earlier check was. */
export interface Earlier {
  readonly ids: readonly string[];
  readonly known: ReadonlyMap<string, KnownEntry>;
  readonly newestPublished: SourceTime | null;
}

/**
 * A site that gives its entries other ids makes every one of them look new. Recognised, from sure to vague:
 * by content (half of the entries are records of the earlier page), by time (half were published before the newest known
 * one, yet none is known), by form (no id looks like an earlier one).
 */
export function judgeNoOverlap(entries: readonly Entry[], earlier: Earlier): NoOverlap {
  const before = countsOf(earlier.ids.flatMap((id) => earlier.known.get(id)?.twin ?? []));
  const twins = entries.map((entry) => ({ id: entry.id, twin: twinOf(entry) ?? '' }));
  const now = countsOf(twins.map(({ twin }) => twin));
  const alike = twins.filter(({ twin }) => before.has(twin));
  if (alike.length * 2 >= entries.length) {
    const isSure = (twin: string) => before.get(twin) === 1 && now.get(twin) === 1;
    const idsWhere = (sure: boolean) =>
      new Set(alike.filter(({ twin }) => isSure(twin) === sure).map(({ id }) => id));
    return { kind: 'renamed', renamed: idsWhere(true), doubtful: idsWhere(false) };
  }
  const newest = earlier.newestPublished;
  const timed = entries.filter(({ publishedAt }) => publishedAt !== null);
  if (newest !== null && timed.length * 2 > entries.length) return judgeByTime(timed, newest);
  const shapes = new Set(earlier.ids.map(shapeOf));
  const strange = entries.every(({ id }) => !shapes.has(shapeOf(id)));
  return strange && shapes.size > 0 ? { kind: 'unclear' } : { kind: 'gap' };
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function judgeByTime(timed: readonly Entry[], newest: SourceTime): NoOverlap {
  const old = timed.filter(({ publishedAt }) => compareTimes(publishedAt, newest) < 0);
  return old.length * 2 >= timed.length ? { kind: 'unclear' } : { kind: 'gap' };
}
