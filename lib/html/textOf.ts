import { isTag, type Element, type ParentNode } from 'domhandler';
import { placeOf } from '../text';
import { BLOCKS } from './blocks';
import { cellSize, CellSpans, isRowGroup, spanRoom } from './cellSpans';
import { LineWriter } from './lineWriter';
import { OpenLists } from './lists';
import { isDropped } from './visibility';
import { walk, type Visitor } from './walk';

export interface TextRules {
  /** Tables that arrange the page: their cells stand one below the other. */
  readonly layoutTables: Pick<ReadonlySet<Element>, 'has'>;
  readonly includeHidden: boolean;
  /** Parts to leave out, with all they hold. */
  readonly leftOut?: ReadonlySet<Element>;
}

/**
 * Readable plain text of everything under some nodes: a row of a table per line with its cells joined by ` | `, lists
 * with bullets, blocks on lines of their own, at most two blank lines. One linear walk.
 */
export function textOf(roots: readonly ParentNode[], rules: TextRules): string {
  const writer = new LineWriter();
  for (const root of roots) {
    writer.block(1);
    walk(root, new PlainText(writer, rules, root));
  }
  return writer.toString();
}

interface OpenTable {
  readonly isLayout: boolean;
  /** A row that was selected, or stands in no table: it is a table of its own. */
  readonly isLoneRow: boolean;
  readonly spans: CellSpans<null>;
  cellsInRow: number;
  inCell: boolean;
  /** Columns that the open cell takes beside its first. */
  further: number;
  rowIsOpen: boolean;
}

/** Elements that shape their text in another way than as a block; asked first, since few elements of a page are any. */
const SHAPING: ReadonlySet<string> = new Set(
  'br li mn ol pre sub sup table tbody td tfoot th thead tr ul'.split(' '),
);

class PlainText implements Visitor {
  private readonly lists = new OpenLists();
  private readonly tables: OpenTable[] = [];
  private readonly room = spanRoom();
  private preformatted = 0;

  constructor(
    private readonly writer: LineWriter,
    private readonly rules: TextRules,
    private readonly root: ParentNode,
  ) {}

  text(data: string): void {
    if (this.preformatted > 0 && !this.writer.isFlat) this.writer.preformatted(data);
    else this.writer.text(data);
  }

  enter(element: Element): boolean {
    const isRoot = element === this.root; // a hidden part that was asked for by a selector is shown
    if (isDropped(element, isRoot || this.rules.includeHidden) || this.rules.leftOut?.has(element) === true)
      return false;
    const { name } = element;
    const lines = BLOCKS.get(name);
    if (lines !== undefined) this.writer.block(this.lists.isOpen ? 1 : lines);
    if (SHAPING.has(name)) this.enterShaping(element);
    return true;
  }

  private enterShaping(element: Element): void {
    const { name } = element;
    const place = placeOf(name);
    if (place !== null) this.writer.beginPlace(place);
    if (isRowGroup(name)) this.endGroup();
    switch (name) {
      case 'br':
        this.writer.newline();
        break;
      case 'mn':
        this.writer.beginNumber();
        break;
      case 'pre':
        this.preformatted += 1;
        break;
      case 'ul':
      case 'ol':
        this.lists.enter(element);
        break;
      case 'li':
        this.writer.indentBy(this.lists.indent(2));
        this.writer.mark(this.writer.isFlat ? '' : this.lists.marker(element));
        break;
      case 'table':
        this.enterTable(element, false);
        break;
      case 'tr':
        if (this.tables.length === 0) this.enterTable(element, true);
        this.endRow();
        this.beginRow();
        break;
      case 'td':
      case 'th':
        this.enterCell(element);
        break;
    }
  }

  leave({ name }: Element): void {
    if (SHAPING.has(name)) this.leaveShaping(name);
    const lines = BLOCKS.get(name);
    if (lines !== undefined) this.writer.block(this.lists.isOpen ? 1 : lines);
  }

  private leaveShaping(name: string): void {
    if (placeOf(name) !== null) this.writer.endPlace();
    switch (name) {
      case 'pre':
        this.preformatted -= 1;
        break;
      case 'ul':
      case 'ol':
        this.lists.leave();
        this.writer.indentBy(this.lists.indent(2));
        this.writer.mark('');
        break;
      case 'li':
        this.writer.mark('');
        break;
      case 'td':
      case 'th':
        this.leaveCell();
        break;
      case 'tr':
        this.endRow();
        if (this.tables.at(-1)?.isLoneRow === true) this.tables.pop();
        break;
      case 'table':
        this.endRow();
        this.tables.pop();
        break;
    }
  }

  private enterTable(element: Element, isLoneRow: boolean): void {
    const isLayout = isLoneRow
      ? isInTableOf(this.rules.layoutTables, element)
      : this.rules.layoutTables.has(element);
    this.tables.push({
      isLayout,
      isLoneRow,
      spans: new CellSpans(this.room),
      cellsInRow: 0,
      inCell: false,
      further: 0,
      rowIsOpen: false,
    });
  }

  private enterCell(element: Element): void {
    const table = this.tables.at(-1);
    if (table === undefined) {
      this.writer.block(1);
      return;
    }
    this.leaveCell();
    if (table.isLayout) this.writer.block(1);
    else {
      table.rowIsOpen = true;
      for (const { width } of table.spans.skip()) this.addCells(table, width);
      this.addCells(table, 1);
      table.further = table.spans.place(
        null,
        cellSize(element.attribs['colspan'], element.attribs['rowspan']),
      );
      table.inCell = true;
      this.writer.beginFlat();
    }
  }

  private addCells(table: OpenTable, count: number): void {
    for (let added = 0; added < count; added++) {
      if (table.cellsInRow > 0) this.writer.cell();
      table.cellsInRow += 1;
    }
  }

  private beginRow(): void {
    const table = this.tables.at(-1);
    if (table !== undefined) table.rowIsOpen = true;
  }

  private endGroup(): void {
    this.endRow();
    this.tables.at(-1)?.spans.endGroup();
  }

  private leaveCell(): void {
    const table = this.tables.at(-1);
    if (table?.inCell === true) {
      table.inCell = false;
      this.writer.endFlat();
      this.addCells(table, table.further);
      table.further = 0;
    } else if (table?.isLayout === true) this.writer.block(1);
  }

  private endRow(): void {
    const table = this.tables.at(-1);
    if (table === undefined) return;
    this.leaveCell();
    table.cellsInRow = 0;
    if (table.rowIsOpen) table.spans.endRow();
    table.rowIsOpen = false;
    this.writer.endRow();
    this.writer.block(1);
  }
}

function isInTableOf(tables: TextRules['layoutTables'], element: Element): boolean {
  let ancestor = element.parent;
  while (ancestor !== null && !(isTag(ancestor) && ancestor.name === 'table')) ancestor = ancestor.parent;
  return ancestor !== null && tables.has(ancestor);
}
