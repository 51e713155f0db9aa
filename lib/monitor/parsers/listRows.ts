import { placeOf, raisedDigits, type Place } from '../../text';
import { cellText } from './cellText';
import { RowSpans, type Cell, type SpanningCell } from './rowSpans';
import { streamTags, type Attribute, type TagSink } from './tagStream';

/** A stretch of a page; `end` is not included. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** One innermost table row, or one element that was asked for. */
export interface ListRow extends Region {
  readonly text: string;
  readonly cells: readonly Cell[];
  /** Number of its table on the page; null for other elements. */
  readonly table: number | null;
}

export interface ListLink extends Region {
  readonly href: string;
  readonly text: string;
}

export interface ListPage {
  /** Rows of tables in page order; a row that only holds another table is none. */
  readonly rows: readonly ListRow[];
  /** The elements that were asked for, in their order. */
  readonly elements: readonly ListRow[];
  readonly links: readonly ListLink[];
  readonly base: string | null;
  readonly next: string | null;
  /** `html` or `body` was closed, or there was none: the page did not end in the middle. */
  readonly whole: boolean;
}

/** One streaming pass. `wanted`: stretches that do not overlap, in page order. */
export function readListPage(page: string, wanted: readonly Region[] = []): ListPage {
  const reader = new ListReader(page.length, wanted);
  streamTags(page, reader);
  return reader.result();
}

/** A row that is being read. */
interface OpenRow {
  readonly start: number;
  readonly table: number;
  readonly cells: SpanningCell[];
  readonly parts: string[];
  cell: {
    readonly parts: string[];
    readonly th: boolean;
    readonly span: number;
    readonly rows: number;
    bold: string[];
  } | null;
  hasInner: boolean;
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'template']);
const BOLD = new Set(['b', 'strong']);
const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot']);
/** Elements that do not part words. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'code',
  'em',
  'font',
  'i',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'wbr',
]);

class ListReader implements TagSink {
  private readonly rows: ListRow[] = [];
  private readonly elements: ListRow[] = [];
  private readonly links: ListLink[] = [];
  private readonly opened: OpenRow[] = [];
  private readonly tables: number[] = [];
  private readonly spans: RowSpans[] = [];
  private readonly room: { chars: number };
  private tableCount = 0;
  private link: { readonly start: number; readonly href: string; readonly parts: string[] } | null = null;
  private unseen: string | null = null;
  private bold = 0;
  /** Where the text stands: digits above the line, right behind a number, would make another number of it. */
  private place: Place | null = null;
  private ending = '';
  private wantedAt = 0;
  private element: string[] | null = null;
  private base: string | null = null;
  private next: string | null = null;
  private hasFrame = false;
  private closedFrame = false;

  constructor(
    private readonly length: number,
    private readonly wanted: readonly Region[],
  ) {
    this.room = { chars: 4 * length };
  }

  get wantsText(): boolean {
    return this.unseen === null && (this.opened.length > 0 || this.link !== null || this.wanted.length > 0);
  }

  open(name: string, attribute: Attribute, start: number): void {
    this.reach(start);
    if (!INLINE.has(name)) this.separate();
    if (UNSEEN.has(name)) this.unseen ??= name;
    else if (name === 'table') this.openTable();
    else if (ROW_GROUPS.has(name)) this.openGroup(start);
    else if (name === 'tr') this.openRow(start);
    else if (name === 'td' || name === 'th') this.openCell(name, attribute);
    else if (name === 'a') this.openLink(attribute, start);
    else if (name === 'link' || name === 'base') this.readHead(name, attribute);
    else if (name === 'html' || name === 'body') this.hasFrame = true;
    else if (BOLD.has(name)) this.bold += 1;
    else if (/\d/.test(this.ending)) this.place ??= placeOf(name);
  }

  text(read: string, start: number): void {
    this.reach(start);
    const data = this.place === null ? read : raisedDigits(read, this.place);
    this.ending = read.at(-1) ?? this.ending;
    this.element?.push(data);
    this.link?.parts.push(data);
    const row = this.opened.at(-1);
    if (row === undefined) return;
    row.parts.push(data);
    row.cell?.parts.push(data);
    if (this.bold > 0) row.cell?.bold.push(data);
  }

  close(name: string, end: number): void {
    this.reach(end - 1);
    if (!INLINE.has(name)) this.separate();
    if (name === this.unseen) this.unseen = null;
    else if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'tr') this.closeRow(end);
    else if (name === 'table') this.closeTable(end);
    else if (name === 'a') this.closeLink(end);
    else if (name === 'html' || name === 'body') this.closedFrame = true;
    else if (BOLD.has(name)) this.bold = Math.max(0, this.bold - 1);
    else if (placeOf(name) !== null) this.place = null;
  }

  private openTable(): void {
    this.tables.push(this.tableCount++);
    this.spans.push(new RowSpans(this.room));
  }

  private openGroup(start: number): void {
    this.closeRow(start);
    this.spans.at(-1)?.endGroup();
  }

  private openRow(start: number): void {
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (this.opened.at(-1)?.table === table) this.closeRow(start);
    this.bold = 0;
    const outer = this.opened.at(-1);
    if (outer !== undefined) outer.hasInner = true;
    this.opened.push({ start, table, cells: [], parts: [], cell: null, hasInner: false });
  }

  private openCell(name: string, attribute: Attribute): void {
    this.closeCell();
    this.bold = 0;
    const row = this.opened.at(-1);
    if (row?.table !== this.tables.at(-1)) return;
    const span = Number(/^[1-9]\d?$/.exec(attribute('colspan') ?? '')?.[0] ?? 1);
    const rows = Number(/^\d{1,5}$/.exec(attribute('rowspan') ?? '')?.[0] ?? 1);
    row?.parts.push(' ');
    if (row !== undefined) row.cell = { parts: [], th: name === 'th', span, rows, bold: [] };
  }

  private closeCell(): void {
    const row = this.opened.at(-1);
    if (row?.cell === undefined || row.cell === null || row.table !== this.tables.at(-1)) return;
    const { parts, bold, th, span, rows } = row.cell;
    const text = cellText(parts);
    row.cells.push({
      text,
      heading: th ? 'marked' : text !== '' && cellText(bold) === text ? 'bold' : null,
      span,
      rows,
    });
    row.cell = null;
  }

  private closeRow(end: number): void {
    if (this.opened.at(-1)?.table !== this.tables.at(-1)) return;
    this.closeCell();
    const row = this.opened.pop();
    if (row === undefined) return;
    const cells = this.spans.at(-1)?.place(row.cells) ?? row.cells;
    if (row.hasInner) return;
    this.rows.push({ start: row.start, end, text: cellText(row.parts), cells, table: row.table });
  }

  private closeTable(end: number): void {
    this.closeRow(end);
    this.tables.pop();
    this.spans.pop();
  }

  private openLink(attribute: Attribute, start: number): void {
    const href = attribute('href');
    if (attribute('rel')?.split(/\s+/).includes('next') === true) this.next ??= href;
    this.closeLink(start);
    if (href !== null) this.link = { start, href, parts: [] };
  }

  private closeLink(end: number): void {
    if (this.link !== null)
      this.links.push({ start: this.link.start, end, href: this.link.href, text: cellText(this.link.parts) });
    this.link = null;
  }

  private readHead(name: string, attribute: Attribute): void {
    if (name === 'base') this.base ??= attribute('href');
    else if (attribute('rel')?.toLowerCase().split(/\s+/).includes('next') === true)
      this.next ??= attribute('href');
  }

  /** Opens and closes the wanted elements that begin or end before this position. */
  private reach(position: number): void {
    for (let region = this.wanted[this.wantedAt]; region !== undefined; region = this.wanted[this.wantedAt]) {
      if (position < region.start) return;
      if (position < region.end) {
        this.element ??= [];
        return;
      }
      this.elements.push({ ...region, text: cellText(this.element ?? []), cells: [], table: null });
      this.element = null;
      this.wantedAt += 1;
    }
  }

  private separate(): void {
    this.ending = '';
    this.place = null;
    this.element?.push(' ');
    this.link?.parts.push(' ');
    const row = this.opened.at(-1);
    row?.parts.push(' ');
    row?.cell?.parts.push(' ');
    if (this.bold > 0) row?.cell?.bold.push(' ');
  }

  end(): void {
    while (this.tables.length > 0) this.closeTable(this.length);
    this.closeLink(this.length);
    this.reach(this.length);
  }

  result(): ListPage {
    const rows = this.rows.sort((a, b) => a.start - b.start);
    const { elements, links, base, next } = this;
    return { rows, elements, links, base, next, whole: this.closedFrame || !this.hasFrame };
  }
}
