import { newestOf } from '../instant';
import type { ParsedPage } from './parsers/parser';

/** Whether a page ends among known entries: then nothing that lies behind it is new. */
export function endsInKnown({ entries }: ParsedPage, known: ReadonlySet<string>): boolean {
  return tailOf(entries).some(({ id }) => known.has(id));
}

/**
 * Whether the overlap is a few entries on top of the list and the end of what was read before is gone: they were pinned
 * there, and the rest may have come round more than once. A list that grows at its end shows that end still.
 * `overlap`: the known ids of all pages read; `lastRead`: ids of the list as the last check read it.
 */
export function isOnlyPinned(
  overlap: ReadonlySet<string>,
  read: readonly ParsedPage[],
  lastRead: readonly string[],
): boolean {
  const top = read[0]?.entries ?? [];
  const pinned = new Set(top.slice(0, Math.floor(top.length / 4)).map(({ id }) => id));
  if ([...overlap].some((id) => !pinned.has(id))) return false;
  const here = new Set(read.flatMap(({ entries }) => entries.map(({ id }) => id)));
  return !tailOf(lastRead).some((id) => here.has(id));
}

/**
 * Whether a page ends before the time in which entries may have come late: one that the list shows only after its time
 * stands among those that were there at the last check, and known entries above it say nothing about it. `readBackTo`:
 * that time, in milliseconds since 1970; null for a list that shows none late.
 */
export function isPastLateEntries({ entries }: ParsedPage, readBackTo: number | null): boolean {
  if (readBackTo === null) return true;
  const newest = newestOf(tailOf(entries).map(({ publishedAt }) => publishedAt));
  return newest !== null && Date.parse(newest) < readBackTo;
}

/**
 * Overlap counts in the last quarter of a page. A pinned entry on top proves nothing about what lies below it; and the
 * very last row alone proves too little, since a deletion further up pulls an old row onto the page.
 */
function tailOf<Item>(page: readonly Item[]): readonly Item[] {
  return page.slice(-Math.max(1, Math.ceil(page.length / 4)));
}
