import { isTag, type Document, type Element, type ParentNode } from 'domhandler';
import { smallestHolding, type Measures } from './measure';
import { eachElement } from './walk';

/** Of a page whose article is not marked, the smallest part with this share of its prose is the article. */
const SHARE_OF_PROSE = 0.6;
/** A page that calls itself an article, and whose prose is less of it than this, is a list. */
const SHARE_OF_PAGE = 0.25;
/** A marked part with less prose than this is a teaser or a sidebar. */
const LARGE = { chars: 200, share: 0.2 };

/** Classes by which the common systems mark an article's text. */
const BODY_CLASS =
  /(?:^|\s)(?:entry-content|post-content|article-content|article-body|articlebody|article__body|article_body|article-text|articletext|story-body|storybody|story-content|post-body|postbody|content-body|body-copy|article__content|field-name-body|post__content|single-content|td-post-content)(?:$|\s)/i;

/** The text of the article on a page that is one: what the markup names, else where the prose stands together. */
export function articleBody(document: Document, measures: Measures): ParentNode | null {
  const marked: Element[] = [];
  const articles: Element[] = [];
  eachElement(document, (element) => {
    const { name, attribs } = element;
    if (attribs['itemprop'] === 'articleBody' || BODY_CLASS.test((attribs['class'] ?? '').slice(0, 500)))
      marked.push(element);
    if (name === 'article') articles.push(element);
    return true;
  });
  const least = Math.max(LARGE.share * measures.of(document).prose, LARGE.chars);
  const isLarge = (element: Element): boolean => measures.of(element).prose >= least;
  const first = marked.find(isLarge);
  if (first !== undefined) return withOtherPieces(first, marked);
  const article = articles.find(isLarge);
  if (article !== undefined) return article;
  const densest = smallestHolding(document, measures, 'prose', SHARE_OF_PROSE);
  return measures.of(densest).weight >= SHARE_OF_PAGE * measures.of(document).weight ? densest : null;
}

/** Where the same article is marked in several pieces (advertisements in between), what holds all of them. */
function withOtherPieces(first: Element, marked: readonly Element[]): Element {
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

function commonAncestor(elements: readonly Element[], highest: Element): Element {
  let common = highest;
  for (;;) {
    const next = common.children
      .filter(isTag)
      .find((child) => elements.every((element) => element === child || isInside(element, child)));
    if (next === undefined) return common;
    common = next;
  }
}
