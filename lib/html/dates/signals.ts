import type { Document, Element } from 'domhandler';
import { textWithin } from '../head';
import { eachElement } from '../walk';
import type { PageAddresses } from './addresses';
import {
  ARTICLE_META,
  ARTICLE_TYPES,
  DATE_META,
  isInArticle,
  isInAside,
  isPublisherMeta,
  MODIFIED_CLASS,
  MODIFIED_META,
  PAGE_TYPES,
  PUBLISHED_CLASS,
  REVIEW_TYPES,
} from './vocabulary';
import { aboutOf, isJsonLd, jsonLdNodes, textOfValue, typesOf, type About } from './jsonLd';
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
  /** What the thing that states it calls its address. */
  readonly about: About;
}

export interface Signals {
  readonly published: readonly Signal[];
  readonly modified: readonly Signal[];
  /** Whether the page says that it is a site, not one thing on it (`og:type`). */
  readonly isWebsite: boolean;
}

/** Every time that a page states about itself in its markup; running text is not read. */
export function collectSignals(document: Document, addresses: PageAddresses): Signals {
  const published: Signal[] = [];
  const modified: Signal[] = [];
  let isWebsite = false;
  const add = (
    list: Signal[],
    rank: Rank,
    raw: string | null | undefined,
    from: string,
    about: About = 'unknown',
  ) => {
    const read = parseDate(raw);
    if (read !== null) list.push({ rank, ...read, from, about });
  };

  const readJsonLd = (node: UnknownRecord) => {
    const types = typesOf(node);
    const rank = types.some((type) => ARTICLE_TYPES.test(type))
      ? 'jsonLdArticle'
      : types.some((type) => PAGE_TYPES.test(type))
        ? 'jsonLdPage'
        : null;
    if (rank === null) return;
    const about = aboutOf(node, addresses);
    // what a reader writes of a thing is no date of its page
    if (about !== 'thisPage' && types.every((type) => REVIEW_TYPES.has(type))) return;
    add(published, rank, textOfValue(node['datePublished']), 'json-ld:datePublished', about);
    add(modified, rank, textOfValue(node['dateModified']), 'json-ld:dateModified', about);
  };

  const readMeta = (element: Element) => {
    const { attribs } = element;
    const key = (attribs['property'] ?? attribs['name'] ?? attribs['http-equiv'] ?? '').trim().toLowerCase();
    const content = attribs['content'] ?? attribs['value'];
    if (ARTICLE_META.has(key)) add(published, 'articleMeta', content, `meta:${key}`);
    else if (isPublisherMeta(key)) add(published, 'publisherMeta', content, `meta:${key}`);
    else if (MODIFIED_META.has(key))
      add(modified, key.includes('article:') ? 'articleMeta' : 'publisherMeta', content, `meta:${key}`);
    else if (DATE_META.has(key)) add(published, 'dateMeta', content, `meta:${key}`);
    else if (key === 'og:type') isWebsite ||= content?.trim().toLowerCase() === 'website';
  };

  eachElement(document, (element) => {
    const { name, attribs } = element;
    if (name === 'script') {
      if (isJsonLd(element)) for (const node of jsonLdNodes(textWithin(element))) readJsonLd(node);
      return false;
    }
    if (name === 'meta') readMeta(element);
    // most elements carry none of these: the rest is read for the few that do
    const property = attribs['itemprop'] ?? attribs['property'];
    const isRead = property?.includes('date') === true && readProperty(element, property);
    if (!isRead && (name === 'time' || name === 'abbr')) readTime(element);
    return true;
  });

  /** False for properties that state neither, so that a `time` element is still read as one. */
  function readProperty(element: Element, property: string): boolean {
    const { name, attribs } = element;
    const properties = property.replaceAll('schema:', '').split(/\s+/);
    const list = properties.includes('datePublished')
      ? published
      : properties.includes('dateModified')
        ? modified
        : null;
    if (list === null) return false;
    if (isInAside(element)) return true;
    const stated =
      attribs['datetime'] ?? attribs['content'] ?? (name === 'abbr' ? attribs['title'] : undefined);
    const from = list === published ? 'itemprop:datePublished' : 'itemprop:dateModified';
    add(list, 'microdata', stated ?? textWithin(element), from);
    return true;
  }

  function readTime(element: Element): void {
    const { name, attribs } = element;
    const classes = (attribs['class'] ?? '').slice(0, 500);
    const isPublished = PUBLISHED_CLASS.test(classes) || attribs['pubdate'] !== undefined;
    const isModified = !isPublished && MODIFIED_CLASS.test(classes);
    const stated = name === 'time' ? attribs['datetime'] : attribs['title'];
    if (stated === undefined || (name === 'abbr' && !isPublished && !isModified)) return;
    if (name === 'time' && isModified) add(modified, 'markedTime', stated, 'time:updated');
    else if (isInAside(element)) return;
    else if (name === 'abbr')
      add(
        isModified ? modified : published,
        'hentry',
        stated,
        isModified ? 'hentry:updated' : 'hentry:published',
      );
    else if (isPublished) add(published, 'markedTime', stated, 'time:published');
    else add(published, isInArticle(element) ? 'timeInArticle' : 'anyTime', stated, 'time:datetime');
  }

  return { published, modified, isWebsite };
}
