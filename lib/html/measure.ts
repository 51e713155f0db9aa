import { isTag, type Document, type Element, type ParentNode } from 'domhandler';
import { BLOCKS } from './blocks';
import { isDropped } from './visibility';
import { walk } from './walk';

/** How much text lies under an element. */
export interface Measure {
  /** Characters that are not white space. */
  chars: number;
  /** Those inside of links. */
  linkChars: number;
  /** Those in runs long enough to be sentences, outside of links. */
  prose: number;
  /** Characters weighed by how likely they are to be content: prose fully, short texts and titles half, menus hardly. */
  weight: number;
}

export interface Measures {
  of(node: ParentNode): Readonly<Measure>;
}

const PROSE_CHARS = 60;
/** Links of this length read like the titles of entries; shorter ones like a menu. */
const TITLE_CHARS = 25;
const PROSE_LINK_SHARE = 0.4;

const NOTHING: Readonly<Measure> = { chars: 0, linkChars: 0, prose: 0, weight: 0 };

/** Measures every element under a node, in one walk. */
export function measureText(
  root: ParentNode,
  { includeHidden, leftOut }: { readonly includeHidden: boolean; readonly leftOut: ReadonlySet<Element> },
): Measures {
  const measured = new Map<ParentNode, Measure>();
  const total: Measure = { ...NOTHING };
  const open: Measure[] = [total];
  measured.set(root, total);
  let run = { chars: 0, linkChars: 0 };
  let links = 0;
  let owner = total;
  const endRun = () => {
    const outside = run.chars - run.linkChars;
    if (outside >= PROSE_CHARS && run.linkChars <= PROSE_LINK_SHARE * run.chars) owner.prose += outside;
    owner.weight += weightOf(run);
    run = { chars: 0, linkChars: 0 };
  };
  walk(root, {
    enter(element) {
      if (isDropped(element, includeHidden) || leftOut.has(element)) return false;
      const isBlock = BLOCKS.has(element.name) || element.name === 'td' || element.name === 'th';
      if (isBlock || element.name === 'br') endRun();
      if (element.name === 'a') links += 1;
      const measure = { ...NOTHING };
      measured.set(element, measure);
      open.push(measure);
      if (isBlock) owner = measure;
      return true;
    },
    leave(element) {
      const measure = open.pop();
      const isBlock = BLOCKS.has(element.name) || element.name === 'td' || element.name === 'th';
      if (isBlock) endRun();
      if (element.name === 'a') links -= 1;
      const parent = open.at(-1);
      if (measure !== undefined && parent !== undefined) {
        parent.chars += measure.chars;
        parent.linkChars += measure.linkChars;
        parent.prose += measure.prose;
        parent.weight += measure.weight;
        if (isBlock) owner = parent;
      }
    },
    text(data) {
      const chars = visibleLength(data);
      if (chars === 0) return;
      const current = open.at(-1) ?? total;
      current.chars += chars;
      run.chars += chars;
      if (links > 0) {
        current.linkChars += chars;
        run.linkChars += chars;
      }
    },
  });
  endRun();
  return { of: (node) => measured.get(node) ?? NOTHING };
}

function visibleLength(data: string): number {
  let length = 0;
  for (let i = 0; i < data.length; i++) if (data.charCodeAt(i) > 32) length += 1;
  return length;
}

function weightOf({ chars, linkChars }: { readonly chars: number; readonly linkChars: number }): number {
  const outside = chars - linkChars;
  if (outside >= PROSE_CHARS) return outside + linkChars / 2;
  const inLinks = linkChars >= TITLE_CHARS ? linkChars / 2 : linkChars / 10;
  return outside / 2 + inLinks;
}

/** The smallest part of the page that holds the given share of its text. */
export function smallestHolding(
  document: Document,
  measures: Measures,
  what: 'prose' | 'weight',
  share: number,
): ParentNode {
  const wanted = share * measures.of(document)[what];
  let root: ParentNode = document;
  if (wanted === 0) return root;
  for (;;) {
    const next: Element | undefined = root.children
      .filter(isTag)
      .find((child) => measures.of(child)[what] >= wanted);
    if (next === undefined) return root;
    root = next;
  }
}
