import type { Document, Element } from 'domhandler';
import { isJsonLd } from './dates/jsonLd';
import { textWithin } from './head';
import { eachElement } from './walk';

/** What a page says it is: one article, a discussion, or anything else (a list, a product, a service). */
export type PageKind = 'article' | 'discussion' | 'other';

const ARTICLE_TYPE = /"@type"\s*:\s*\[?\s*"(?:[A-Za-z]*Article|BlogPosting|Report|Recipe)"/;
const DISCUSSION_TYPE = /"@type"\s*:\s*\[?\s*"(?:DiscussionForumPosting|QAPage|Question)"/;
const ARTICLE_SCHEMA = /schema\.org\/(?:[A-Za-z]*Article|BlogPosting|Recipe)\b/;
const DISCUSSION_SCHEMA = /schema\.org\/(?:DiscussionForumPosting|QAPage|Question)\b/;
const DISCUSSION_SOFTWARE =
  /discourse|vbulletin|xenforo|phpbb|mybb|vanilla|simple machines|invision|flarum|nodebb|discuz/i;
const DISCUSSION_URL =
  /\/(?:forums?|threads?|topics?|discussions?|questions?|viewtopic|showthread|community|board|t)(?:[/.?-]|$)|\/\/(?:forums?|community|discuss|talk|boards?)\./i;
/** Body classes of blog software for pages that list articles; those may call themselves articles too. */
const LIST_CLASS = /\b(?:archive|category|tag|search-results|blog-index)\b/;

type Sign = 'article' | 'discussion' | 'list' | null;

/** Reads the kind of a page from its metadata, structured data and address. */
export function kindOfPage(document: Document, url: string): PageKind {
  const signs = new Set<Sign>();
  eachElement(document, (element) => {
    signs.add(signOf(element));
    return true;
  });
  if (signs.has('discussion') || (!signs.has('article') && DISCUSSION_URL.test(url))) return 'discussion';
  return signs.has('article') && !signs.has('list') ? 'article' : 'other';
}

function signOf(element: Element): Sign {
  const { name, attribs } = element;
  if (name === 'meta') {
    const key = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase();
    const content = attribs['content'] ?? '';
    if (key === 'og:type' && /^(?:og:)?article$/i.test(content.trim())) return 'article';
    return key === 'generator' && DISCUSSION_SOFTWARE.test(content) ? 'discussion' : null;
  }
  if (isJsonLd(element)) return signIn(textWithin(element), DISCUSSION_TYPE, ARTICLE_TYPE);
  if (name === 'body' && LIST_CLASS.test(attribs['class'] ?? '')) return 'list';
  return signIn(attribs['itemtype'] ?? '', DISCUSSION_SCHEMA, ARTICLE_SCHEMA);
}

function signIn(text: string, discussion: RegExp, article: RegExp): Sign {
  if (text === '') return null;
  return discussion.test(text) ? 'discussion' : article.test(text) ? 'article' : null;
}
