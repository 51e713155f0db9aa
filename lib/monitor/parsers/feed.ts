import { readFeed } from '../../feed/readFeed';
import type { FeedEntry } from '../../feed/feed';
import { ToolError } from '../../errors';
import { isLaterThan, newestOf } from '../../instant';
import { numericIdOf, type Entry } from '../entry';
import { blockedBy, noList } from './blockPage';
import type { Page, ParsedPage, Parser } from './parser';

/** RSS, Atom and JSON Feed by the id of each entry, else its link, else its title with its time. */
export const feed: Parser = {
  name: 'feed',
  version: 1,
  parse,
  seriesOf: (id) => (/^\d+$/.test(id) ? 'numbers' : 'other'),
  firstPage: (monitor) => monitor.url,
};

function parse(page: Page): ParsedPage {
  const read = readingOf(page);
  const byId = new Map<string, Entry>();
  let without = 0;
  for (const item of read.entries) {
    const entry = entryOf(item);
    if (entry === null) without += 1;
    else if (!byId.has(entry.id)) byId.set(entry.id, entry);
  }
  const entries = [...byId.values()];
  if (entries.length === 0 && without > 0)
    throw noList(
      page.text,
      page.url,
      `None of the ${without} entries of the feed has an id, a link or a title.`,
    );
  const dataAsOf = newestOf(
    entries
      .map(({ publishedAt }) => publishedAt)
      .filter((time) => time !== null && !isLaterThan(time, page.fetchedAtMs)),
  );
  return {
    entries,
    total: null,
    nextPage: null,
    dataAsOf,
    dataAsOfFrom: dataAsOf === null ? null : 'entry:publishedAt',
    rowsWithoutId: without,
    duplicatesOnPage: read.entries.length - without - entries.length,
    warnings: read.warnings,
  };
}

function readingOf({ text, url }: Page): ReturnType<typeof readFeed> {
  try {
    // The page is decoded already: a charset that its XML declaration names is no longer true.
    return readFeed(Buffer.from(text), { url, contentType: 'application/xml; charset=utf-8' });
  } catch (error) {
    const missed = error instanceof ToolError && error.code === 'UNEXPECTED_CONTENT';
    if (!missed) throw error;
    if (blockedBy(text) !== null) throw noList(text, url, error.message);
    throw new ToolError('PAGE_CHANGED', `${error.message} Nothing was recorded.`, { url, cause: error });
  }
}

/** Null for an entry by which nothing could ever be recognised again. */
function entryOf(item: FeedEntry): Entry | null {
  const id = item.id ?? item.link ?? titleId(item);
  if (id === null) return null;
  const {
    title,
    link,
    publishedAt,
    publishedText,
    updatedAt,
    description,
    content,
    author,
    categories,
    enclosures,
  } = item;
  return {
    id,
    numericId: numericIdOf(id),
    detailUrl: link,
    publishedAt,
    publishedText,
    tradedAt: null,
    fields: {
      id,
      title,
      link,
      author,
      published: publishedAt,
      updated: updatedAt,
      description,
      content,
      categories,
      enclosures: enclosures.map((each) => ({ ...each })),
    },
  };
}

/** The words of the time, not the time: how it is read may improve, the id must stay. */
function titleId({ title, publishedText }: FeedEntry): string | null {
  return title === null ? null : `${title} ${publishedText ?? ''}`.trim();
}
