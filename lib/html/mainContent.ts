import type { Document, Element, ParentNode } from 'domhandler';
import { articleBody } from './articleBody';
import { asksForConsent, isComment, looksLikeBoilerplate } from './boilerplate';
import { measureText, smallestHolding, type Measures } from './measure';
import { kindOfPage, type PageKind } from './pageKind';
import { eachElement } from './walk';

/** Nodes to read, and what inside of them to leave out: menus, sharing, related links. */
export interface MainContent {
  readonly roots: readonly ParentNode[];
  readonly leftOut: ReadonlySet<Element>;
}

/** What is marked as boilerplate but holds more of the page than this is the page. */
const MOST_BOILERPLATE = 0.4;
/** Of an entire page without an article, the smallest part with this share of its text is the content. */
const SHARE_OF_WEIGHT = 0.75;
/** Lists of links are dropped only from content that is mostly prose, and enough of it. */
const PROSE_WITHOUT_LINK_LISTS = { chars: 400, share: 0.5, linkShare: 0.6 };

/**
 * The main content of a page: the article where the page is one, the thread of a discussion, else the part that holds
 * most of its text. Found by the page's own markup first, by where its text lies second; linear in its size.
 */
export function mainContent(document: Document, url: string, includeHidden: boolean): MainContent {
  const kind = kindOfPage(document, url);
  const leftOut = boilerplateOf(document, kind, includeHidden);
  const measures = measureText(document, { includeHidden, leftOut });
  const body = kind === 'article' ? articleBody(document, measures) : null;
  const root = body ?? smallestHolding(document, measures, 'weight', SHARE_OF_WEIGHT);
  const inside = new Set([...leftOut, ...linkLists(root, measures, leftOut)]);
  return { roots: [root], leftOut: kind === 'article' ? new Set([...inside, ...captions(root)]) : inside };
}

function boilerplateOf(document: Document, kind: PageKind, includeHidden: boolean): Set<Element> {
  const leftOut = new Set<Element>();
  const measures = measureText(document, { includeHidden, leftOut });
  const most = MOST_BOILERPLATE * measures.of(document).weight;
  eachElement(document, (element) => {
    const measure = measures.of(element);
    const isMarked = looksLikeBoilerplate(element, measure) || (kind !== 'discussion' && isComment(element));
    if (!asksForConsent(element) && !(isMarked && measure.weight < most)) return true;
    leftOut.add(element);
    return false;
  });
  return leftOut;
}

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'div', 'section']);

function linkLists(root: ParentNode, measures: Measures, leftOut: ReadonlySet<Element>): Element[] {
  const { prose, weight } = measures.of(root);
  const { chars: enough, share, linkShare } = PROSE_WITHOUT_LINK_LISTS;
  if (prose <= Math.max(enough, share * weight)) return [];
  const found: Element[] = [];
  eachElement(root, (element) => {
    if (leftOut.has(element)) return false;
    const measure = measures.of(element);
    const isLinkList =
      element !== root &&
      LISTS.has(element.name) &&
      measure.prose === 0 &&
      measure.linkChars > linkShare * measure.chars;
    if (isLinkList) found.push(element);
    return !isLinkList;
  });
  return found;
}

/** What stands under the pictures of an article is not its text. */
function captions(root: ParentNode): Element[] {
  const found: Element[] = [];
  eachElement(root, (element) => {
    if (element.name === 'figcaption') found.push(element);
    return true;
  });
  return found;
}
