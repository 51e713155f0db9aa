import type { LineWriter } from './lineWriter';

interface OpenTable {
  readonly isLayout: boolean;
  cells: number;
  rows: number;
  inCell: boolean;
  /** Whether a cell of the row has held text; a row without any is not written. */
  rowHasText: boolean;
}

/** The tables that are open while a page is written as Markdown; those of a layout are blocks, not tables. */
export class MarkdownTables {
  private readonly open: OpenTable[] = [];

  constructor(private readonly writer: LineWriter) {}

  enter(isLayout: boolean): void {
    this.open.push({ isLayout, cells: 0, rows: 0, inCell: false, rowHasText: false });
  }

  leave(): void {
    this.endRow();
    this.open.pop();
  }

  /** Text is about to be written: a cell that it stands in makes its row one that is written. */
  noteText(): void {
    const table = this.open.at(-1);
    if (table?.inCell === true) table.rowHasText = true;
  }

  enterCell(): void {
    const table = this.open.at(-1);
    if (table === undefined || table.isLayout) {
      this.writer.block(1);
      return;
    }
    this.leaveCell();
    table.cells += 1;
    if (table.rowHasText) this.writer.text(' ');
    else this.writer.mark('| '.repeat(table.cells));
    table.inCell = true;
    this.writer.beginFlat();
  }

  leaveCell(): void {
    const table = this.open.at(-1);
    if (table?.inCell !== true) return;
    table.inCell = false;
    this.writer.endFlat();
    if (table.rowHasText) this.writer.append(' |');
  }

  /** Also where the next row begins, since the tag that ends a row may be missing. */
  endRow(): void {
    const table = this.open.at(-1);
    if (table === undefined || table.isLayout) return;
    this.leaveCell();
    this.writer.mark('');
    if (table.rowHasText) {
      table.rows += 1;
      this.writer.block(1);
      if (table.rows === 1) this.writer.raw(`|${' --- |'.repeat(table.cells)}`);
      this.writer.block(1);
    }
    table.cells = 0;
    table.rowHasText = false;
  }
}
