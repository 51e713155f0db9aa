import type { Element } from 'domhandler';

/** Spans are followed in so many columns; statements of accounts have some 40. */
const MOST_COLUMNS = 64;
const MOST_ROWS = 65_534;
/** Empty cells that spans may write on a page at first, and for each cell more that it has. */
const ROOM_AT_FIRST = 5_000;
const ROOM_BY_CELL = 6;

/** Empty cells that the spans of a page may still write: a hostile one would write gigabytes of them. */
export interface SpanRoom {
  cells: number;
}

export function spanRoom(): SpanRoom {
  return { cells: ROOM_AT_FIRST };
}

/** Which columns of a table's next rows are taken by cells that span: what follows stands further to the right. */
export class CellSpans {
  /** By column, the rows below that a cell above still takes. */
  private readonly taken: number[] = [];
  private column = 0;

  constructor(private readonly room: SpanRoom) {}

  /** Columns that cells above take before the next cell of this row. */
  skip(): number {
    const from = this.column;
    for (let left = this.left(); left > 0 && this.room.cells > 0; left = this.left()) {
      this.taken[this.column] = left - 1;
      this.column += 1;
      this.room.cells -= 1;
    }
    return this.column - from;
  }

  /** Places a cell; answers the columns that it takes beside its first. */
  place({ attribs }: Element): number {
    const most = Math.min(MOST_COLUMNS - this.column, this.room.cells + 1);
    const width = Math.min(numberOf(attribs['colspan']) || 1, Math.max(1, most));
    this.room.cells += ROOM_BY_CELL - (width - 1);
    const rows = numberOf(attribs['rowspan'] ?? '1');
    for (let end = this.column + width; this.column < end; this.column++)
      if (this.column < MOST_COLUMNS) this.taken[this.column] = (rows === 0 ? MOST_ROWS : rows) - 1;
    return width - 1;
  }

  endRow(): void {
    for (; this.column < this.taken.length; this.column++)
      this.taken[this.column] = Math.max(0, this.left() - 1);
    this.column = 0;
  }

  /** No cell reaches out of its head, body or foot. */
  endGroup(): void {
    this.taken.length = 0;
  }

  private left(): number {
    return this.taken[this.column] ?? 0;
  }
}

/** A rowspan of 0 reaches to the end of the group; what is no number counts as 1. */
function numberOf(span: string | undefined): number {
  const value = Number.parseInt(span ?? '', 10);
  return value >= 0 ? Math.min(value, MOST_ROWS) : 1;
}

export function isRowGroup(name: string): boolean {
  return name === 'thead' || name === 'tbody' || name === 'tfoot';
}
