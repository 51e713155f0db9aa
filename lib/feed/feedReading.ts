import { showFeed, type FeedView, type FetchedFeed } from './fetchedFeed';
import { feedTime, type FeedTime } from './feedTime';
import { readFeed, type FeedSource } from './readFeed';

export interface FeedJob {
  /** As they came, decoded from the transfer alone. */
  readonly bytes: Uint8Array;
  readonly source: FeedSource;
  readonly view: FeedView;
  readonly fetchedAtMs: number;
}

/** A feed as it is answered, with its time: only what is shown is kept of its entries. */
export interface FeedReading extends FeedTime {
  readonly data: FetchedFeed;
}

/** Pure. Throws as readFeed does. */
export function feedReading({ bytes, source, view, fetchedAtMs }: FeedJob): FeedReading {
  const feed = readFeed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), source);
  const time = feedTime(feed, fetchedAtMs);
  const shown = showFeed(feed, view);
  return { ...time, data: shown.data, warnings: [...time.warnings, ...shown.warnings] };
}
