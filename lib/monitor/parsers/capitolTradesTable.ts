import { pushedText } from './flight';
import { cellText } from './cellText';
import { streamTags, type TagSink } from './tagStream';

/** One row of the table in the page's own words; '' where a cell is empty, null where it has no such part. */
export interface TradeRow {
  readonly id: string | null;
  readonly href: string | null;
  readonly marks: Readonly<Partial<Record<Mark, string>>>;
  /** Cells by column name. */
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

export interface TradePage {
  readonly rows: readonly TradeRow[];
  /** `none`: no table of trades; `cut`: it ends with the page; `whole`: it was closed. */
  readonly table: 'none' | 'cut' | 'whole';
  readonly rowsWithoutId: number;
  /** The whole text that scripts were given. */
  readonly pushed: string;
  /** `Page 1 of 2915`. */
  readonly pageOf: { readonly page: number; readonly pages: number } | null;
}

export const COLUMNS = [
  'politician',
  'traded issuer',
  'published',
  'traded',
  'filed after',
  'owner',
  'type',
  'size',
  'price',
] as const;
export type Column = (typeof COLUMNS)[number];
export type Mark = 'politician' | 'issuer' | 'party' | 'chamber' | 'state' | 'ticker' | 'detail';

const DETAIL = /\/trades\/(\d{1,40})(?:[/?#]|$)/;
const NO_RESULTS = /^no (?:results|trades|data|matching)/i;

/** One streaming pass over the page: the table of trades and what scripts were given. Works for the markup of 2024 too. */
export function readTradePage(text: string): TradePage {
  const reader = new TradeReader();
  streamTags(text, reader);
  return reader.result();
}

type Attribute = (name: string) => string | null;

class TradeReader implements TagSink {
  wantsText = false;
  private readonly rows: TradeRow[] = [];
  private rowsWithoutId = 0;
  private table: TradePage['table'] = 'none';
  private columns: readonly (Column | null)[] = [];
  private inHead = false;
  private tables = 0;
  private script: string[] | null = null;
  private readonly pushes: string[] = [];
  private pager: string[] | null = null;
  private pageOf: TradePage['pageOf'] = null;
  private cells: string[] | null = null;
  private cell: string[] | null = null;
  private href: string | null = null;
  private marks: Partial<Record<Mark, string>> = {};
  private mark: {
    readonly name: Mark;
    readonly tag: string;
    depth: number;
    readonly parts: string[];
  } | null = null;

  open(name: string, attribute: Attribute): void {
    if (name === 'script') this.script = [];
    else if (name === 'table') this.tables += 1;
    else if (this.tables > 0) this.openInTable(name, attribute);
    else if (name === 'p') this.pager = [];
    this.listen();
  }

  private openInTable(name: string, attribute: Attribute): void {
    if (name === 'tr') {
      this.closeRow();
      this.cells = [];
    } else if (name === 'thead') this.inHead = true;
    else if (name === 'td' || name === 'th') {
      this.closeCell();
      this.cell = [];
    } else if (this.cell !== null) {
      this.cell.push(' ');
      if (this.mark === null) this.openMark(name, attribute);
      else if (this.mark.tag === name) this.mark.depth += 1;
    }
  }

  private openMark(tag: string, attribute: Attribute): void {
    const href = tag === 'a' ? attribute('href') : null;
    const name =
      tag === 'a' ? markOfLink(href ?? '') : tag === 'span' ? markOfClass(attribute('class') ?? '') : null;
    if (name === null) return;
    if (name === 'detail') this.href = href;
    this.mark = { name, tag, depth: 1, parts: [] };
  }

  text(data: string): void {
    if (this.script !== null) this.script.push(data);
    else if (this.cell !== null) {
      this.cell.push(data);
      this.mark?.parts.push(data);
    } else this.pager?.push(data);
  }

  close(name: string): void {
    if (this.mark?.tag === name && --this.mark.depth === 0) this.closeMark();
    if (name === 'script') this.closeScript();
    else if (name === 'p') this.closePager();
    else if (this.tables > 0) this.closeInTable(name);
    this.listen();
  }

  private closeScript(): void {
    const text = pushedText((this.script ?? []).join(''));
    if (text !== null) this.pushes.push(text);
    this.script = null;
  }

  private closePager(): void {
    const words = /^Page (\d{1,7}) of (\d{1,7})$/i.exec(cellText(this.pager ?? []));
    if (words !== null) this.pageOf ??= { page: Number(words[1]), pages: Number(words[2]) };
    this.pager = null;
  }

  private closeInTable(name: string): void {
    if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'tr') this.closeRow();
    else if (name === 'thead') this.inHead = false;
    else if (name === 'table') {
      this.closeRow();
      this.tables -= 1;
      if (this.tables === 0 && this.table === 'cut') this.table = 'whole';
      if (this.tables === 0) this.columns = [];
    } else this.cell?.push(' ');
  }

  private closeMark(): void {
    if (this.mark !== null) this.marks[this.mark.name] ??= cellText(this.mark.parts);
    this.mark = null;
  }

  private closeCell(): void {
    this.closeMark();
    if (this.cell !== null) this.cells?.push(cellText(this.cell));
    this.cell = null;
  }

  private closeRow(): void {
    this.closeCell();
    if (this.cells !== null) this.readRow(this.cells, DETAIL.exec(this.href ?? '')?.[1] ?? null);
    this.cells = null;
    this.marks = {};
    this.href = null;
  }

  private readRow(cells: readonly string[], id: string | null): void {
    const heading = this.inHead || this.columns.length === 0 ? columnsOf(cells) : null;
    if (heading !== null) {
      this.columns = heading;
      this.table = 'cut'; // until it is closed
    } else if (
      this.columns.length === 0 ||
      (id === null && cells.length === 1 && NO_RESULTS.test(cells[0] ?? ''))
    )
      return;
    else if (id === null) this.rowsWithoutId += 1;
    else this.rows.push({ id, href: this.href, marks: this.marks, cells: byColumn(cells, this.columns) });
  }

  /** A row that is still open at the end of the page was cut: half of it would be half a trade. */
  end(): void {
    this.cells = null;
  }

  private listen(): void {
    this.wantsText = this.script !== null || this.cell !== null || this.pager !== null;
  }

  result(): TradePage {
    const { rows, table, rowsWithoutId, pageOf } = this;
    return { rows, table, rowsWithoutId, pushed: this.pushes.join(''), pageOf };
  }
}

function markOfLink(href: string): Mark | null {
  if (DETAIL.test(href)) return 'detail';
  if (href.includes('/politicians/')) return 'politician';
  return href.includes('/issuers/') ? 'issuer' : null;
}

const CLASSES: Readonly<Record<string, Mark>> = {
  party: 'party',
  chamber: 'chamber',
  'us-state-compact': 'state',
  'issuer-ticker': 'ticker',
};

function markOfClass(classes: string): Mark | null {
  if (!classes.includes('q-field')) return null;
  for (const name of classes.split(/\s+/)) {
    const mark = CLASSES[name];
    if (mark !== undefined) return mark;
  }
  return null;
}

/** A heading row of the table of trades names at least these; null for any other row. */
function columnsOf(cells: readonly string[]): readonly (Column | null)[] | null {
  const names = cells.map((cell) => COLUMNS.find((column) => column === cell.toLowerCase()) ?? null);
  return names.includes('politician') && names.includes('published') && names.includes('traded')
    ? names
    : null;
}

function byColumn(
  cells: readonly string[],
  columns: readonly (Column | null)[],
): Partial<Record<Column, string>> {
  const named: Partial<Record<Column, string>> = {};
  cells.forEach((cell, k) => {
    const column = columns[k];
    if (column !== undefined && column !== null) named[column] = cell;
  });
  return named;
}
