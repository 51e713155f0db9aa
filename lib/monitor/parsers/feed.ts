import { readFeed } from '../../feed/readFeed';
import type { FeedEntry } from '../../feed/feed';
import { ToolError } from '../../errors';
import { isLaterThan, newestOf } from '../../instant';
import { blockedBy } from '../../wall';
import { numericIdOf, type Entry } from '../entry';
import { noList } from './blockPage';
import { CUT, CUT_ADVICE, endsInItem } from './cutPage';
import { identified } from './feedIds';
import type { Page, ParsedPage, Parser } from './parser';

/**
 * RSS, Atom and JSON Feed by the id of each entry, else its link, where that is not the site's, else its title with its
 * time; with a hash of what it says behind it where entries with other contents share one.
 */
export const feed: Parser = {
  name: 'feed',
  version: 1,
  parse,
  seriesOf: (id) => (/^\d+$/.test(id) ? 'numbers' : 'other'),
  firstPage: (monitor) => monitor.url,
};

function parse(page: Page): ParsedPage {
  const read = readingOf(page);
  const { known, without } = identified(read);
  const entries = known.map(({ item, id }) => entryOf(item, id));
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
    otherIds: known.map(({ other }) => other),
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
  if (endsInItem(text)) throw noList(text, url, CUT, CUT_ADVICE);
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

function entryOf(item: FeedEntry, id: string): Entry {
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
