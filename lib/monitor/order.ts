import { orderOf, type SourceTime } from '../instant';
import type { Entry } from './entry';

/** The name of the series an id ascends in. */
export type SeriesOf = (id: string) => string;

/**
 * The order of delivery, from entries in page order (newest on top): oldest first by published time, then by id within
 * a series. Without times the page order reversed; an entry without a time among others stays beside its neighbour.
 */
export function oldestFirst(entries: readonly Entry[], seriesOf: SeriesOf): readonly Entry[] {
  const upwards = withTimes([...entries].reverse());
  return [...upwards]
    .sort((a, b) => compareOrder(a.order, b.order) || compareIds(a, b, seriesOf))
    .map(({ entry }) => entry);
}

interface Placed {
  readonly entry: Entry;
  /** Of its time, or of that of its neighbour. */
  readonly order: number;
  readonly position: number;
}

function withTimes(upwards: readonly Entry[]): readonly Placed[] {
  let time: SourceTime | null = null;
  return upwards.map((entry, position) => {
    time = entry.publishedAt ?? time;
    return { entry, order: orderOf(time), position };
  });
}

/** Not by difference: of two that are unknown there is none. */
function compareOrder(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Among entries of one time: those with a number by series and number, the others after them as the page has them.
 * Ids count only beside a time of the entry's own: without one the page knows better.
 */
function compareIds(a: Placed, b: Placed, seriesOf: SeriesOf): number {
  const [first, second] = [numberOf(a), numberOf(b)];
  if (first === null || second === null)
    return Number(first === null) - Number(second === null) || a.position - b.position;
  const [here, there] = [seriesOf(a.entry.id), seriesOf(b.entry.id)];
  if (here !== there) return here < there ? -1 : 1;
  return first < second ? -1 : first > second ? 1 : a.position - b.position;
}

function numberOf({ entry }: Placed): bigint | null {
  return entry.numericId === null || entry.publishedAt === null ? null : BigInt(entry.numericId);
}
