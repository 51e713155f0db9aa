import { isTag, type Element } from 'domhandler';

/** The words by which pages mark their times, from the vocabularies of publishers, Dublin Core, schema.org and blogs. */

export const ARTICLE_META: ReadonlySet<string> = new Set([
  'article:published_time',
  'og:article:published_time',
  'article:published',
  'article:publish_date',
  'article:post_date',
  'og:published_time',
  'og:pubdate',
  'og:publish_date',
  'og:publication_date',
]);

/** Names that publishers and their tools use; `pub_date`, `publish-time`, `w-published-date`, `datePublished` and the like. */
const PUBLISHER_META =
  /(?:^|[._:-])(?:pub(?:lish(?:ed)?|lication)?[-_.]?(?:date|time|at|on)?|date[-_.]?publish(?:ed)?|published|articlefirstpublished)$/;
const OTHER_PUBLISHER_META: ReadonlySet<string> = new Set([
  'sailthru.date',
  'citation_date',
  'citation_online_date',
  'article_date_original',
  'originalpublicationdate',
  'dc.date.issued',
  'dc.date.created',
  'dc.created',
  'dc.issued',
  'dcterms.issued',
  'dcterms.created',
  'dcterms.available',
  'displaydate',
  'release_date',
  'posted',
  'created',
]);

/** A date of the page that does not say of what: publication, last change, or the day on which it was sent. */
export const DATE_META: ReadonlySet<string> = new Set(['date', 'dc.date', 'dcterms.date']);

export const MODIFIED_META: ReadonlySet<string> = new Set([
  'article:modified_time',
  'og:article:modified_time',
  'article:modified',
  'og:modified_time',
  'og:updated_time',
  'article:updated_time',
  'dc.date.modified',
  'dc.modified',
  'dcterms.modified',
  'last-modified',
  'lastmod',
  'lastmodified',
  'modified_time',
  'datemodified',
  'revised',
  'utime',
]);

export const ARTICLE_TYPES =
  /^(?:[A-Za-z]*Article|[A-Za-z]*BlogPosting|Report|SocialMediaPosting|DiscussionForumPosting|Recipe|HowTo|CreativeWork|Review|ClaimReview)$/;
/** On the page of a thing they are what a reader wrote about it. */
export const REVIEW_TYPES: ReadonlySet<string> = new Set(['Review', 'ClaimReview']);
export const PAGE_TYPES = /^(?:[A-Za-z]*Page)$/;

/** Parts of a page that speak of other pages or of what readers wrote; `has-sidebar` is what a layout around all of it says. */
const ASIDE =
  /(?:^|[\s_-])(?<!(?:has|have|with|without|no|hide|show|hidden)[_-])(?:comments?|commentlist|respond|related|recommended|sidebar|widgets?|trending|popular|teasers?)(?:$|[\s_-])/i;
/** Blogger's name for the part that holds the posts themselves. */
const POSTS_WIDGET = /(?:^|\s)widget Blog(?:\s|$)/;
/** An `aside` that tells about the article it lies in. */
const ABOUT_ARTICLE =
  /(?:^|\s)(?:(?:post|entry|article)[-_]{1,2}(?:meta|info|date|header|details)|byline)(?:\s|$)/i;
const ASIDE_NAMES: ReadonlySet<string> = new Set(['aside', 'nav']);
const OTHER_SCHEMA = /schema\.org\/(?:UserComments|Comment|Review|Answer|Rating|ImageObject|Event|Offer)\b/i;
export const PUBLISHED_CLASS =
  /(?:^|[\s_-])(?:entry-date|post-date|published|pubdate|dt-published|publish|posted|date-published|publication)(?:$|[\s_-])/i;
export const MODIFIED_CLASS = /(?:^|[\s_-])(?:updated|modified|dt-updated|lastmod)(?:$|[\s_-])/i;

export function isPublisherMeta(key: string): boolean {
  return OTHER_PUBLISHER_META.has(key) || PUBLISHER_META.test(key.slice(-60));
}

/** Whether an element lies in a part that speaks of other pages, or is what readers wrote. */
export function isInAside(element: Element): boolean {
  return isAside(element) || ancestorsOf(element).some(isAside);
}

export function isInArticle(element: Element): boolean {
  return ancestorsOf(element).some(({ name }) => name === 'article' || name === 'main');
}

function isAside({ name, attribs }: Element): boolean {
  const classes = (attribs['class'] ?? '').slice(0, 500);
  if (name === 'aside' && ABOUT_ARTICLE.test(classes)) return false;
  if (ASIDE_NAMES.has(name) || OTHER_SCHEMA.test(attribs['itemtype'] ?? '')) return true;
  if (name === 'body' || name === 'html' || name === 'article' || name === 'main') return false;
  if (POSTS_WIDGET.test(classes)) return false;
  return ASIDE.test(`${classes} ${attribs['id'] ?? ''}`.slice(0, 500));
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let parent = element.parent; parent !== null; parent = parent.parent)
    if (isTag(parent)) ancestors.push(parent);
  return ancestors;
}
