import { compareTimes, type SourceTime } from '../instant';
import type { Entry } from './entry';
import type { KnownEntry } from './store/store';
import { shapeOf, twinOf } from './twin';

/** What a list without a single known id is taken for. */
export type NoOverlap =
  /** So much happened that everything known has left the list: report it, and say that some may have been missed. */
  | { readonly kind: 'gap' }
  /** The same records under other ids: those are recorded and not reported, the rest is new. */
  | { readonly kind: 'renamed'; readonly renamed: ReadonlySet<string> }
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
  const twins = new Set(earlier.ids.flatMap((id) => earlier.known.get(id)?.twin ?? []));
  const renamed = entries.filter((entry) => twins.has(twinOf(entry) ?? ''));
  if (renamed.length * 2 >= entries.length)
    return { kind: 'renamed', renamed: new Set(renamed.map(({ id }) => id)) };
  const newest = earlier.newestPublished;
  const timed = entries.filter(({ publishedAt }) => publishedAt !== null);
  if (newest !== null && timed.length * 2 > entries.length) return judgeByTime(timed, newest);
  const shapes = new Set(earlier.ids.map(shapeOf));
  const strange = entries.every(({ id }) => !shapes.has(shapeOf(id)));
  return strange && shapes.size > 0 ? { kind: 'unclear' } : { kind: 'gap' };
}

function judgeByTime(timed: readonly Entry[], newest: SourceTime): NoOverlap {
  const old = timed.filter(({ publishedAt }) => compareTimes(publishedAt, newest) < 0);
  return old.length * 2 >= timed.length ? { kind: 'unclear' } : { kind: 'gap' };
}
