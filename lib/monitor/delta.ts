import type { Entry } from './entry';
import { oldestFirst, type SeriesOf } from './order';

/** What earlier checks know. */
export interface Known {
  has(id: string): boolean;
  /** maxId only: per series, the id at or below which everything is older than the monitor. Digits. */
  readonly floors?: Readonly<Record<string, string>>;
}

export interface Delta {
  /** Never seen, oldest first: what is to be reported. */
  readonly fresh: readonly Entry[];
  /** Seen before, in page order. */
  readonly seen: readonly Entry[];
  /** maxId only: never seen, but from before the monitor's time. Recorded, not reported. */
  readonly older: readonly Entry[];
}

/**
 * What is new among the entries of a page. Membership decides, never the highest id: two series share a list, ids come
 * late, and one absurd id must not hide the rest. Order on the page and dates do not matter.
 */
export function delta(entries: readonly Entry[], known: Known, seriesOf: SeriesOf): Delta {
  const unseen = entries.filter(({ id }) => !known.has(id));
  const isOlder = (entry: Entry) => isAtOrBelow(entry, known.floors?.[seriesOf(entry.id)]);
  return {
    fresh: oldestFirst(
      unseen.filter((entry) => !isOlder(entry)),
      seriesOf,
    ),
    seen: entries.filter(({ id }) => known.has(id)),
    older: unseen.filter(isOlder),
  };
}

function isAtOrBelow({ numericId }: Entry, floor: string | undefined): boolean {
  return numericId !== null && floor !== undefined && BigInt(numericId) <= BigInt(floor);
}

/** The floors after a check: a series starts at the lowest id of the page on which it was first seen. */
export function floorsAfter(
  floors: Readonly<Record<string, string>>,
  entries: readonly Entry[],
  seriesOf: SeriesOf,
  isFirst: boolean,
): Readonly<Record<string, string>> {
  if (!isFirst) return floors;
  const lowest: Record<string, string> = {};
  for (const { id, numericId } of entries) {
    if (numericId === null) continue;
    const series = seriesOf(id);
    const so = lowest[series];
    if (so === undefined || BigInt(numericId) < BigInt(so)) lowest[series] = numericId;
  }
  return { ...floors, ...lowest };
}
