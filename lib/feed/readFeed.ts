import { orderOf } from '../instant';
import { atomReader } from './atom';
import { decodeFeed } from './decode';
import { detect } from './detect';
import type { Feed, FeedEntry } from './feed';
import { readJsonFeed } from './jsonFeed';
import { usableBase } from './links';
import { notFeed } from './notFeed';
import { rssReader } from './rss';
import { readXmlFeed } from './xmlFeed';

export interface FeedSource {
  /** The URL that answered: relative links start from it (below xml:base); null where it is not known. */
  readonly url: string | null;
  readonly contentType: string | null;
}

/**
 * Reads RSS 0.9x, 1.0 (RDF) and 2.0, Atom 0.3 and 1.0 and JSON Feed 1.x, known by their content. Pure; linear in the
 * size of the bytes. A feed with broken entries gives all the others.
 * Throws UNEXPECTED_CONTENT for what is no feed: the message says what it is, and names the feeds it advertises; and for
 * more entries or deeper nesting than any feed has.
 */
export function readFeed(bytes: Buffer, { url, contentType }: FeedSource): Feed {
  const pieces = decodeFeed(bytes, contentType);
  const found = detect(pieces);
  const read = (address: string | null): Feed | null => {
    const base = usableBase(address);
    if (found.kind === 'xml') return readXmlFeed(found.pieces, base, { rss: rssReader, atom: atomReader });
    return found.kind === 'json' ? readJsonFeed(found.value, base) : null;
  };
  const feed = read(url);
  if (feed === null) throw notFeed(pieces.join(''), url, contentType);
  // a feed that comes from no known address names its own
  const own = url === null ? (feed.self ?? feed.link) : null;
  const placed = own === null ? feed : (read(own) ?? feed);
  return { ...placed, entries: newestFirst(placed.entries) };
}

/** Array.sort is stable: entries of one time, and undated ones, keep the order of the feed. */
function newestFirst(entries: readonly FeedEntry[]): readonly FeedEntry[] {
  const dated = entries
    .filter((entry) => entry.publishedAt !== null)
    .map((entry) => ({ entry, order: orderOf(entry.publishedAt) }));
  const undated = entries.filter((entry) => entry.publishedAt === null);
  return [...dated.sort((a, b) => b.order - a.order).map(({ entry }) => entry), ...undated];
}
