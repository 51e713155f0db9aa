import { isRowGroup } from '../../html/cellSpans';
import { placeOf, raisedDigits, type Place } from '../../text';
import { cellText } from './cellText';
import type { ListLink, ListPage, ListRow, Region } from './listPage';
import { ListTables } from './listTables';
import { streamTags, type Attribute, type TagSink } from './tagStream';

/** One streaming pass. `wanted`: stretches that do not overlap, in page order. */
export function readListPage(page: string, wanted: readonly Region[] = []): ListPage {
  const reader = new ListReader(page.length, wanted);
  streamTags(page, reader);
  return reader.result();
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'template']);
const BOLD = new Set(['b', 'strong']);
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
  private readonly tables: ListTables;
  private readonly elements: ListRow[] = [];
  private readonly links: ListLink[] = [];
  private link: { readonly start: number; readonly href: string; readonly parts: string[] } | null = null;
  private unseen: string | null = null;
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
    this.tables = new ListTables(length);
  }

  get wantsText(): boolean {
    return this.unseen === null && (this.tables.hasOpenRow || this.link !== null || this.wanted.length > 0);
  }

  open(name: string, attribute: Attribute, start: number): void {
    this.reach(start);
    if (!INLINE.has(name)) this.separate();
    if (UNSEEN.has(name)) this.unseen ??= name;
    else if (name === 'table') this.tables.open();
    else if (isRowGroup(name)) this.tables.openGroup(start);
    else if (name === 'tr') this.tables.openRow(start);
    else if (name === 'td' || name === 'th') this.tables.openCell(name, attribute);
    else if (name === 'a') this.openLink(attribute, start);
    else if (name === 'link' || name === 'base') this.readHead(name, attribute);
    else if (name === 'html' || name === 'body') this.hasFrame = true;
    else if (BOLD.has(name)) this.tables.openBold();
    else if (placeOf(name) !== null && /\d/.test(this.ending)) this.place ??= placeOf(name);
  }

  text(read: string, start: number): void {
    this.reach(start);
    const data = this.place === null ? read : raisedDigits(read, this.place);
    this.ending = read.at(-1) ?? this.ending;
    this.element?.push(data);
    this.link?.parts.push(data);
    this.tables.text(data);
  }

  close(name: string, end: number): void {
    this.reach(end - 1);
    if (!INLINE.has(name)) this.separate();
    if (name === this.unseen) this.unseen = null;
    else if (name === 'td' || name === 'th') this.tables.closeCell();
    else if (name === 'tr') this.tables.closeRow(end);
    else if (name === 'table') this.tables.close(end);
    else if (name === 'a') this.closeLink(end);
    else if (name === 'html' || name === 'body') this.closedFrame = true;
    else if (BOLD.has(name)) this.tables.closeBold();
    else if (placeOf(name) !== null) this.place = null;
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
    this.tables.text(' ');
  }

  end(): void {
    this.tables.end(this.length);
    this.closeLink(this.length);
    this.reach(this.length);
  }

  result(): ListPage {
    const { elements, links, base, next } = this;
    return {
      rows: this.tables.rows(),
      elements,
      links,
      base,
      next,
      whole: this.closedFrame || !this.hasFrame,
    };
  }
}
