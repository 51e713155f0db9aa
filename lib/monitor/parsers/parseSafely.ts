import { Worker } from 'node:worker_threads';
import { ToolError } from '../../errors';
import { LIMITS } from '../../limits';
import type { Monitor } from '../monitor';
import { compileIdPattern } from './idPattern';
import type { Page, ParsedPage, Parser } from './parser';
import type { ParseAnswer, ParseJob } from './parseWorker';
import { parseWorkerFile } from './parseWorkerFile';

/** Steps of a pattern times characters of a page that a thread's start does not outweigh: well under 250 ms at worst. */
const INLINE_STEPS = 5_000_000;
/** The same for selectors, whose cost can grow with the square of the page. */
const INLINE_SELECTOR_CHARS = 16 * 1024;

/**
 * Reads a page as `parser.parse` does, without ever blocking the event loop for long: the parsers of known lists stream
 * and are linear, but selectors and patterns of users can take very long on a hostile page. Those run in a thread that is
 * ended at LIMITS.parseMs (TIMEOUT) or when the signal says so (CANCELLED).
 */
export async function parseSafely(
  parser: Parser,
  page: Page,
  monitor: Monitor,
  signal?: AbortSignal,
): Promise<ParsedPage> {
  if (parser.name !== 'generic' || isCheap(page, monitor)) return parser.parse(page, monitor);
  if (signal?.aborted === true) throw cancelled();
  const answer = await inThread({ page, monitor }, signal);
  if (!answer.ok) throw new ToolError(answer.code, answer.message, { url: page.url });
  return answer.parsed;
}

function isCheap(page: Page, { id, idPattern, rowSelector }: Monitor): boolean {
  if (idPattern === null) return true; // JSON, or an error
  if (rowSelector !== null && page.text.length > INLINE_SELECTOR_CHARS) return false;
  return compileIdPattern(idPattern, `monitors.${id}.idPattern`).cost * page.text.length <= INLINE_STEPS;
}

async function inThread(job: ParseJob, signal: AbortSignal | undefined): Promise<ParseAnswer> {
  const worker = new Worker(parseWorkerFile, { workerData: job });
  let timer: NodeJS.Timeout | undefined;
  let abort = (): void => undefined;
  const { url } = job.page;
  try {
    return await new Promise<ParseAnswer>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(tooLong(job.monitor));
      }, LIMITS.parseMs);
      abort = () => {
        reject(cancelled());
      };
      signal?.addEventListener('abort', abort);
      worker.once('message', resolve);
      worker.once('error', (cause) => {
        reject(
          new ToolError('UNEXPECTED_CONTENT', 'The page could not be read: its reader failed on it.', {
            url,
            cause,
          }),
        );
      });
      worker.once('exit', () => {
        reject(
          new ToolError(
            'UNEXPECTED_CONTENT',
            'The page could not be read: its reader ended without an answer.',
            { url },
          ),
        );
      });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function tooLong({ id, rowSelector }: Monitor): ToolError {
  const what = rowSelector === null ? 'its idPattern' : 'its rowSelector and idPattern';
  return new ToolError(
    'TIMEOUT',
    `Reading the page of monitor ${id} took longer than ${LIMITS.parseMs / 1000} s and was stopped. Make ${what} simpler.`,
  );
}

function cancelled(): ToolError {
  return new ToolError('CANCELLED', 'Reading the page was cancelled.');
}
