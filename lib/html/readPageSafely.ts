import { Worker } from 'node:worker_threads';
import { ToolError } from '../errors';
import type { PageAnswer, PageJob } from './pageWorker';
import { pageWorkerFile } from './pageWorkerFile';
import { readPage, type PageOptions, type PageReading } from './readPage';

export interface ReadLimits {
  /** Time for the reading alone. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Up to this many characters the costliest page without a selector blocks for well under 250 ms (test/bench/html.mjs
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
  limits: ReadLimits,
): Promise<PageReading> {
  if (limits.signal?.aborted === true) throw cancelled();
  const isSmall = html.length <= INLINE_CHARS && selectorOf(options) === '';
  if (isSmall) return readPage(html, options);
  const answer = await inThread({ html, options }, limits);
  if (!answer.ok) throw new ToolError(answer.code, answer.message);
  return answer.reading;
}

async function inThread(job: PageJob, { timeoutMs, signal }: ReadLimits): Promise<PageAnswer> {
  const worker = new Worker(pageWorkerFile, { workerData: job });
  const cleanUp: (() => void)[] = [];
  try {
    return await new Promise<PageAnswer>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(timedOut(timeoutMs, job.options));
      }, timeoutMs);
      const abort = () => {
        reject(cancelled());
      };
      signal?.addEventListener('abort', abort);
      cleanUp.push(
        () => {
          clearTimeout(timer);
        },
        () => signal?.removeEventListener('abort', abort),
      );
      worker.once('message', resolve);
      worker.once('error', (cause) => {
        reject(
          new ToolError('UNEXPECTED_CONTENT', 'The page could not be read: its reader failed on it.', {
            cause,
          }),
        );
      });
      worker.once('exit', () => {
        reject(
          new ToolError(
            'UNEXPECTED_CONTENT',
            'The page could not be read: its reader ended without an answer.',
          ),
        );
      });
    });
  } finally {
    for (const undo of cleanUp) undo();
    await worker.terminate();
  }
}

function timedOut(timeoutMs: number, options: PageOptions): ToolError {
  const selector = selectorOf(options);
  const [what, advice] =
    selector === ''
      ? ['the page', 'Allow more time, or a smaller page']
      : [
          `the page with the selector "${selector.slice(0, 200)}"`,
          'Use a simpler selector, or allow more time',
        ];
  return new ToolError(
    'TIMEOUT',
    `Reading ${what} took longer than ${timeoutMs / 1000} s and was stopped. ${advice}.`,
  );
}

function selectorOf({ selector }: PageOptions): string {
  return selector?.trim() ?? '';
}

function cancelled(): ToolError {
  return new ToolError('CANCELLED', 'Reading the page was cancelled.');
}
