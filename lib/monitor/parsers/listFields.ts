import type { FieldValue } from '../entry';
import type { ListRow } from './listRows';
import type { Cell } from './rowSpans';

/** Cells of a row by the names of its table's heading row; `column1`, `column2`, ... where there is no name. */
export function cellFields(row: ListRow, headings: Headings): Readonly<Record<string, FieldValue>> {
  const names = headings.before(row);
  return Object.fromEntries(
    columnsOf(row.cells).map((text, k) => [names?.[k] ?? `column${k + 1}`, text === '' ? null : text]),
  );
}

export interface Headings {
  /** Names of the columns by the nearest heading row above, in the same table; null where there is none. */
  before(row: ListRow): readonly (string | null)[] | null;
  has(row: ListRow): boolean;
}

/**
 * Finds the heading rows: rows without an id whose cells are all headings, at least two of them with words. Bold cells
 * count only above the first row with an id, since lists print in bold what is unread or advertised.
 */
export function headingsOf(rows: readonly ListRow[], hasId: (row: ListRow) => boolean): Headings {
  const byTable = new Map<number, { readonly start: number; readonly names: readonly (string | null)[] }[]>();
  const begun = new Set<number>();
  const found = new Set<ListRow>();
  for (const row of rows) {
    if (row.table === null) continue;
    if (hasId(row)) begun.add(row.table);
    else if (isHeading(row.cells, begun.has(row.table))) {
      found.add(row);
      const heading = { start: row.start, names: distinctNames(columnsOf(row.cells)) };
      const list = byTable.get(row.table);
      if (list === undefined) byTable.set(row.table, [heading]);
      else list.push(heading);
    }
  }
  return {
    before: (row) =>
      row.table === null
        ? null
        : (byTable.get(row.table)?.findLast(({ start }) => start < row.start)?.names ?? null),
    has: (row) => found.has(row),
  };
}

function isHeading(cells: readonly Cell[], onlyMarked: boolean): boolean {
  const worded = cells.filter(({ text }) => text !== '');
  return (
    worded.length >= 2 &&
    worded.every(({ heading }) => heading === 'marked' || (heading === 'bold' && !onlyMarked))
  );
}

/** One text per column: a cell that covers several stands in the first. */
function columnsOf(cells: readonly Cell[]): readonly string[] {
  return cells.flatMap(({ text, span }) => [text, ...Array.from({ length: span - 1 }, () => '')]);
}

/** A name that comes again gets its number: two columns must not become one. */
function distinctNames(words: readonly string[]): readonly (string | null)[] {
  const seen = new Map<string, number>();
  return words.map((word) => {
    if (word === '' || word === '__proto__') return null;
    const times = (seen.get(word) ?? 0) + 1;
    seen.set(word, times);
    return times === 1 ? word : `${word} ${times}`;
  });
}
