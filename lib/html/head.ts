import type { Document, Element } from 'domhandler';
import { isText } from 'domhandler';
import { shorten } from '../excerpt';
import { LIMITS } from '../limits';
import { showUrl } from '../redact';
import { oneLine } from './cleanText';
import { isPlace } from './streamed';
import { resolveBase, resolveLink } from './links';
import { eachElement, walk } from './walk';

/** What the page says about itself outside of its text. */
export interface PageHead {
  readonly title: string | null;
  /** As declared, e.g. `en` or `de-CH`. */
  readonly language: string | null;
  /** Address that relative links of the page start from. */
  readonly base: string;
  readonly canonical: string | null;
  /** Feeds that the page advertises, absolute and each once. */
  readonly feeds: readonly string[];
  /** Another page to which it sends browsers on (`<meta http-equiv="refresh">`), absolute and without keys. */
  readonly leadsTo: string | null;
  /** Whether it has places for parts that its server sends later, as React marks them. */
  readonly hasPlaces: boolean;
}

const FEED_TYPE = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b/i;
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}$/i;
const MOST_FEEDS = 50;

/** Title, language, base and advertised feeds of a document; null where it says nothing. */
export function readHead(document: Document, url: string): PageHead {
  const found = collect(document);
  const base = resolveBase(found.base, url) ?? url;
  const feeds = new Set<string>();
  for (const href of found.feeds) {
    const feed = resolveLink(href, base);
    if (feed !== null && feeds.size < MOST_FEEDS) feeds.add(feed);
  }
  return {
    title: found.title ?? found.metaTitle ?? found.heading,
    language: firstLanguage(found.languages),
    base,
    canonical: resolveLink(found.canonical, base),
    feeds: [...feeds],
    leadsTo: otherPage(found.refresh, base, url),
    hasPlaces: found.hasPlaces,
  };
}

/** The first that names a language, in the form `de-CH`; null where none does. */
export function firstLanguage(declared: readonly string[]): string | null {
  return declared.find((language) => LANGUAGE.test(language))?.replaceAll('_', '-') ?? null;
}

interface Found {
  title: string | null;
  metaTitle: string | null;
  heading: string | null;
  base: string | null;
  canonical: string | null;
  refresh: string | null;
  hasPlaces: boolean;
  readonly languages: string[];
  readonly feeds: string[];
}

function collect(document: Document): Found {
  const found: Found = {
    title: null,
    metaTitle: null,
    heading: null,
    base: null,
    canonical: null,
    refresh: null,
    hasPlaces: false,
    languages: [],
    feeds: [],
  };
  eachElement(document, (element) => {
    if (element.name === 'svg') return false; // its titles are those of pictures
    readElement(element, found);
    return true;
  });
  return found;
}

function readElement(element: Element, found: Found): void {
  const { name, attribs } = element;
  switch (name) {
    case 'html':
      for (const language of [attribs['lang'], attribs['xml:lang']])
        if (language !== undefined) found.languages.unshift(language.trim());
      break;
    case 'title':
      found.title ??= oneLine(textWithin(element));
      break;
    case 'h1':
      found.heading ??= oneLine(textWithin(element));
      break;
    case 'base':
      found.base ??= attribs['href'] ?? null;
      break;
    case 'template':
      found.hasPlaces ||= isPlace(element);
      break;
    case 'meta':
      readMeta(attribs, found);
      break;
    case 'link': {
      const relations = (attribs['rel'] ?? '').toLowerCase().split(/\s+/);
      if (relations.includes('canonical')) found.canonical ??= attribs['href'] ?? null;
      if (
        relations.includes('alternate') &&
        FEED_TYPE.test(attribs['type'] ?? '') &&
        attribs['href'] !== undefined
      )
        found.feeds.push(attribs['href']);
      break;
    }
  }
}

function readMeta(attribs: Readonly<Record<string, string>>, found: Found): void {
  const key = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase();
  if (key === 'og:title' || key === 'twitter:title') found.metaTitle ??= oneLine(attribs['content']);
  const { content } = attribs;
  const header = attribs['http-equiv']?.toLowerCase();
  if (header === undefined || content === undefined) return;
  if (header === 'content-language') found.languages.push((content.split(',')[0] ?? '').trim());
  if (header === 'refresh') found.refresh ??= content;
}

/** Seconds and an address, as HTML reads them: `0; url='/next'`. */
const REFRESH = /^\s*[\d.]+[\s;,]+(?:url\s*=\s*)?(?:"(?<quoted>[^"]*)|'(?<single>[^']*)|(?<bare>.*))/is;

/** A page that sends browsers back to itself only loads again. */
function otherPage(refresh: string | null, base: string, url: string): string | null {
  const found = REFRESH.exec((refresh ?? '').slice(0, LIMITS.linkChars));
  const address = found?.groups?.['quoted'] ?? found?.groups?.['single'] ?? found?.groups?.['bare'] ?? '';
  const target = address.trim() === '' ? null : resolveLink(address, base);
  if (target === null || !/^https?:/.test(target) || showUrl(target) === showUrl(url)) return null;
  return shorten(showUrl(target), LIMITS.shownAddressChars);
}

/** All text under an element, as it stands. */
export function textWithin(element: Element): string {
  const only = element.firstChild;
  if (only !== null && only.next === null && isText(only)) return only.data;
  const parts: string[] = [];
  walk(element, { enter: () => true, leave: () => undefined, text: (data) => void parts.push(data) });
  return parts.join('');
}
