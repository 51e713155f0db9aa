import { isRecord, type UnknownRecord } from '../check';
import { readDate } from './dates';
import type { Enclosure, Feed, FeedEntry } from './feed';
import { once } from './fields';
import { webLink } from './links';
import { lengthOf } from './parts';
import { oneLine, textFromHtml, textFromPlain } from './text';
import { refuseTooMany } from './tooMany';

/** JSON Feed 1.0 and 1.1; null for a JSON document that is none. Names of fields are read in any case. Throws as readFeed does. */
export function readJsonFeed(document: UnknownRecord, url: string | null): Feed | null {
  const feed = lowerCaseNames(document);
  const items = feed.get('items');
  if (!Array.isArray(items) || !isVersion(feed.get('version'), feed)) return null;
  refuseTooMany(items.length);
  const entries = items.filter(isRecord).map((item) => readItem(lowerCaseNames(item), url));
  const lost = items.length - entries.length;
  return {
    format: 'json',
    title: titleOf(feed.get('title')),
    link: linkOf(feed.get('home_page_url'), url),
    self: linkOf(feed.get('feed_url'), url),
    description: plain(feed.get('description')),
    language: wordsOf(feed.get('language')),
    updatedAt: null,
    entries,
    warnings: lost === 0 ? [] : [`${lost} of ${items.length} items are no objects and were passed over.`],
  };
}

type Fields = ReadonlyMap<string, unknown>;

function lowerCaseNames(record: UnknownRecord): Fields {
  const fields = new Map<string, unknown>();
  for (const name of Object.keys(record)) fields.set(name.toLowerCase(), record[name]);
  return fields;
}

/** The version is a URL of jsonfeed.org; feeds that write "1.1" have the addresses of a feed beside it. */
function isVersion(version: unknown, feed: Fields): boolean {
  if (typeof version !== 'string' && typeof version !== 'number') return false;
  if (/jsonfeed\.org\/version\//i.test(String(version))) return true;
  return /^1(?:\.\d)?$/.test(String(version)) && (feed.has('feed_url') || feed.has('home_page_url'));
}

function readItem(item: Fields, url: string | null): FeedEntry {
  const published = wordsOf(item.get('date_published'));
  const updated = wordsOf(item.get('date_modified'));
  const publishedAt = published === null ? null : readDate(published);
  const updatedAt = updated === null ? null : readDate(updated);
  const description = once(() => plain(item.get('summary')));
  const content = once(() => plain(item.get('content_text')) ?? html(item.get('content_html')));
  return {
    id: wordsOf(item.get('id')),
    title: titleOf(item.get('title')),
    link: linkOf(item.get('url'), url) ?? linkOf(item.get('external_url'), url),
    publishedAt: publishedAt ?? updatedAt,
    publishedText: publishedAt === null && updatedAt !== null ? updated : (published ?? updated),
    updatedAt,
    get description() {
      return description();
    },
    get content() {
      return content();
    },
    author: authorsOf(item),
    categories: listOf(item.get('tags')).flatMap((tag) => titleOf(tag) ?? []),
    enclosures: listOf(item.get('attachments')).flatMap((attachment) => enclosureOf(attachment, url) ?? []),
  };
}

/** Texts and numbers as words: ids are numbers at times. */
function wordsOf(value: unknown): string | null {
  const words = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof words === 'string' ? words.trim() || null : null;
}

function plain(value: unknown): string | null {
  return typeof value === 'string' ? textFromPlain(value) : null;
}

function html(value: unknown): string | null {
  return typeof value === 'string' ? textFromHtml(value) : null;
}

function titleOf(value: unknown): string | null {
  return oneLine(plain(value));
}

function linkOf(value: unknown, base: string | null): string | null {
  return typeof value === 'string' ? webLink(value, base) : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function authorsOf(item: Fields): string | null {
  const authors = [...listOf(item.get('authors')), item.get('author')].filter(isRecord);
  const names = authors.flatMap((author) => titleOf(author.name) ?? []);
  return names.length === 0 ? null : [...new Set(names)].join(', ');
}

function enclosureOf(attachment: unknown, base: string | null): Enclosure | null {
  if (!isRecord(attachment)) return null;
  const url = linkOf(attachment.url, base);
  return url === null
    ? null
    : { url, type: wordsOf(attachment.mime_type), length: lengthOf(attachment.size_in_bytes) };
}
