import { cellSize, type CellSize } from '../../html/cellSpans';
import { cellText } from './cellText';
import type { ListRow } from './listPage';
import { RowCells, repeatRoom, type ReadCell, type RepeatRoom } from './rowCells';
import type { Attribute } from './tagStream';

/** A row that is being read. */
interface OpenRow {
  readonly start: number;
  readonly table: number;
  readonly cells: ReadCell[];
  readonly parts: string[];
  cell: {
    readonly parts: string[];
    readonly isMarked: boolean;
    readonly size: CellSize;
    bold: string[];
  } | null;
  hasInner: boolean;
}

/** The tables of a page while it is read from its start to its end: their rows, and the cells of these. */
export class ListTables {
  private readonly found: ListRow[] = [];
  private readonly openRows: OpenRow[] = [];
  private readonly openTables: { readonly number: number; readonly cells: RowCells }[] = [];
  private readonly room: RepeatRoom;
  private count = 0;
  private bold = 0;

  constructor(pageLength: number) {
    this.room = repeatRoom(pageLength);
  }

  /** Whether text that comes now stands in a row. */
  get hasOpenRow(): boolean {
    return this.openRows.length > 0;
  }

  open(): void {
    this.openTables.push({ number: this.count++, cells: new RowCells(this.room) });
  }

  openGroup(start: number): void {
    this.closeRow(start);
    this.openTables.at(-1)?.cells.endGroup();
  }

  openRow(start: number): void {
    const table = this.openTables.at(-1)?.number;
    if (table === undefined) return;
    if (this.openRows.at(-1)?.table === table) this.closeRow(start);
    this.bold = 0;
    const outer = this.openRows.at(-1);
    if (outer !== undefined) outer.hasInner = true;
    this.openRows.push({ start, table, cells: [], parts: [], cell: null, hasInner: false });
  }

  openCell(name: 'td' | 'th', attribute: Attribute): void {
    this.closeCell();
    this.bold = 0;
    const row = this.rowOfTable();
    if (row === null) return;
    row.parts.push(' ');
    const size = cellSize(attribute('colspan'), attribute('rowspan'));
    row.cell = { parts: [], isMarked: name === 'th', size, bold: [] };
  }

  openBold(): void {
    this.bold += 1;
  }

  closeBold(): void {
    this.bold = Math.max(0, this.bold - 1);
  }

  text(data: string): void {
    const row = this.openRows.at(-1);
    if (row === undefined) return;
    row.parts.push(data);
    row.cell?.parts.push(data);
    if (this.bold > 0) row.cell?.bold.push(data);
  }

  closeCell(): void {
    const row = this.rowOfTable();
    if (row === null || row.cell === null) return;
    const { parts, bold, isMarked, size } = row.cell;
    const text = cellText(parts);
    const isBold = text !== '' && cellText(bold) === text;
    row.cells.push({ text, heading: isMarked ? 'marked' : isBold ? 'bold' : null, size });
    row.cell = null;
  }

  closeRow(end: number): void {
    const table = this.openTables.at(-1);
    const row = this.rowOfTable();
    if (row === null || table === undefined) return;
    this.closeCell();
    this.openRows.pop();
    const cells = table.cells.place(row.cells);
    if (!row.hasInner)
      this.found.push({ start: row.start, end, text: cellText(row.parts), cells, table: row.table });
  }

  close(end: number): void {
    this.closeRow(end);
    this.openTables.pop();
  }

  /** The page ended. */
  end(end: number): void {
    while (this.openTables.length > 0) this.close(end);
  }

  /** All rows in page order; one that only holds another table is none. */
  rows(): readonly ListRow[] {
    return this.found.toSorted((a, b) => a.start - b.start);
  }

  /** The open row of the innermost open table. */
  private rowOfTable(): OpenRow | null {
    const row = this.openRows.at(-1);
    return row !== undefined && row.table === this.openTables.at(-1)?.number ? row : null;
  }
}
