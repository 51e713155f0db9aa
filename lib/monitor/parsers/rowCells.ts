import { CellSpans, spanRoom, type CellSize, type Covered, type SpanRoom } from '../../html/cellSpans';
import { LIMITS } from '../../limits';

export interface Cell {
  readonly text: string;
  /** `marked`: a th; `bold`: all of its text is. */
  readonly heading: 'marked' | 'bold' | null;
  /** The first column that it covers, from 0. */
  readonly column: number;
  /** Columns that it covers. */
  readonly span: number;
}

/** A cell as it stands in the page, before it has a place. */
export interface ReadCell extends Pick<Cell, 'text' | 'heading'> {
  readonly size: CellSize;
}

/** What the spans of a whole page may still bring down: a hostile one would fill thousands of rows with them. */
export interface RepeatRoom {
  readonly spans: SpanRoom;
  chars: number;
}

export function repeatRoom(pageLength: number): RepeatRoom {
  return { spans: spanRoom(), chars: LIMITS.repeatedTextTimes * pageLength };
}

/** The rows of one table, each with the cells of rows above that reach down into it. */
export class RowCells {
  private readonly spans: CellSpans<ReadCell>;

  constructor(private readonly room: RepeatRoom) {
    this.spans = new CellSpans(room.spans);
  }

  /** The cells of the next row, one that comes down from a row above in its own column. */
  place(own: readonly ReadCell[]): readonly Cell[] {
    const row: Cell[] = [];
    // no row becomes one of headings by cells of others alone
    const hasHeading = own.some(({ text, heading }) => text !== '' && heading !== null);
    const comeDown = (): void => {
      for (const covered of this.spans.skip()) row.push(this.repeated(covered, hasHeading));
    };
    for (const cell of own) {
      comeDown();
      const { column } = this.spans;
      const span = 1 + this.spans.place(cell, cell.size);
      row.push({ text: cell.text, heading: cell.heading, column, span });
    }
    if (own.length > 0) comeDown();
    this.spans.endRow();
    return row;
  }

  endGroup(): void {
    this.spans.endGroup();
  }

  /** Empty once the room for its text is used up. */
  private repeated({ cell, column, isStart, width }: Covered<ReadCell>, asHeading: boolean): Cell {
    const text = isStart ? cell.text : '';
    this.room.chars -= text.length;
    const heading = asHeading ? cell.heading : null;
    return { text: this.room.chars >= 0 ? text : '', heading, column, span: width };
  }
}
