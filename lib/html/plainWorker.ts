import type { TaskAnswer } from '../threads/protocol';
import { bytesOfText, textOfBytes } from '../threads/textBytes';
import { readPlainContent, type PlainSource } from './plainContent';
import type { PageReading } from './readPage';

export interface PlainJob {
  readonly text: Uint8Array;
  readonly kind: 'json' | 'plain';
  readonly source: PlainSource;
}

export interface PlainAnswer {
  readonly reading: Omit<PageReading, 'text'>;
  /** The text as it is to be shown, in bytes; null where that is the text that came. */
  readonly changed: Uint8Array | null;
}

/** The task of readPlainSafely: most texts are shown as they came, and do not go back. */
export function run(job: PlainJob): TaskAnswer<PlainAnswer, never> {
  const came = textOfBytes(job.text);
  const { text, ...reading } = readPlainContent(came, job.kind, job.source);
  return { head: { reading, changed: text === came ? null : bytesOfText(text) }, list: [] };
}
