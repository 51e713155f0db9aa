import type { Document, Element } from 'domhandler';
import { walk } from './walk';

/** Paragraphs, items and headings in one cell from which on a table is there for the page's layout. */
const BLOCKS_OF_LAYOUT = 4;
const COUNTED: ReadonlySet<string> = new Set([
  'p',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'article',
  'section',
]);

/**
 * The tables that arrange a page rather than hold data: they contain another table, code, or a cell with several
 * blocks. Their cells are written one below the other, since joining them in one line would mix what does not belong
 * together.
 */
export class LayoutTables {
  private found: ReadonlySet<Element> | null = null;

  constructor(private readonly document: Document) {}

  /** Looks at the page's tables when the first is asked for: most pages have none. */
  has(table: Element): boolean {
    this.found ??= findLayoutTables(this.document);
    return this.found.has(table);
  }
}

function findLayoutTables(document: Document): ReadonlySet<Element> {
  const layout = new Set<Element>();
  const open: { readonly table: Element; blocks: number }[] = [];
  walk(document, {
    enter(element) {
      const current = open.at(-1);
      if (element.name === 'table') {
        for (let i = open.length - 1; i >= 0; i--) {
          const outer = open[i];
          if (outer === undefined || layout.has(outer.table)) break;
          layout.add(outer.table);
        }
        open.push({ table: element, blocks: 0 });
      } else if (current !== undefined) {
        if (element.name === 'td' || element.name === 'th') current.blocks = 0;
        else if (COUNTED.has(element.name)) current.blocks += 1;
        if (element.name === 'pre' || current.blocks >= BLOCKS_OF_LAYOUT) layout.add(current.table);
      }
      return true;
    },
    leave(element) {
      if (element.name === 'table') open.pop();
    },
    text: () => undefined,
  });
  return layout;
}
