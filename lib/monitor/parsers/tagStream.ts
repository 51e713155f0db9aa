import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { decodeAttribute, decodeText } from '../../html/references';

export type Attribute = (name: string) => string | null;

/** What a streaming reader of a page is told. Names are in lower case, entities are decoded. */
export interface TagSink {
  /**
   * `attribute` holds for this call only; null where the tag has none of that name.
   * `start`: where its "<" stands in the page.
   */
  open(name: string, attribute: Attribute, start: number): void;
  /** `end`: where the text after the closing tag begins. */
  close(name: string, end: number): void;
  /** Asked before every text, so that unwanted text costs nothing. One text may arrive in pieces. */
  readonly wantsText: boolean;
  /** `start`: where it stands in the page. */
  text(data: string, start: number): void;
  /** The page ended; what is open now was never closed. */
  end(): void;
}

/**
 * Tells the tags and texts of an HTML page (or, with `xml`, of XML that closes `<a/>` at once), without a tree: linear in its length however deep it nests, and with the
 * tokenizer's own positions, so that only what a reader asks for is ever cut out of the page.
 *
 * What stands inside drawings is left out (on a page of 96 trades two thirds of a megabyte), but only after the
 * tokenizer itself has opened the drawing: the letters "<svg" in a script, a comment or an attribute skip nothing.
 */
export function streamTags(page: string, sink: TagSink, { xml = false } = {}): void {
  const teller = new Teller(page, sink, xml);
  const tokenizer = new Tokenizer({ decodeEntities: false }, teller);
  let from = 0;
  for (let at = page.indexOf('<svg'); at >= 0; at = page.indexOf('<svg', from)) {
    const tagEnd = page.indexOf('>', at);
    if (tagEnd < 0) break;
    tokenizer.write(page.slice(from, tagEnd + 1));
    from = tagEnd + 1;
    if (!teller.inDrawing) continue;
    const close = page.indexOf('</svg', from);
    if (close < 0) break;
    teller.skipped += close - from;
    from = close;
  }
  tokenizer.write(page.slice(from));
  tokenizer.end();
  sink.end();
}

/** Elements whose text is not HTML. */
const RAW = new Set(['script', 'style', 'xmp']);

class Teller implements TokenizerCallbacks {
  inDrawing = false;
  /** The tokenizer counts what it was given; positions in the page are further on by what it was not. */
  skipped = 0;
  private name = '';
  private start = 0;
  private raw = false;
  /** Of each attribute: start and end of its name, start and end of its value (-1: none). */
  private readonly places: number[] = [];

  constructor(
    private readonly page: string,
    private readonly sink: TagSink,
    private readonly xml: boolean,
  ) {}

  private readonly attribute = (name: string): string | null => {
    const { page, places } = this;
    for (let k = 0; k < places.length; k += 4) {
      const from = places[k] ?? 0;
      const to = places[k + 1] ?? 0;
      if (to - from !== name.length || page.slice(from, to).toLowerCase() !== name) continue;
      const valueFrom = places[k + 2] ?? -1;
      return valueFrom < 0 ? '' : decodeAttribute(page.slice(valueFrom, places[k + 3]));
    }
    return null;
  };

  onopentagname(start: number, end: number): void {
    this.name = this.page.slice(start + this.skipped, end + this.skipped).toLowerCase();
    this.start = start - 1 + this.skipped;
    this.places.length = 0;
  }

  onattribname(start: number, end: number): void {
    this.places.push(start + this.skipped, end + this.skipped, -1, -1);
  }

  onattribdata(start: number, end: number): void {
    const last = this.places.length - 2;
    if (this.places[last] === -1) this.places[last] = start + this.skipped;
    this.places[last + 1] = end + this.skipped;
  }

  onopentagend(): void {
    this.raw = RAW.has(this.name);
    this.inDrawing ||= this.name === 'svg';
    this.sink.open(this.name, this.attribute, this.start);
  }

  /** As in browsers, `<div/>` opens a div; only a drawing may close itself. */
  onselfclosingtag(end: number): void {
    this.sink.open(this.name, this.attribute, this.start);
    if (this.xml || this.name === 'svg') this.sink.close(this.name, end + 1 + this.skipped);
  }

  onclosetag(start: number, end: number): void {
    const name = this.page.slice(start + this.skipped, end + this.skipped).toLowerCase();
    if (name === 'svg') this.inDrawing = false;
    this.raw = false;
    const tagEnd = this.page.indexOf('>', end + this.skipped);
    this.sink.close(name, tagEnd < 0 ? this.page.length : tagEnd + 1);
  }

  ontext(start: number, end: number): void {
    if (!this.sink.wantsText) return;
    const text = this.page.slice(start + this.skipped, end + this.skipped);
    this.sink.text(this.raw ? text : decodeText(text), start + this.skipped);
  }

  onattribentity(): void {}
  onattribend(): void {}

  /** CDATA is text in XML; an HTML page does not have it. */
  oncdata(start: number, end: number, endOffset: number): void {
    if (this.sink.wantsText)
      this.sink.text(
        this.page.slice(start + this.skipped, end + this.skipped - endOffset),
        start + this.skipped,
      );
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
  onend(): void {}
}
