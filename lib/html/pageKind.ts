import { isTag, type Document, type Element } from 'domhandler';
import { textWithin } from './head';
import { walk } from './walk';

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

/** Reads the kind of a page from its metadata, structured data and address. */
export function kindOfPage(document: Document, url: string): PageKind {
  let article = false;
  let discussion = false;
  let listed = false;
  walk(document, {
    enter(element) {
      const { name, attribs } = element;
      if (name === 'meta') {
        const key = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase();
        const content = attribs['content'] ?? '';
        if (key === 'og:type' && /^(?:og:)?article$/i.test(content.trim())) article = true;
        if (key === 'generator' && DISCUSSION_SOFTWARE.test(content)) discussion = true;
      } else if (name === 'script' && isJsonLd(element)) {
        const json = textWithin(element);
        if (ARTICLE_TYPE.test(json)) article = true;
        if (DISCUSSION_TYPE.test(json)) discussion = true;
      } else if (
        name === 'body' &&
        /\b(?:archive|category|tag|search-results|blog-index)\b/.test(attribs['class'] ?? '')
      )
        listed = true;
      const schema = attribs['itemtype'];
      if (schema !== undefined) {
        if (ARTICLE_SCHEMA.test(schema)) article = true;
        if (DISCUSSION_SCHEMA.test(schema)) discussion = true;
      }
      return true;
    },
    leave: () => undefined,
    text: () => undefined,
  });
  if (discussion || (!article && DISCUSSION_URL.test(url))) return 'discussion';
  return article && !listed ? 'article' : 'other';
}

export function isJsonLd(element: Element): boolean {
  return isTag(element) && (element.attribs['type'] ?? '').toLowerCase().startsWith('application/ld+json');
}
