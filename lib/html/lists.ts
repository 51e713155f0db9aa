import { isTag, type Element } from 'domhandler';

/** Deeper lists are not indented further. */
const DEEPEST_INDENT = 10;

/** Class names by which pages take the numbers off an ordered list: ways to the page, and the frameworks' own. */
const UNNUMBERED_CLASS =
  /breadcrumb|\blist-(?:none|unstyled|inline|reset)\b|\bno-?bullets?\b|pagination|menu|\bnav\b/i;
const UNNUMBERED_STYLE = /list-style(?:-type)?\s*:[^;]*\bnone\b/i;

/** The lists that are open at a place of the page, and the bullet or number that the next item gets. */
export class OpenLists {
  private readonly open: { readonly ordered: boolean; next: number }[] = [];

  enter(list: Element): void {
    const start = Number.parseInt(list.attribs['start'] ?? '', 10);
    this.open.push({
      ordered: list.name === 'ol' && !isUnnumbered(list),
      next: Number.isSafeInteger(start) ? start : 1,
    });
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

function isUnnumbered(list: Element): boolean {
  const { class: classes, id, style } = list.attribs;
  if (
    UNNUMBERED_CLASS.test(`${classes ?? ''} ${id ?? ''}`.slice(0, 500)) ||
    UNNUMBERED_STYLE.test((style ?? '').slice(0, 500))
  )
    return true;
  for (let ancestor = list.parent; ancestor !== null && isTag(ancestor); ancestor = ancestor.parent)
    if (ancestor.name === 'nav') return true;
  return false;
}
