import { readFeed } from '../../feed/readFeed';
import type { FeedEntry } from '../../feed/feed';
import { ToolError } from '../../errors';
import { isLaterThan, newestOf } from '../../instant';
import { blockedBy } from '../../wall';
import { numericIdOf, type Entry } from '../entry';
import { noList } from './blockPage';
import { CUT, CUT_ADVICE, endsInItem } from './cutPage';
import type { Page, ParsedPage, Parser } from './parser';

/**
 * RSS, Atom and JSON Feed by the id of each entry, else its link, else its title with its time; so too where entries
 * with other contents share one.
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
  const { entries, without, lost } = identified(read.entries);
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
    warnings:
      lost === 0
        ? read.warnings
        : [
            ...read.warnings,
            `${lost} entries of the feed share id, link and title with others and say something else: nothing tells them apart, and the oldest of them stands for all.`,
          ],
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

interface Identified {
  /** In the order of the feed, each id once. */
  readonly entries: readonly Entry[];
  readonly without: number;
  /** Entries with contents of their own that nothing tells from another. */
  readonly lost: number;
}

/** From the oldest to the newest: an entry keeps the id it had before newer ones came to share it. */
function identified(items: readonly FeedEntry[]): Identified {
  const byId = new Map<string, { readonly item: FeedEntry; readonly entry: Entry }>();
  const said = new Map<FeedEntry, string>();
  let without = 0;
  let lost = 0;
  for (const item of items.toReversed()) {
    const ids = idsOf(item);
    const holders = ids.flatMap((id) => byId.get(id) ?? []);
    if (ids.length === 0) without += 1;
    else if (!holders.some((holder) => sayingOf(holder.item, said) === sayingOf(item, said))) {
      const id = ids.find((it) => !byId.has(it));
      if (id === undefined) lost += 1;
      else byId.set(id, { item, entry: entryOf(item, id) });
    }
  }
  return { entries: [...byId.values()].map(({ entry }) => entry).toReversed(), without, lost };
}

/** What an entry may be known by, best first; none for one by which nothing could ever be recognised again. */
function idsOf(item: FeedEntry): readonly string[] {
  const best = item.id ?? item.link ?? titleId(item);
  if (best === null) return [];
  const title = titleId(item);
  return [best, ...(item.link === null ? [] : [item.link]), ...(title === null ? [] : [`${best} ${title}`])];
}

/** All that an entry says; made once for each, since one may be large and share its id with thousands. */
function sayingOf(item: FeedEntry, said: Map<FeedEntry, string>): string {
  const saying = said.get(item) ?? JSON.stringify(item);
  said.set(item, saying);
  return saying;
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

/** The words of the time, not the time: how it is read may improve, the id must stay. */
function titleId({ title, publishedText }: FeedEntry): string | null {
  return title === null ? null : `${title} ${publishedText ?? ''}`.trim();
}
