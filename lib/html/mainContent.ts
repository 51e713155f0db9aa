import { isTag, type Document, type Element, type ParentNode } from 'domhandler';
import { asksForConsent, isComment, looksLikeBoilerplate } from './boilerplate';
import { measureText, type Measure, type Measures } from './measure';
import { kindOfPage } from './pageKind';
import { walk } from './walk';

export interface MainContent {
  readonly roots: readonly ParentNode[];
  /** What lies inside the roots and is not content: menus, sharing, related links. */
  readonly leftOut: ReadonlySet<Element>;
}

const SHARE_OF_WEIGHT = 0.75;
const SHARE_OF_PROSE = 0.6;
/** A page that calls itself an article and whose article is less of it than this is a list. */
const SHARE_OF_ARTICLE = 0.25;

export function mainContent(document: Document, url: string, includeHidden: boolean): MainContent {
  const kind = kindOfPage(document, url);
  const leftOut = new Set<Element>();
  const all = measureText(document, { includeHidden, leftOut });
  const total = all.of(document);
  walk(document, {
    enter(element) {
      const isLeftOut =
        looksLikeBoilerplate(element, all.of(element)) || (kind !== 'discussion' && isComment(element));
      if (asksForConsent(element) || (isLeftOut && all.of(element).weight < 0.4 * total.weight)) {
        leftOut.add(element);
        return false;
      }
      return true;
    },
    leave: () => undefined,
    text: () => undefined,
  });
  const kept = measureText(document, { includeHidden, leftOut });
  const root =
    (kind === 'article' ? articleBody(document, kept) : null) ??
    smallestHolding(document, kept, 'weight', SHARE_OF_WEIGHT);
  dropLinkLists(root, kept, leftOut);
  if (kind === 'article') dropCaptions(root, leftOut);
  return { roots: [root], leftOut };
}

const BODY_CLASS =
  /(?:^|\s)(?:entry-content|post-content|article-content|article-body|articlebody|article__body|article_body|article-text|articletext|story-body|storybody|story-content|post-body|postbody|content-body|body-copy|article__content|field-name-body|post__content|single-content|td-post-content)(?:$|\s)/i;

/** The body of the article, where the page marks one or its prose stands together. */
function articleBody(document: Document, measures: Measures): ParentNode | null {
  const total = measures.of(document).prose;
  const marked: Element[] = [];
  const articles: Element[] = [];
  walk(document, {
    enter(element) {
      const { name, attribs } = element;
      if (attribs['itemprop'] === 'articleBody' || BODY_CLASS.test(attribs['class'] ?? ''))
        marked.push(element);
      if (name === 'article') articles.push(element);
      return true;
    },
    leave: () => undefined,
    text: () => undefined,
  });
  const large = (element: Element) => measures.of(element).prose >= Math.max(0.2 * total, 200);
  const body = bodyOf(marked, large) ?? articles.find(large);
  if (body !== undefined) return body;
  const densest = smallestHolding(document, measures, 'prose', SHARE_OF_PROSE);
  return measures.of(densest).weight >= SHARE_OF_ARTICLE * measures.of(document).weight ? densest : null;
}

/** The first large marked part; where the same article is marked in several pieces, what holds all of them. */
function bodyOf(marked: readonly Element[], large: (element: Element) => boolean): ParentNode | null {
  const first = marked.find(large);
  if (first === undefined) return null;
  const article = articleAround(first);
  if (article === null) return first;
  const pieces = marked.filter(
    (piece) => articleAround(piece) === article && !isInside(piece, first) && !isInside(first, piece),
  );
  return pieces.length > 1 ? commonAncestor(pieces, article) : first;
}

function articleAround(element: Element): Element | null {
  for (let parent = element.parent; parent !== null; parent = parent.parent)
    if (isTag(parent) && (parent.name === 'article' || parent.name === 'main')) return parent;
  return null;
}

function isInside(element: Element, outer: Element): boolean {
  if (element === outer) return false;
  for (let parent = element.parent; parent !== null; parent = parent.parent)
    if (parent === outer) return true;
  return false;
}

function commonAncestor(elements: readonly Element[], limit: Element): Element {
  let common = limit;
  for (;;) {
    const next = common.children
      .filter(isTag)
      .find((child) => elements.every((element) => element === child || isInside(element, child)));
    if (next === undefined) return common;
    common = next;
  }
}

/** The smallest part of the page that holds the given share of its text. */
function smallestHolding(
  document: Document,
  measures: Measures,
  what: keyof Measure,
  share: number,
): ParentNode {
  const wanted = share * measures.of(document)[what];
  let root: ParentNode = document;
  for (;;) {
    const next: Element | undefined = root.children
      .filter(isTag)
      .find((child) => measures.of(child)[what] >= wanted && measures.of(child)[what] > 0);
    if (next === undefined) return root;
    root = next;
  }
}

function dropLinkLists(root: ParentNode, measures: Measures, leftOut: Set<Element>): void {
  walk(root, {
    enter(element) {
      if (leftOut.has(element)) return false;
      if (element === root) return true;
      const { chars, linkChars, prose } = measures.of(element);
      const isList =
        element.name === 'ul' ||
        element.name === 'ol' ||
        element.name === 'div' ||
        element.name === 'section';
      if (
        isList &&
        prose === 0 &&
        chars > 0 &&
        linkChars / chars > 0.6 &&
        measures.of(root).prose > Math.max(400, 0.5 * measures.of(root).weight)
      ) {
        leftOut.add(element);
        return false;
      }
      return true;
    },
    leave: () => undefined,
    text: () => undefined,
  });
}

function dropCaptions(root: ParentNode, leftOut: Set<Element>): void {
  walk(root, {
    enter(element) {
      if (element.name === 'figcaption') leftOut.add(element);
      return true;
    },
    leave: () => undefined,
    text: () => undefined,
  });
}
