import { messageOf, ToolError } from '../errors';
import { isShallowJson } from '../jsonDepth';
import { LIMITS } from '../limits';
import { withoutUnseen } from './cleanText';
import type { PageReading } from './readPage';

export interface PlainSource {
  readonly url: string;
  readonly truncated: boolean;
}

/**
 * JSON and plain text as they are, without characters that show nothing. JSON is read to make sure that it is JSON:
 * a cut or mended document would be a guess. Throws UNEXPECTED_CONTENT, or RESPONSE_TOO_LARGE for JSON over the cap.
 * What is large takes its time: callers use readPlainSafely.
 */
export function readPlainContent(
  text: string,
  kind: 'json' | 'plain',
  { url, truncated }: PlainSource,
): PageReading {
  if (kind === 'json') checkJson(text, url, truncated);
  return {
    title: null,
    text: withoutUnseen(text),
    language: null,
    links: null,
    publishedAt: null,
    publishedAsWritten: null,
    publishedFrom: null,
    modifiedAt: null,
    modifiedFrom: null,
    feeds: [],
    warnings: [],
  };
}

function checkJson(text: string, url: string, truncated: boolean): void {
  if (truncated)
    throw new ToolError(
      'RESPONSE_TOO_LARGE',
      'The JSON document is larger than the limit. Raise Max Response (KB).',
      { url },
    );
  if (!isShallowJson(text))
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `The JSON document nests more than ${LIMITS.treeDepth} levels deep and was not read.`,
      { url },
    );
  try {
    JSON.parse(text);
  } catch (cause) {
    const start = withoutUnseen(text).trim().slice(0, LIMITS.errorExcerptChars);
    const what = start === '' ? 'an empty document' : `"${start}"`;
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `The address names its answer JSON, but it cannot be parsed as JSON: it begins with ${what}.`,
      { url, cause: messageOf(cause) },
    );
  }
}
