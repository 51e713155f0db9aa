import { isLaterThan, newestOf, type SourceTime } from '../instant';
import type { Feed } from './feed';

export interface FeedTime {
  readonly dataAsOf: SourceTime | null;
  readonly dataAsOfFrom: string | null;
  readonly warnings: readonly string[];
}

/** The time of a feed's newest entry that does not lie in the future, else the feed's own time, else null. */
export function feedTime(
  { entries, updatedAt }: Pick<Feed, 'entries' | 'updatedAt'>,
  fetchedAtMs: number,
): FeedTime {
  const times = entries.map((entry) => entry.publishedAt);
  const later = times.filter((time) => time !== null && isLaterThan(time, fetchedAtMs));
  const newest = newestOf(times.filter((time) => time === null || !isLaterThan(time, fetchedAtMs)));
  const warnings =
    later.length === 0
      ? []
      : [`${later.length} of ${entries.length} entries are dated later than the time of the request.`];
  if (newest !== null) return { dataAsOf: newest, dataAsOfFrom: 'entry:publishedAt', warnings };
  const own = updatedAt !== null && !isLaterThan(updatedAt, fetchedAtMs) ? updatedAt : null;
  return { dataAsOf: own, dataAsOfFrom: own === null ? null : 'feed:updatedAt', warnings };
}
