import { runInThread, type ThreadLimits } from '../threads/runInThread';
import { feedReading, type FeedJob, type FeedReading } from './feedReading';
import type { run } from './feedWorker';

/** The most hostile feed of this size blocks for well under 250 ms (test/bench/feeds.bench.mjs measures it). */
const INLINE_BYTES = 64 * 1024;

const WORDS = { what: 'Reading the feed', advice: 'Allow more time, or a smaller feed.' };

/**
 * Reads a feed without ever blocking the event loop for long: small ones at once, all others in a thread that is ended
 * at the time limit or when the signal says so.
 * @throws ToolError as readFeed does, TIMEOUT past the limit, CANCELLED by the signal.
 */
export async function readFeedSafely(job: FeedJob, limits: ThreadLimits): Promise<FeedReading> {
  const isSmall = job.bytes.byteLength <= INLINE_BYTES && limits.signal?.aborted !== true;
  if (isSmall) return feedReading(job);
  const { head, list } = await runInThread<typeof run>(require.resolve('./feedWorker'), job, limits, WORDS);
  return { ...head, data: { ...head.data, entries: list } };
}
