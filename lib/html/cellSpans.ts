import { LIMITS } from '../limits';

/** Columns and rows that a cell covers. */
export interface CellSize {
  readonly columns: number;
  /** 0 reaches to the end of the group. */
  readonly rows: number;
}

const ONE: CellSize = { columns: 1, rows: 1 };

/** The size that a cell's attributes give it, read as browsers do; null or undefined where it has none of them. */
export function cellSize(colspan: string | null | undefined, rowspan: string | null | undefined): CellSize {
  if ((colspan ?? rowspan ?? null) === null) return ONE;
  return {
    columns: Math.min(numberOf(colspan) || 1, LIMITS.cellSpans.columns),
    rows: Math.min(numberOf(rowspan), LIMITS.cellSpans.rows),
  };
}

/** The number that a text begins with; 1 where it is none, or below 0. */
function numberOf(span: string | null | undefined): number {
  const value = Number.parseInt(span ?? '', 10);
  return value >= 0 ? value : 1;
}

/** Empty columns that the spans of a page may still write: a hostile one would write gigabytes of them. */
export interface SpanRoom {
  columns: number;
}

export function spanRoom(): SpanRoom {
  return { columns: LIMITS.cellSpans.roomAtFirst };
}

/** What a cell of a row above covers of this one. */
export interface Covered<Cell> {
  readonly cell: Cell;
  readonly column: number;
  /** Whether its first column is this one: it may have been covered in part. */
  readonly isStart: boolean;
  /** Columns of it to write: fewer than there are where those are too many. */
  readonly width: number;
}

/** A cell over several rows: its columns from `start` to before `end`, its rows to before `until`. */
interface Span<Cell> {
  readonly cell: Cell;
  readonly start: number;
  readonly end: number;
  readonly until: number;
}

const NOTHING: readonly never[] = [];

/**
 * Which columns of a table's next rows are taken by cells that span: what follows stands further to the right, also
 * where fewer are written.
 */
export class CellSpans<Cell> {
  /** By column, the cell that covers it furthest down. */
  private readonly taken: (Span<Cell> | undefined)[] = [];
  private row = 0;
  private at = 0;

  constructor(private readonly room: SpanRoom) {}

  /** The column of the next cell of this row; after `skip`. */
  get column(): number {
    return this.at;
  }

  /** What cells above cover before the next cell of this row. */
  skip(): readonly Covered<Cell>[] {
    let covered: Covered<Cell>[] | null = null;
    for (
      let span = this.taken[this.at];
      span !== undefined && span.until > this.row;
      span = this.taken[this.at]
    ) {
      const width = Math.min(span.end - this.at, LIMITS.cellSpans.written, Math.max(0, this.room.columns));
      this.room.columns -= width;
      if (width > 0)
        (covered ??= []).push({ cell: span.cell, column: this.at, isStart: this.at === span.start, width });
      this.at = span.end;
    }
    return covered ?? NOTHING;
  }

  /** Places a cell; answers the columns to write of it beside its first. */
  place(cell: Cell, { columns, rows }: CellSize): number {
    const start = this.at;
    this.at += columns;
    if (rows !== 1)
      this.reachDown({ cell, start, end: this.at, until: rows === 0 ? Infinity : this.row + rows });
    const further = Math.min(columns, LIMITS.cellSpans.written, Math.max(1, this.room.columns + 1)) - 1;
    this.room.columns += LIMITS.cellSpans.roomByCell - further;
    return further;
  }

  endRow(): void {
    this.row += 1;
    this.at = 0;
  }

  /** No cell reaches out of its head, body or foot. */
  endGroup(): void {
    this.taken.length = 0;
  }

  private reachDown(span: Span<Cell>): void {
    const end = Math.min(span.end, LIMITS.cellSpans.followed);
    for (let column = span.start; column < end; column++)
      if ((this.taken[column]?.until ?? 0) < span.until) this.taken[column] = span;
  }
}

export function isRowGroup(name: string): boolean {
  return name === 'thead' || name === 'tbody' || name === 'tfoot';
}
