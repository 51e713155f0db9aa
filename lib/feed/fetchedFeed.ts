import { LIMITS } from '../limits';
import { cutText } from '../text';
import type { Feed, FeedEntry } from './feed';

/** A feed as it is answered: the newest entries, and how many there are. */
export interface FetchedFeed extends Omit<Feed, 'self' | 'warnings'> {
  readonly entryCount: number;
}

export interface FeedView {
  /** Entries in the answer; default and most: `LIMITS.feedEntries`. */
  readonly limit?: number;
  /** Length at which a text of an entry is cut; null is no limit. */
  readonly maxTextChars?: number | null;
}

export function showFeed(
  { format, title, link, description, language, updatedAt, entries, warnings }: Feed,
  { limit = LIMITS.feedEntries.default, maxTextChars = null }: FeedView,
): { readonly data: FetchedFeed; readonly warnings: readonly string[] } {
  const newest = entries.slice(0, limit);
  const shown = newest.map((entry) => cutEntry(entry, maxTextChars));
  const isCut = shown.some((entry, index) => entry !== newest[index]);
  return {
    data: {
      format,
      title,
      link,
      description,
      language,
      updatedAt,
      entryCount: entries.length,
      entries: shown,
    },
    warnings: isCut ? [...warnings, 'Long texts of entries were cut.'] : warnings,
  };
}

/** The entry itself where nothing is too long. */
function cutEntry(entry: FeedEntry, maxChars: number | null): FeedEntry {
  const cut = (text: string | null): string | null => (text === null ? null : cutText(text, maxChars));
  const [description, content] = [cut(entry.description), cut(entry.content)];
  const same = description === entry.description && content === entry.content;
  return same ? entry : { ...entry, description, content };
}
