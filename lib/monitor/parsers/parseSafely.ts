import { LIMITS } from '../../limits';
import { runInThread, type TaskWords, type ThreadLimits } from '../../threads/runInThread';
import { memoryOf } from '../../threads/textBytes';
import type { Monitor } from '../monitor';
import { compileIdPattern } from './idPattern';
import type { run as task } from './parseWorker';
import { pageOf, type ListAnswer, type ParsedPage, type Parser } from './parser';

/** What a parser that is linear reads in well under 250 ms on the most hostile page (test/attack/blocking.test.ts). */
const INLINE_BYTES = 128 * 1024;
/** Steps of a pattern times bytes of a page that a thread's start does not outweigh: well under 250 ms at worst. */
const INLINE_STEPS = 5_000_000;
/** The same for selectors, whose cost can grow with the square of the page. */
const INLINE_SELECTOR_BYTES = 16 * 1024;

/**
 * Reads an answer as `parser.parse` does its page, without ever blocking the event loop for long: whatever is large, and what runs a
 * selector or a costly pattern of the user, is read in a thread that is ended at LIMITS.parseMs (TIMEOUT) or when the
 * signal says so (CANCELLED). The thread may take the memory of the body: the caller reads it no more.
 */
export async function parseSafely(
  parser: Parser,
  answer: ListAnswer,
  monitor: Monitor,
  run: Pick<ThreadLimits, 'threads' | 'signal'>,
): Promise<ParsedPage> {
  if (isCheap(parser, answer, monitor)) return parser.parse(pageOf(answer), monitor);
  const { body, url, fetchedAtMs, headers } = answer;
  const { head, list } = await runInThread<typeof task>(
    require.resolve('./parseWorker'),
    { parser: parser.name, answer: { body, url, fetchedAtMs, headers }, monitor },
    { timeoutMs: LIMITS.parseMs, ...run },
    wordsOf(parser, monitor),
    memoryOf(body),
  );
  return { ...head, entries: list };
}

function isCheap(parser: Parser, { body }: ListAnswer, { id, idPattern, rowSelector }: Monitor): boolean {
  if (body.length > INLINE_BYTES) return false;
  if (parser.name !== 'generic' || idPattern === null) return true; // a list of known form, JSON, or an error
  if (rowSelector !== null && body.length > INLINE_SELECTOR_BYTES) return false;
  return compileIdPattern(idPattern, `monitors.${id}.idPattern`).cost * body.length <= INLINE_STEPS;
}

function wordsOf(parser: Parser, { id, idPattern, rowSelector }: Monitor): TaskWords {
  const simpler = rowSelector === null ? 'its idPattern' : 'its rowSelector and idPattern';
  return {
    what: `Reading the page of monitor ${id}`,
    advice:
      parser.name === 'generic' && idPattern !== null
        ? `Make ${simpler} simpler.`
        : 'Watch a shorter list, e.g. one page of it.',
  };
}
