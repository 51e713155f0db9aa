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
  const shown = entries.slice(0, limit).map((entry) => shownEntry(entry, maxTextChars));
  const isCut = shown.some((each) => each.isCut);
  return {
    data: {
      format,
      title,
      link,
      description,
      language,
      updatedAt,
      entryCount: entries.length,
      entries: shown.map(({ entry }) => entry),
    },
    warnings: isCut ? [...warnings, 'Long texts of entries were cut.'] : warnings,
  };
}

/** The entry as plain data (a feed makes its texts when they are asked for), cut where it is too long. */
function shownEntry(
  entry: FeedEntry,
  maxChars: number | null,
): { readonly entry: FeedEntry; readonly isCut: boolean } {
  const whole = { ...entry };
  const cut = (text: string | null): string | null => (text === null ? null : cutText(text, maxChars));
  const [description, content] = [cut(whole.description), cut(whole.content)];
  const isCut = description !== whole.description || content !== whole.content;
  return { entry: { ...whole, description, content }, isCut };
}
