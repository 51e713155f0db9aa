import type { Element } from 'domhandler';

/** Spans are followed in so many columns: far more than tables have whose cells span, and a bound for what they write. */
const MOST_COLUMNS = 24;
const MOST_ROWS = 65_534;

/** Which columns of a table's next rows are taken by cells that span: what follows stands further to the right. */
export class CellSpans {
  /** By column, the rows below that a cell above still takes. */
  private readonly taken: number[] = [];
  private column = 0;

  /** Columns that cells above take before the next cell of this row. */
  skip(): number {
    const from = this.column;
    for (let left = this.left(); left > 0; left = this.left()) {
      this.taken[this.column] = left - 1;
      this.column += 1;
    }
    return this.column - from;
  }

  /** Places a cell; answers the columns that it takes beside its first. */
  place({ attribs }: Element): number {
    const width = Math.min(numberOf(attribs['colspan']) || 1, Math.max(1, MOST_COLUMNS - this.column));
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
