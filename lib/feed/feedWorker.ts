import type { TaskAnswer } from '../threads/protocol';
import type { FeedEntry } from './feed';
import { feedReading, type FeedJob, type FeedReading } from './feedReading';

/** The task of readFeedSafely: the entries that are shown are its list. */
export function run(job: FeedJob): TaskAnswer<FeedReading, FeedEntry> {
  const reading = feedReading(job);
  return { head: { ...reading, data: { ...reading.data, entries: [] } }, list: reading.data.entries };
}
