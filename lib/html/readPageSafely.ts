import { runInThread, type TaskWords, type ThreadLimits } from '../threads/runInThread';
import { bytesOfText, memoryOf } from '../threads/textBytes';
import type { run } from './pageWorker';
import { readPage, type PageOptions, type PageReading } from './readPage';

/**
 * Up to this many characters the costliest page without a selector blocks for well under 250 ms (test/bench/html.bench.mjs
 * measures it), which is less than a thread costs.
 */
const INLINE_CHARS = 16 * 1024;

/**
 * Reads an HTML page without ever blocking the event loop for long: small pages at once, everything that can take long
 * on hostile input in a thread that is ended at the time limit or when the signal says so.
 * @throws ToolError as readPage does, TIMEOUT past the limit, CANCELLED by the signal.
 */
export async function readPageSafely(
  html: string,
  options: PageOptions,
  limits: ThreadLimits,
): Promise<PageReading> {
  const isSmall = html.length <= INLINE_CHARS && selectorOf(options) === '';
  if (isSmall && limits.signal?.aborted !== true) return readPage(html, options);
  const job = { html: bytesOfText(html), options };
  const { head, list } = await runInThread<typeof run>(
    require.resolve('./pageWorker'),
    job,
    limits,
    wordsOf(options),
    memoryOf(job.html),
  );
  return head.links === null ? head : { ...head, links: list };
}

function wordsOf(options: PageOptions): TaskWords {
  const selector = selectorOf(options);
  return selector === ''
    ? { what: 'Reading the page', advice: 'Allow more time, or a smaller page.' }
    : {
        what: `Reading the page with the selector "${selector.slice(0, 200)}"`,
        advice: 'Use a simpler selector, or allow more time.',
      };
}

function selectorOf({ selector }: PageOptions): string {
  return selector?.trim() ?? '';
}
