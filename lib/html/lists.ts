import type { Element } from 'domhandler';

/** Deeper lists are not indented further. */
const DEEPEST_INDENT = 10;

/** The lists that are open at a place of the page, and the bullet or number that the next item gets. */
export class OpenLists {
  private readonly open: { readonly ordered: boolean; next: number }[] = [];

  enter(list: Element): void {
    const start = Number.parseInt(list.attribs['start'] ?? '', 10);
    this.open.push({ ordered: list.name === 'ol', next: Number.isSafeInteger(start) ? start : 1 });
  }

  leave(): void {
    this.open.pop();
  }

  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** `- ` or `3. `. */
  marker(item: Element): string {
    const list = this.open.at(-1);
    if (list?.ordered !== true) return '- ';
    const value = Number.parseInt(item.attribs['value'] ?? '', 10);
    if (Number.isSafeInteger(value)) list.next = value;
    const marker = `${list.next}. `;
    list.next += 1;
    return marker;
  }

  /** Indent of an item of the innermost list; `width` spaces per level. */
  indent(width: number): string {
    return ' '.repeat(width * Math.min(Math.max(this.open.length - 1, 0), DEEPEST_INDENT));
  }
}
