import type { Document, Element } from 'domhandler';
import { textWithin } from '../head';
import { walk } from '../walk';
import { jsonLdNodes, textOfValue, typesOf } from './jsonLd';
import { parseDate, type PageTime } from './parseDate';
import type { UnknownRecord } from '../../check';

/** How a page says a time, surest first. The order is a measured precedence. */
export const RANKS = [
  'articleMeta',
  'jsonLdArticle',
  'jsonLdPage',
  'microdata',
  'publisherMeta',
  'markedTime',
  'hentry',
  'timeInArticle',
  'anyTime',
  'dateMeta',
] as const;
export type Rank = (typeof RANKS)[number];

export interface Signal extends PageTime {
  readonly rank: Rank;
  /** E.g. `meta:article:published_time`, `json-ld:datePublished`, `time:datetime`. */
  readonly from: string;
  /** A JSON-LD thing whose address is the page's own. */
  readonly isThisPage?: boolean;
}

export interface Signals {
  readonly published: readonly Signal[];
  readonly modified: readonly Signal[];
}

const ARTICLE_META: ReadonlySet<string> = new Set([
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
  'dc.date',
  'dc.date.issued',
  'dc.date.created',
  'dc.created',
  'dc.issued',
  'dcterms.issued',
  'dcterms.created',
  'dcterms.date',
  'dcterms.available',
  'displaydate',
  'release_date',
  'posted',
  'created',
]);

const MODIFIED_META: ReadonlySet<string> = new Set([
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

const ARTICLE_TYPES =
  /^(?:[A-Za-z]*Article|[A-Za-z]*BlogPosting|Report|SocialMediaPosting|DiscussionForumPosting|Recipe|HowTo|CreativeWork|Review|ClaimReview)$/;
const PAGE_TYPES = /^(?:[A-Za-z]*Page)$/;

/** Parts of a page that speak of other pages or of what readers wrote. */
const ASIDE =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|related|recommended|sidebar|widgets?|trending|popular|teasers?)(?:$|[\s_-])/i;
const ASIDE_NAMES: ReadonlySet<string> = new Set(['aside', 'nav']);
const OTHER_SCHEMA = /schema\.org\/(?:UserComments|Comment|Review|Answer|Rating|ImageObject|Event|Offer)\b/i;
const PUBLISHED_CLASS =
  /(?:^|[\s_-])(?:entry-date|post-date|published|pubdate|dt-published|publish|posted|date-published|publication)(?:$|[\s_-])/i;
const MODIFIED_CLASS = /(?:^|[\s_-])(?:updated|modified|dt-updated|lastmod)(?:$|[\s_-])/i;

interface Place {
  readonly element: Element;
  readonly inArticle: boolean;
  readonly aside: boolean;
}

/** Every time that a page states about itself in its markup; running text is not read. */
export function collectSignals(document: Document, isThisPage: (address: string) => boolean): Signals {
  const published: Signal[] = [];
  const modified: Signal[] = [];
  const places: Place[] = [];
  const add = (list: Signal[], rank: Rank, raw: string | null | undefined, from: string, own?: boolean) => {
    const read = parseDate(raw);
    if (read !== null) list.push({ rank, ...read, from, ...(own === true ? { isThisPage: true } : {}) });
  };

  const readJsonLd = (node: UnknownRecord) => {
    const types = typesOf(node);
    const rank = types.some((type) => ARTICLE_TYPES.test(type))
      ? 'jsonLdArticle'
      : types.some((type) => PAGE_TYPES.test(type))
        ? 'jsonLdPage'
        : null;
    if (rank === null) return;
    const own = addressesOf(node).some(isThisPage);
    add(published, rank, textOfValue(node['datePublished']), 'json-ld:datePublished', own);
    add(modified, rank, textOfValue(node['dateModified']), 'json-ld:dateModified', own);
  };

  const readMeta = (element: Element) => {
    const { attribs } = element;
    const key = (attribs['property'] ?? attribs['name'] ?? attribs['http-equiv'] ?? '').trim().toLowerCase();
    const content = attribs['content'] ?? attribs['value'];
    if (ARTICLE_META.has(key)) add(published, 'articleMeta', content, `meta:${key}`);
    else if (OTHER_PUBLISHER_META.has(key) || PUBLISHER_META.test(key))
      add(published, 'publisherMeta', content, `meta:${key}`);
    else if (MODIFIED_META.has(key)) add(modified, 'articleMeta', content, `meta:${key}`);
    else if (key === 'date') add(published, 'dateMeta', content, 'meta:date');
  };

  walk(document, {
    enter(element) {
      const { name, attribs } = element;
      if (name === 'script') {
        if ((attribs['type'] ?? '').toLowerCase().startsWith('application/ld+json'))
          for (const node of jsonLdNodes(textWithin(element))) readJsonLd(node);
        return false;
      }
      const outer = places.at(-1);
      const place: Place = {
        element,
        inArticle: (outer?.inArticle ?? false) || name === 'article' || name === 'main',
        aside: (outer?.aside ?? false) || isAside(element),
      };
      places.push(place);
      if (name === 'meta') readMeta(element);
      readElement(element, place);
      return true;
    },
    leave: () => void places.pop(),
    text: () => undefined,
  });

  function readElement(element: Element, place: Place): void {
    const { name, attribs } = element;
    const properties = (attribs['itemprop'] ?? attribs['property'] ?? '')
      .replaceAll('schema:', '')
      .split(/\s+/);
    const classes = `${attribs['class'] ?? ''}`;
    const stated =
      attribs['datetime'] ?? attribs['content'] ?? (name === 'abbr' ? attribs['title'] : undefined);
    if (properties.includes('datePublished')) {
      if (!place.aside) add(published, 'microdata', stated ?? textWithin(element), 'itemprop:datePublished');
      return;
    }
    if (properties.includes('dateModified')) {
      if (!place.aside) add(modified, 'microdata', stated ?? textWithin(element), 'itemprop:dateModified');
      return;
    }
    const isModified = MODIFIED_CLASS.test(classes);
    const isPublished = PUBLISHED_CLASS.test(classes) || attribs['pubdate'] !== undefined;
    if (name === 'time' && attribs['datetime'] !== undefined) {
      if (isModified && !isPublished) add(modified, 'markedTime', attribs['datetime'], 'time:updated');
      else if (place.aside) return;
      else if (isPublished) add(published, 'markedTime', attribs['datetime'], 'time:published');
      else
        add(published, place.inArticle ? 'timeInArticle' : 'anyTime', attribs['datetime'], 'time:datetime');
    } else if (name === 'abbr' && isPublished && !place.aside)
      add(published, 'hentry', attribs['title'], 'hentry:published');
    else if (name === 'abbr' && isModified && !place.aside)
      add(modified, 'hentry', attribs['title'], 'hentry:updated');
  }

  return { published, modified };
}

function isAside({ name, attribs }: Element): boolean {
  if (ASIDE_NAMES.has(name) || OTHER_SCHEMA.test(attribs['itemtype'] ?? '')) return true;
  if (name === 'body' || name === 'html' || name === 'article' || name === 'main') return false;
  return ASIDE.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, 500));
}

function addressesOf(node: UnknownRecord): readonly string[] {
  const page = node['mainEntityOfPage'];
  const values = [
    node['url'],
    node['@id'],
    page,
    typeof page === 'object' && page !== null && '@id' in page ? page['@id'] : null,
  ];
  return values.filter((value) => typeof value === 'string');
}
