import type { FieldValue } from '../entry';
import type { ListRow } from './listPage';
import type { Cell } from './rowCells';

/**
 * Cells of a row by the names of its table's heading row; `column1`, `column2`, ... where there is no name. Of the columns
 * that a cell covers beside its first those have a value, null, that its table uses: `colspan="100%"` makes no hundred.
 */
export function cellFields(row: ListRow, headings: Headings): Readonly<Record<string, FieldValue>> {
  const names = headings.before(row);
  const width = headings.width(row);
  return Object.fromEntries(
    row.cells.flatMap(({ text, column, span }) => {
      const covered = Math.max(1, Math.min(span, width - column));
      return Array.from({ length: covered }, (_, k) => [
        names?.get(column + k) ?? `column${column + k + 1}`,
        k > 0 || text === '' ? null : text,
      ]);
    }),
  );
}

/** Names of columns, counted from 0; a column without one is missing. */
type Names = ReadonlyMap<number, string>;

export interface Headings {
  /** Names of the columns by the nearest heading row above, in the same table; null where there is none. */
  before(row: ListRow): Names | null;
  /** Columns of the row's table in which a cell begins, up to the last one. */
  width(row: ListRow): number;
  has(row: ListRow): boolean;
}

interface Table {
  width: number;
  /** Whether a row with an id was seen. */
  isBegun: boolean;
  readonly headings: { readonly start: number; readonly names: Names }[];
}

/**
 * Finds the heading rows: rows without an id whose cells are all headings, at least two of them with words. Bold cells
 * count only above the first row with an id, since lists print in bold what is unread or advertised.
 */
export function headingsOf(rows: readonly ListRow[], hasId: (row: ListRow) => boolean): Headings {
  const tables = new Map<number | null, Table>();
  const found = new Set<ListRow>();
  for (const row of rows) {
    if (row.table === null) continue;
    const table = tables.get(row.table) ?? { width: 0, isBegun: false, headings: [] };
    tables.set(row.table, table);
    table.width = Math.max(table.width, (row.cells.at(-1)?.column ?? -1) + 1);
    if (hasId(row)) table.isBegun = true;
    else if (isHeading(row.cells, table.isBegun)) {
      found.add(row);
      table.headings.push({ start: row.start, names: distinctNames(row.cells) });
    }
  }
  return {
    before: (row) =>
      tables.get(row.table)?.headings.findLast(({ start }) => start < row.start)?.names ?? null,
    width: (row) => tables.get(row.table)?.width ?? 0,
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

/** A name that comes again gets its number: two columns must not become one. */
function distinctNames(cells: readonly Cell[]): Names {
  const names = new Map<number, string>();
  const seen = new Map<string, number>();
  for (const { text, column } of cells) {
    if (text === '' || text === '__proto__') continue;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    names.set(column, times === 1 ? text : `${text} ${times}`);
  }
  return names;
}
