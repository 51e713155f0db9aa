import { raisedDigits, type Place } from '../text';
import { collapsed, withoutUnseen } from './cleanText';

/** At most two blank lines. */
const MOST_BREAKS = 3;

/**
 * Collects text the way a browser lays it out: white space collapses, blocks start on a line of their own, and
 * separators are written only between two texts, never before the first or after the last.
 */
export class LineWriter {
  private readonly parts: string[] = [];
  private breaks = 0;
  /** White space that is due before the next text of the line. */
  private gap = '';
  private cells = 0;
  private marker = '';
  private indent = '';
  private prefix = '';
  private prefixBefore = '';
  private flat = 0;
  /** Code of the character that text ended with, marks aside. */
  private ending = 0;
  private place: Place | null = null;
  private readonly outerPlaces: (Place | null)[] = [];

  /** Running text; leading and trailing space separates it from its neighbours. */
  text(data: string): void {
    const isBlank = data.charCodeAt(0) <= 32 && data.trim() === ''; // most texts of a page stand between its blocks
    const text = isBlank ? ' ' : collapsed(data);
    const leads = text.startsWith(' ');
    if (leads) this.gap ||= ' ';
    if (text === '' || text === ' ') return;
    const trailing = text.endsWith(' ');
    const words = leads || trailing ? text.slice(leads ? 1 : 0, trailing ? -1 : undefined) : text;
    this.raw(this.place === null ? words : raisedDigits(words, this.place));
    this.ending = words.charCodeAt(words.length - 1);
    if (trailing) this.gap = ' ';
  }

  /** Text whose lines and spaces are kept. */
  preformatted(data: string): void {
    const lines = withoutUnseen(data).split(/\r\n|[\n\r\f\u0085\u2028\u2029]/);
    lines.forEach((line, index) => {
      if (index > 0) this.newline();
      const shown = line.replaceAll('\t', '    ').replaceAll('\u00a0', ' ');
      const text = shown.trim();
      if (text === '') {
        this.gap += shown;
        return;
      }
      const start = shown.indexOf(text);
      this.gap += shown.slice(0, start);
      this.separate(this.gap);
      this.parts.push(text);
      this.ending = text.charCodeAt(text.length - 1);
      this.gap = shown.slice(start + text.length);
    });
  }

  /** Writes a text as it stands, after the separators that are due before it. */
  raw(text: string): void {
    this.separate('');
    this.parts.push(text);
  }

  /** Appends to what was written last: no separator comes between. */
  append(text: string): void {
    this.parts.push(text);
  }

  /** The next text stands at least this many lines further down (1: next line, 2: one blank line between). */
  block(lines: 1 | 2): void {
    if (this.flat > 0) this.gap ||= ' ';
    else if (this.breaks < lines) this.breaks = lines;
  }

  /** A line break by the author. */
  newline(): void {
    if (this.flat > 0) {
      this.gap ||= ' ';
      return;
    }
    if (this.breaks < MOST_BREAKS) this.breaks += 1;
    this.gap = '';
  }

  /** Ends the line that text was written to last, and takes back blank lines that are due. */
  endLine(): void {
    this.breaks = 1;
    this.gap = '';
  }

  /** A boundary between two cells of a row. */
  cell(): void {
    this.cells += 1;
    this.gap = '';
  }

  /** Cells that held nothing up to the end of the row leave no separators. */
  endRow(): void {
    this.cells = 0;
  }

  /** What the next text starts with (a bullet, a heading's mark); an empty one takes back what was not used. */
  mark(marker: string): void {
    this.marker = marker;
  }

  indentBy(indent: string): void {
    this.indent = indent;
  }

  /** What every following line starts with (quotations). */
  prefixWith(prefix: string): void {
    this.prefix = prefix;
  }

  /**
   * Between these two, text stands above or below the line. Where that is right behind a digit, its digits are written
   * as they stand: 10<sup>6</sup> is no 106, and a price with the mark of a footnote is no other price.
   */
  beginPlace(place: Place): void {
    this.outerPlaces.push(this.place);
    if (this.endsInDigit) this.place = place;
  }

  endPlace(): void {
    this.place = this.outerPlaces.pop() ?? null;
  }

  /** Keeps a number apart from one right before it. */
  beginNumber(): void {
    if (this.endsInDigit) this.gap = ' ';
  }

  /** Between these two, block boundaries are mere spaces. */
  beginFlat(): void {
    this.flat += 1;
  }

  endFlat(): void {
    if (this.flat > 0) this.flat -= 1;
  }

  private get endsInDigit(): boolean {
    return (
      this.breaks === 0 && this.cells === 0 && this.gap === '' && this.ending >= 0x30 && this.ending <= 0x39
    );
  }

  get isFlat(): boolean {
    return this.flat > 0;
  }

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  toString(): string {
    return this.parts.join('').trim();
  }

  /** Writes what is due before a text; at the start of a line only `indentation` of the white space is kept. */
  private separate(indentation: string): void {
    const start = this.parts.length === 0;
    if (start || this.breaks > 0) {
      if (!start)
        this.parts.push(this.breaks === 1 ? '\n' : `${('\n' + this.blankLine()).repeat(this.breaks - 1)}\n`);
      this.prefixBefore = this.prefix;
      this.write(this.prefix);
      this.write(this.indent);
      this.write(this.marker);
      this.write('| '.repeat(this.cells));
      this.write(indentation);
      this.marker = '';
    } else this.write(this.cells > 0 ? ' | '.repeat(this.cells) : this.gap);
    this.breaks = 0;
    this.gap = '';
    this.cells = 0;
  }

  private write(part: string): void {
    if (part !== '') this.parts.push(part);
  }

  /** A blank line belongs to a quotation only when the lines before and after it do. */
  private blankLine(): string {
    const shorter = this.prefix.length < this.prefixBefore.length ? this.prefix : this.prefixBefore;
    return shorter.trimEnd();
  }
}
