import { numericIdOf, type Entry } from './entry';
import { oldestFirst, type SeriesOf } from './order';

/** What earlier checks know. */
export interface Known {
  has(id: string): boolean;
  /** By another id. */
  isOlder?(id: string): boolean;
  /** maxId only: per series, the id at or below which everything is older than the monitor. Digits. */
  readonly floors?: Readonly<Record<string, string>>;
}

export interface Delta {
  /** Never seen, oldest first: what is to be reported. */
  readonly fresh: readonly Entry[];
  /** Seen before, in page order. */
  readonly seen: readonly Entry[];
  /** Never seen, but known by another id, or (maxId only) from before the monitor's time. Recorded, not reported. */
  readonly older: readonly Entry[];
}

/**
 * What is new among the entries of a page. Membership decides, never the highest id: two series share a list, ids come
 * late, and one absurd id must not hide the rest. Order on the page and dates do not matter.
 */
export function delta(entries: readonly Entry[], known: Known, seriesOf: SeriesOf): Delta {
  const unseen = entries.filter(({ id }) => !known.has(id));
  const isOlder = (entry: Entry) =>
    known.isOlder?.(entry.id) === true || isAtOrBelow(entry, known.floors?.[seriesOf(entry.id)]);
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

/**
 * The floors after pruning, so that a forgotten id that comes back is not taken for a new one. A floor only rises, and
 * only to what lies below all `remaining` ids of its series (the oldest that are still known): one absurd id among the
 * forgotten ones must not hide what may still come.
 */
export function floorsAfterPruning(
  floors: Readonly<Record<string, string>>,
  forgotten: readonly string[],
  remaining: readonly string[],
  seriesOf: SeriesOf,
): Readonly<Record<string, string>> {
  const lowest = bySeries(remaining, seriesOf, (a, b) => (a < b ? a : b));
  const highest = bySeries(forgotten, seriesOf, (a, b) => (a > b ? a : b));
  const risen = [...highest].flatMap(([series, gone]): [string, string][] => {
    const still = lowest.get(series);
    const floor = floors[series];
    if (still === undefined) return [];
    const to = gone < still ? gone : still - 1n;
    return to < 0n || (floor !== undefined && to <= BigInt(floor)) ? [] : [[series, String(to)]];
  });
  return { ...floors, ...Object.fromEntries(risen) };
}

function bySeries(
  ids: readonly string[],
  seriesOf: SeriesOf,
  choose: (a: bigint, b: bigint) => bigint,
): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const id of ids) {
    const digits = numericIdOf(id);
    if (digits === null) continue;
    const series = seriesOf(id);
    const before = found.get(series);
    found.set(series, before === undefined ? BigInt(digits) : choose(before, BigInt(digits)));
  }
  return found;
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
