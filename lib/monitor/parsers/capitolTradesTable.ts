import { Parser } from 'htmlparser2';
import { LIMITS } from '../../limits';
import { pushedText } from './flight';
import { feedWithoutSvg } from './skipSvg';

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
  readonly tooDeep: boolean;
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
  const parser = new Parser(reader, {
    decodeEntities: true,
    lowerCaseAttributeNames: true,
    lowerCaseTags: true,
  });
  try {
    feedWithoutSvg(parser, text, () => reader.svgIsOpen);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { ...reader.result(), tooDeep: true };
  }
  return reader.result();
}

class TooDeep extends Error {}

class TradeReader {
  svgIsOpen = false;
  private depth = 0;
  private readonly rows: TradeRow[] = [];
  private rowsWithoutId = 0;
  private table: TradePage['table'] = 'none';
  private columns: readonly (Column | null)[] = [];
  private headings: string[] | null = null;
  private inTable = false;
  private script: string[] | null = null;
  private readonly pushes: string[] = [];
  private pager: string[] | null = null;
  private pageOf: TradePage['pageOf'] = null;
  private cells: string[] | null = null;
  private cell: string[] | null = null;
  private href: string | null = null;
  private marks: Partial<Record<Mark, string>> = {};
  private mark: { readonly name: Mark; readonly depth: number; readonly parts: string[] } | null = null;

  onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (this.depth > LIMITS.treeDepth) throw new TooDeep();
    if (name === 'svg') this.svgIsOpen = true;
    else if (name === 'script') this.script = [];
    else if (name === 'table') this.inTable = true;
    else if (name === 'p' && this.cells === null) this.pager = [];
    if (this.inTable) this.openInTable(name, attributes);
  }

  private openInTable(name: string, attributes: Record<string, string>): void {
    if (name === 'tr') {
      this.cells = [];
      this.marks = {};
      this.href = null;
    } else if (name === 'thead') this.headings = [];
    else if (name === 'td' || name === 'th') this.cell = [];
    else if (this.cell !== null) {
      this.cell.push(' ');
      if (this.mark === null) this.openMark(name, attributes);
    }
  }

  private openMark(name: string, attributes: Record<string, string>): void {
    const found =
      name === 'a' ? markOfLink(attributes['href'] ?? '') : markOfClass(attributes['class'] ?? '');
    if (found === null) return;
    if (found === 'detail') this.href = attributes['href'] ?? null;
    this.mark = { name: found, depth: this.depth, parts: [] };
  }

  ontext(data: string): void {
    if (this.script !== null) this.script.push(data);
    else if (this.cell !== null) {
      this.cell.push(data);
      this.mark?.parts.push(data);
    } else this.pager?.push(data);
  }

  onclosetag(name: string, implied: boolean): void {
    if (this.mark?.depth === this.depth) {
      this.marks[this.mark.name] ??= oneLine(this.mark.parts);
      this.mark = null;
    }
    this.depth -= 1;
    if (name === 'svg') this.svgIsOpen = false;
    else if (name === 'script') this.closeScript(implied);
    else if (name === 'p') this.closePager();
    if (this.inTable) this.closeInTable(name, implied);
  }

  private closeScript(implied: boolean): void {
    const text = implied ? null : pushedText((this.script ?? []).join(''));
    if (text !== null) this.pushes.push(text);
    this.script = null;
  }

  private closePager(): void {
    const words = /^Page (\d{1,7}) of (\d{1,7})$/i.exec(oneLine(this.pager ?? []));
    if (words !== null) this.pageOf ??= { page: Number(words[1]), pages: Number(words[2]) };
    this.pager = null;
  }

  private closeInTable(name: string, implied: boolean): void {
    if (name === 'td' || name === 'th') {
      if (this.cell !== null) this.cells?.push(oneLine(this.cell));
      this.cell = null;
    } else if (name === 'tr') this.closeRow(implied);
    else if (name === 'table') {
      if (this.table !== 'none') this.table = implied ? 'cut' : 'whole';
      this.inTable = false;
      this.columns = [];
    } else if (this.cell !== null) this.cell.push(' ');
  }

  private closeRow(implied: boolean): void {
    const cells = this.cells;
    this.cells = null;
    if (cells === null) return;
    const columns = this.headings === null && this.columns.length > 0 ? null : columnsOf(cells);
    this.headings = null;
    if (columns !== null) {
      this.columns = columns;
      this.table = 'cut'; // until it is closed
      return;
    }
    if (this.columns.length === 0) return;
    const id = DETAIL.exec(this.href ?? '')?.[1] ?? null;
    if (id === null && cells.length === 1 && NO_RESULTS.test(cells[0] ?? '')) return;
    if (id === null) this.rowsWithoutId += 1;
    else if (!implied)
      this.rows.push({ id, href: this.href, marks: this.marks, cells: byColumn(cells, this.columns) });
  }

  result(): TradePage {
    const { rows, table, rowsWithoutId, pageOf } = this;
    return { rows, table, rowsWithoutId, pushed: this.pushes.join(''), pageOf, tooDeep: false };
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

const oneLine = (parts: readonly string[]): string => parts.join('').replace(/\s+/g, ' ').trim();
