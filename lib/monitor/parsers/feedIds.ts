import { hash } from 'node:crypto';
import type { Feed, FeedEntry } from '../../feed/feed';

/** An entry and what it is known by. */
export interface KnownBy {
  readonly item: FeedEntry;
  readonly id: string;
  /** The id that it has where others come to share the one that it has alone, or no longer do. */
  readonly other: string;
}

/**
 * What the entries of a feed are known by, in its order, each once; `without`: those by which nothing could ever be
 * recognised again.
 * An id that entries with other contents share says nothing of which is which: each of them gets a hash of what it says
 * behind it, the oldest too. Else who has the bare id would depend on which others stand on the page, and the next
 * page's oldest would be taken for the one that had it before.
 */
export function identified({ entries, link }: Pick<Feed, 'entries' | 'link'>): {
  readonly known: readonly KnownBy[];
  readonly without: number;
} {
  const home = link === null ? null : placeOf(link);
  const groups = Map.groupBy(entries, (item) => idOf(item, home));
  const without = groups.get(null)?.length ?? 0;
  const known = new Map([...groups].flatMap(([id, group]) => (id === null ? [] : toldApart(id, group))));
  return { known: entries.flatMap((item) => known.get(item) ?? []), without };
}

/** A link to the site itself says nothing of an entry. */
function idOf(item: FeedEntry, home: string | null): string | null {
  const { id, link } = item;
  if (id !== null) return id;
  const isOwn = link !== null && placeOf(link) !== home;
  return (isOwn ? link : titleId(item)) ?? link;
}

/** The words of the time, not the time: how it is read may improve, the id must stay. */
function titleId({ title, publishedText }: FeedEntry): string | null {
  return title === null ? null : `${title} ${publishedText ?? ''}`.trim();
}

/** An address without what does not change where it leads. */
function placeOf(link: string): string {
  return link.replace(/#.*$/, '').replace(/\/$/, '');
}

/** Entries that say the same are one. */
function toldApart(id: string, group: readonly FeedEntry[]): readonly (readonly [FeedEntry, KnownBy])[] {
  const different = group.length === 1 ? group : firstOfEach(group, wordsOf);
  const heads = Map.groupBy(different, headOf);
  return different.map((item) => {
    const head = headOf(item);
    const hashed = `${id} ${digitsOf(heads.get(head)?.length === 1 ? head : wordsOf(item))}`;
    return [item, different.length === 1 ? { item, id, other: hashed } : { item, id: hashed, other: id }];
  });
}

function firstOfEach(group: readonly FeedEntry[], by: (item: FeedEntry) => string): readonly FeedEntry[] {
  return [...Map.groupBy(group, by).values()].flatMap((alike) => alike.slice(0, 1));
}

/** What a site least often changes later. */
function headOf({ link, title, publishedText }: FeedEntry): string {
  return JSON.stringify([link, title, publishedText]);
}

function wordsOf(item: FeedEntry): string {
  const { description, content, author, categories, enclosures } = item;
  return JSON.stringify([headOf(item), description, content, author, categories, enclosures]);
}

/** In digits, so that the ids of a feed have one form: by another one a redesign is noticed. */
function digitsOf(text: string): string {
  return BigInt(`0x${hash('sha256', text).slice(0, 32)}`).toString();
}
