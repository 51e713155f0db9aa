export interface Cell {
  readonly text: string;
  /** `marked`: a th; `bold`: all of its text is. */
  readonly heading: 'marked' | 'bold' | null;
  /** Columns that it covers. */
  readonly span: number;
}

/** A cell with the rows that it covers; 0 reaches to the end of its group. */
export interface SpanningCell extends Cell {
  readonly rows: number;
}

/** Cells are followed over so many columns: far more than lists have. */
const MOST_COLUMNS = 50;
/** What a cell costs beside its text. */
const CELL_CHARS = 16;

/** The cells of one table that reach down into its next rows. */
export class RowSpans {
  /** By column: a cell of a row above, and the rows that it still covers. */
  private readonly above: { readonly cell: Cell; left: number }[] = [];

  /**
   * `room`: characters that may come down on the whole page; a hostile one would fill thousands of rows with them. Beyond
   * it a cell is empty there, and what follows keeps its column.
   */
  constructor(private readonly room: { chars: number }) {}

  /** The cells of the next row, one that comes down from a row above in its own column. */
  place(own: readonly SpanningCell[]): readonly Cell[] {
    const row: Cell[] = [];
    // no row becomes one of headings by cells of others alone
    const hasHeading = own.some(({ text, heading }) => text !== '' && heading !== null);
    let column = 0;
    const comeDown = (): void => {
      let blank = 0;
      for (let held = this.above[column]; held !== undefined && held.left > 0; held = this.above[column]) {
        held.left -= 1;
        column += 1;
        this.room.chars -= held.cell.text.length + CELL_CHARS;
        if (this.room.chars >= 0) row.push(hasHeading ? held.cell : { ...held.cell, heading: null });
        else blank += 1;
      }
      if (blank > 0) row.push({ text: '', heading: null, span: blank });
    };
    for (const { rows, ...cell } of own) {
      comeDown();
      row.push(cell);
      for (let covered = 0; covered < cell.span; covered++, column++)
        if (column < MOST_COLUMNS)
          this.above[column] = {
            cell: { ...cell, text: covered === 0 ? cell.text : '', span: 1 },
            left: rows === 0 ? Infinity : rows - 1,
          };
    }
    if (own.length > 0) comeDown();
    for (const held of this.above.slice(column)) held.left = Math.max(0, held.left - 1);
    return row;
  }

  /** No cell reaches out of its head, body or foot. */
  endGroup(): void {
    this.above.length = 0;
  }
}
