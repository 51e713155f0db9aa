import type { IdPattern } from './idPattern';
import type { ListPage, ListRow, Region } from './listPage';

/** An id with everywhere it stands. */
export interface Place {
  readonly id: string;
  /** Positions of its matches, the first one first. */
  readonly positions: readonly number[];
  /** The rows that say it, in page order. */
  readonly rows: readonly ListRow[];
}

/**
 * Runs the pattern inside every row, and, with `everywhere`, over the whole page too. With chosen rows (not everywhere)
 * a row has one id, its first. Each id once, in the order of its first position.
 */
export function placeIds(
  text: string,
  pattern: IdPattern,
  rows: readonly ListRow[],
  everywhere: boolean,
): readonly Place[] {
  const places = new Map<string, { id: string; positions: Set<number>; rows: Set<ListRow> }>();
  const add = (id: string, at: number, row: ListRow | null): void => {
    const place = places.get(id) ?? { id, positions: new Set(), rows: new Set() };
    place.positions.add(at);
    if (row !== null) place.rows.add(row);
    places.set(id, place);
  };
  for (const row of rows) {
    const found = pattern.find(text.slice(row.start, row.end));
    for (const { id, at } of everywhere ? found : found.slice(0, 1)) add(id, row.start + at, row);
  }
  if (everywhere) for (const { id, at } of pattern.find(text)) add(id, at, rowAround(rows, at));
  return [...places.values()]
    .map((place) => ({
      id: place.id,
      positions: [...place.positions].sort((a, b) => a - b),
      rows: [...place.rows],
    }))
    .sort((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0));
}

/** Rows do not overlap and stand in page order. */
function rowAround(rows: readonly ListRow[], at: number): ListRow | null {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const row = rows[low];
  return row !== undefined && row.start <= at ? row : null;
}

/** The chosen stretches as rows: table rows with their cells, other elements with their text. */
export function rowsAt(regions: readonly Region[], { rows, elements }: ListPage): readonly ListRow[] {
  const byStart = new Map(rows.map((row) => [row.start, row]));
  return regions.flatMap((region, k) => byStart.get(region.start) ?? elements[k] ?? []);
}

/**
 * Neighbours of an entry's row that have no id of their own but name this one as a whole word (a row `id="item_123"`
 * above the row with the link to 123): together they are one entry, in page order.
 */
export function withNeighbours(
  place: Place,
  rows: readonly ListRow[],
  indexOf: ReadonlyMap<ListRow, number>,
  taken: ReadonlySet<ListRow>,
  text: string,
): readonly ListRow[] {
  const own = place.rows[0];
  const at = own === undefined ? undefined : indexOf.get(own);
  if (own === undefined || at === undefined) return [];
  const belongs = (row: ListRow | undefined): row is ListRow =>
    row !== undefined &&
    row.table === own.table &&
    !taken.has(row) &&
    namesId(text.slice(row.start, row.end), place.id);
  const before = rows[at - 1];
  const after = rows[at + 1];
  return [...(belongs(before) ? [before] : []), own, ...(belongs(after) ? [after] : [])];
}

/** Whether a text holds an id as a whole word. */
export function namesId(source: string, id: string): boolean {
  for (let at = source.indexOf(id); at >= 0; at = source.indexOf(id, at + 1)) {
    const around = `${source.charAt(at - 1)}${source.charAt(at + id.length)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
