import type { Document, Element } from 'domhandler';
import { textWithin } from '../head';
import { walk } from '../walk';
import {
  ARTICLE_META,
  ARTICLE_TYPES,
  isAside,
  isPublisherMeta,
  MODIFIED_CLASS,
  MODIFIED_META,
  PAGE_TYPES,
  PUBLISHED_CLASS,
} from './vocabulary';
import { isJsonLd, jsonLdNodes, textOfValue, typesOf } from './jsonLd';
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

interface Place {
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
    else if (isPublisherMeta(key)) add(published, 'publisherMeta', content, `meta:${key}`);
    else if (MODIFIED_META.has(key)) add(modified, 'articleMeta', content, `meta:${key}`);
    else if (key === 'date') add(published, 'dateMeta', content, 'meta:date');
  };

  walk(document, {
    enter(element) {
      const { name } = element;
      if (name === 'script') {
        if (isJsonLd(element)) for (const node of jsonLdNodes(textWithin(element))) readJsonLd(node);
        return false;
      }
      const outer = places.at(-1);
      const place: Place = {
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
    const classes = (attribs['class'] ?? '').slice(0, 500);
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
