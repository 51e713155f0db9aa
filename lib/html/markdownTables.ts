import type { Element } from 'domhandler';
import { cellSize, CellSpans, spanRoom } from './cellSpans';
import type { LineWriter } from './lineWriter';

interface OpenTable {
  readonly isLayout: boolean;
  cells: number;
  rows: number;
  readonly spans: CellSpans<null>;
  inCell: boolean;
  /** Columns that the open cell takes beside its first. */
  further: number;
  rowIsOpen: boolean;
  /** Whether a cell of the row has held text; a row without any is not written. */
  rowHasText: boolean;
}

/** The tables that are open while a page is written as Markdown; those of a layout are blocks, not tables. */
export class MarkdownTables {
  private readonly open: OpenTable[] = [];
  private readonly room = spanRoom();

  constructor(private readonly writer: LineWriter) {}

  enter(isLayout: boolean): void {
    this.open.push({
      isLayout,
      cells: 0,
      rows: 0,
      spans: new CellSpans(this.room),
      inCell: false,
      further: 0,
      rowIsOpen: false,
      rowHasText: false,
    });
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

  beginRow(): void {
    this.endRow();
    const table = this.open.at(-1);
    if (table !== undefined) table.rowIsOpen = true;
  }

  endGroup(): void {
    this.endRow();
    this.open.at(-1)?.spans.endGroup();
  }

  enterCell(element: Element): void {
    const table = this.open.at(-1);
    if (table === undefined || table.isLayout) {
      this.writer.block(1);
      return;
    }
    this.leaveCell();
    table.rowIsOpen = true;
    for (const { width } of table.spans.skip())
      for (let skipped = 0; skipped < width; skipped++) this.addEmptyCell(table);
    this.beginCell(table);
    table.further = table.spans.place(null, cellSize(element.attribs['colspan'], element.attribs['rowspan']));
  }

  private beginCell(table: OpenTable): void {
    table.cells += 1;
    if (table.rowHasText) this.writer.text(' ');
    else this.writer.mark('| '.repeat(table.cells));
    table.inCell = true;
    this.writer.beginFlat();
  }

  private addEmptyCell(table: OpenTable): void {
    this.beginCell(table);
    this.endCell(table);
  }

  leaveCell(): void {
    const table = this.open.at(-1);
    if (table?.inCell !== true) return;
    this.endCell(table);
    for (; table.further > 0; table.further--) this.addEmptyCell(table);
  }

  private endCell(table: OpenTable): void {
    table.inCell = false;
    this.writer.endFlat();
    if (table.rowHasText) this.writer.append(' |');
  }

  /** Also where the next row begins, since the tag that ends a row may be missing. */
  endRow(): void {
    const table = this.open.at(-1);
    if (table === undefined || table.isLayout) return;
    this.leaveCell();
    if (table.rowIsOpen) table.spans.endRow();
    table.rowIsOpen = false;
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
