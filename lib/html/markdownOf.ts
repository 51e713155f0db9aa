import type { Element, ParentNode } from 'domhandler';
import { placeOf } from '../text';
import { BLOCKS, HEADINGS } from './blocks';
import { isRowGroup } from './cellSpans';
import { collapsed, isBlank } from './cleanText';
import { LineWriter } from './lineWriter';
import { resolveLink } from './links';
import { OpenLists } from './lists';
import { OpenMarks } from './markdownMarks';
import { MarkdownTables } from './markdownTables';
import { escaped, linkTarget } from './markdownText';
import type { TextRules } from './textOf';
import { isDropped } from './visibility';
import { walk, type Visitor } from './walk';

export interface MarkdownRules extends TextRules {
  /** Address that relative links start from. */
  readonly base: string;
}

/**
 * The same text as Markdown (CommonMark with the tables of GitHub): headings, emphasis, lists, quotations, code, links.
 * Links that must not be followed (javascript:, data:, file:) keep their text only. One linear walk.
 */
export function markdownOf(roots: readonly ParentNode[], rules: MarkdownRules): string {
  const writer = new LineWriter();
  for (const root of roots) {
    writer.block(2);
    walk(root, new Markdown(writer, rules, root));
  }
  return writer.toString();
}

const EMPHASIS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['em', '*'],
  ['i', '*'],
  ['del', '~~'],
  ['s', '~~'],
]);

/** Blocks between which a blank line would end the list or table that they belong to. */
const TIGHT: ReadonlySet<string> = new Set(['li', 'tr', 'thead', 'tbody', 'tfoot', 'dt', 'dd']);

/** Elements that shape their text in another way than as a block; asked first, since few elements of a page are any. */
const SHAPING: ReadonlySet<string> = new Set(
  'a blockquote br code hr img kbd li mn ol pre samp sub sup table tbody td tfoot th thead tr ul'.split(' '),
);

class Markdown implements Visitor {
  private readonly lists = new OpenLists();
  private readonly tables: MarkdownTables;
  private readonly marks: OpenMarks;
  private quotes = 0;
  private preformatted = 0;
  private code = 0;

  constructor(
    private readonly writer: LineWriter,
    private readonly rules: MarkdownRules,
    private readonly root: ParentNode,
  ) {
    this.tables = new MarkdownTables(writer);
    this.marks = new OpenMarks(writer);
  }

  text(data: string): void {
    if (this.preformatted > 0 && !this.writer.isFlat) this.writer.preformatted(data);
    else if (isBlank(data)) this.writer.text(data);
    else {
      if (/^\s/.test(data)) this.writer.text(' ');
      this.openMarks();
      this.writer.text(
        this.code > 0 ? data.replaceAll('`', "'").trimStart() : escaped(data.trimStart(), this.writer.isFlat),
      );
    }
  }

  enter(element: Element): boolean {
    const isRoot = element === this.root;
    if (isDropped(element, isRoot || this.rules.includeHidden) || this.rules.leftOut?.has(element) === true)
      return false;
    const { name } = element;
    this.block(name);
    const heading = HEADINGS.get(name);
    if (heading !== undefined) this.writer.mark(this.writer.isFlat ? '' : `${'#'.repeat(heading)} `);
    const emphasis = EMPHASIS.get(name);
    if (emphasis !== undefined) this.marks.push(element, emphasis, emphasis);
    if (SHAPING.has(name)) this.enterShaping(element);
    return true;
  }

  private enterShaping(element: Element): void {
    const { name } = element;
    const place = placeOf(name);
    if (place !== null) this.writer.beginPlace(place);
    if (isRowGroup(name)) this.tables.endGroup();
    switch (name) {
      case 'a':
        this.enterLink(element);
        break;
      case 'br':
        this.writer.newline();
        break;
      case 'hr':
        if (!this.writer.isFlat) this.writer.raw('---');
        this.block(name);
        break;
      case 'img':
        this.image(element);
        break;
      case 'code':
      case 'kbd':
      case 'samp':
        this.enterCode(element);
        break;
      case 'mn':
        this.writer.beginNumber();
        break;
      case 'pre':
        this.enterPre();
        break;
      case 'blockquote':
        this.quote(1);
        break;
      case 'ul':
      case 'ol':
        this.lists.enter(element);
        break;
      case 'li':
        this.writer.indentBy(this.lists.indent(4));
        this.writer.mark(this.writer.isFlat ? '' : this.lists.marker(element));
        break;
      case 'table':
        this.tables.enter(this.rules.layoutTables.has(element));
        break;
      case 'tr':
        this.tables.beginRow();
        break;
      case 'td':
      case 'th':
        this.tables.enterCell(element);
        break;
    }
  }

  leave(element: Element): void {
    const { name } = element;
    this.marks.leave(element);
    if (SHAPING.has(name)) this.leaveShaping(element);
    if (name === 'li' || HEADINGS.has(name)) this.writer.mark('');
    this.block(name);
  }

  private leaveShaping(element: Element): void {
    const { name } = element;
    if (placeOf(name) !== null) this.writer.endPlace();
    switch (name) {
      case 'a':
        if (element.attribs['href'] !== undefined) this.writer.endFlat();
        break;
      case 'code':
      case 'kbd':
      case 'samp':
        if (this.preformatted === 0) this.code -= 1;
        break;
      case 'pre':
        this.leavePre();
        break;
      case 'blockquote':
        this.quote(-1);
        break;
      case 'ul':
      case 'ol':
        this.lists.leave();
        this.writer.indentBy(this.lists.indent(4));
        this.writer.mark('');
        break;
      case 'td':
      case 'th':
        this.tables.leaveCell();
        break;
      case 'tr':
        this.tables.endRow();
        break;
      case 'table':
        this.tables.leave();
        break;
    }
  }

  private block(name: string): void {
    const lines = BLOCKS.get(name);
    if (lines === undefined) return;
    const isTight = TIGHT.has(name) || (this.lists.isOpen && name !== 'p' && name !== 'pre');
    this.writer.block(isTight ? 1 : 2);
  }

  private enterLink(element: Element): void {
    const { href } = element.attribs;
    if (href === undefined) return;
    this.writer.beginFlat();
    const url = resolveLink(href, this.rules.base);
    if (url !== null && this.preformatted === 0) this.marks.push(element, '[', `](${linkTarget(url)})`);
  }

  private enterCode(element: Element): void {
    if (this.preformatted > 0) return;
    this.code += 1;
    if (this.code === 1) this.marks.push(element, '`', '`');
  }

  private enterPre(): void {
    if (this.writer.isFlat) return;
    this.preformatted += 1;
    if (this.preformatted > 1) return;
    this.writer.raw('```');
    this.writer.block(1);
  }

  private leavePre(): void {
    if (this.preformatted === 0) return;
    this.preformatted -= 1;
    if (this.preformatted > 0) return;
    this.writer.endLine();
    this.writer.raw('```');
  }

  private quote(step: 1 | -1): void {
    this.quotes = Math.max(0, this.quotes + step);
    this.writer.prefixWith('> '.repeat(Math.min(this.quotes, 5)));
  }

  private image({ attribs }: Element): void {
    const alt = collapsed(attribs['alt'] ?? '').trim();
    const url = resolveLink(attribs['src'], this.rules.base);
    if (alt === '' || url === null || this.marks.isOpen) return;
    this.openMarks();
    this.writer.raw(`![${escaped(alt, true)}](${linkTarget(url)})`);
  }

  /** Notes that text is about to be written, and writes the opening marks that are due before it. */
  private openMarks(): void {
    this.tables.noteText();
    this.marks.write();
  }
}
