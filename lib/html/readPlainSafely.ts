import { runInThread, type ThreadLimits } from '../threads/runInThread';
import { bytesOfText, memoryOf, textOfBytes } from '../threads/textBytes';
import { readPlainContent, type PlainSource } from './plainContent';
import type { run } from './plainWorker';
import type { PageReading } from './readPage';

/** The costliest JSON of this size blocks for a few dozen milliseconds, which is about what a thread costs (measured). */
const INLINE_CHARS = 128 * 1024;

const WORDS = { what: 'Reading the document', advice: 'Allow more time, or a smaller document.' };

/**
 * Reads JSON or plain text as readPlainContent does, without blocking the event loop for long: a large document in a
 * thread that is ended at the time limit or when the signal says so.
 * @throws ToolError as readPlainContent does, TIMEOUT past the limit, CANCELLED by the signal.
 */
export async function readPlainSafely(
  text: string,
  kind: 'json' | 'plain',
  { url, truncated }: PlainSource,
  limits: ThreadLimits,
): Promise<PageReading> {
  const source = { url, truncated };
  if (text.length <= INLINE_CHARS) return readPlainContent(text, kind, source);
  const job = { text: bytesOfText(text), kind, source };
  const { head } = await runInThread<typeof run>(
    require.resolve('./plainWorker'),
    job,
    limits,
    WORDS,
    memoryOf(job.text),
  );
  return { ...head.reading, text: head.changed === null ? text : textOfBytes(head.changed) };
}
