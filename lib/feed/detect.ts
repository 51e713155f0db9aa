import { isRecord, type UnknownRecord } from '../check';
import { ToolError } from '../errors';
import { isShallowJson } from '../jsonDepth';
import { LIMITS } from '../limits';

/** What a document is by its content: the Content-Type of feeds is often wrong. */
export type Detected =
  /** From its root on; each piece ends before a `<`. */
  | { readonly kind: 'xml'; readonly pieces: readonly string[] }
  | { readonly kind: 'json'; readonly value: UnknownRecord }
  | { readonly kind: 'other' };

/**
 * Finds the root of a feed, past what some servers write before it (white space, warnings, a DOCTYPE with all it
 * declares), or reads the document as JSON. The text comes in the pieces of decodeFeed.
 */
export function detect(pieces: readonly string[]): Detected {
  const [first = '', ...rest] = pieces;
  if (/^\s*[{[]/.test(first)) return detectJson(pieces.join(''));
  const start = rootOf(first);
  // what stands before the root may be longer than a piece, and a document type is only known as a whole
  if (rest.length > 0 && (start === null || DOCTYPE.test(first.slice(0, start))))
    return detect([pieces.join('')]);
  return start === null ? { kind: 'other' } : { kind: 'xml', pieces: [first.slice(start), ...rest] };
}

const DOCTYPE = /<!doctype/i;
const FEED_ROOTS = new Set(['rss', 'feed', 'rdf', 'channel', 'entry']);
const OTHER_ROOTS = new Set(['html', 'head', 'body', 'opml', 'urlset', 'sitemapindex', 'svg']);

/** Index of the first tag that opens a feed, before any that opens something else; null where there is none. */
function rootOf(text: string): number | null {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<![CDATA[', at)) at = after(text, ']]>', at + 9);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterDoctype(text, at + 9);
    else {
      const name = /^<(?:[\w.-]{1,40}:)?([\w.-]{1,40})(?=[\s/>])/
        .exec(text.slice(at, at + 90))?.[1]
        ?.toLowerCase();
      if (name !== undefined && FEED_ROOTS.has(name)) return at;
      if (name !== undefined && OTHER_ROOTS.has(name)) return null;
      at += 1;
    }
  }
  return null;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

/** Past a document type with its internal subset: entities it declares are never read, let alone expanded. */
function afterDoctype(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"' || char === "'") {
      const end = text.indexOf(char, at + 1);
      // an apostrophe that nothing closes is no quote
      if (end !== -1) at = end;
    } else if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    else if (char === '>' && depth <= 0) return at + 1;
  }
  return after(text, '>', from);
}

function detectJson(text: string): Detected {
  if (!isShallowJson(text))
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `The JSON document nests more than ${LIMITS.treeDepth} levels deep. It was not read.`,
    );
  const value = parseOrNull(text);
  return isRecord(value) ? { kind: 'json', value } : { kind: 'other' };
}

function parseOrNull(text: string): unknown {
  try {
    return HAS_LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return null;
  }
}

const HAS_LONG_NUMBER = /[:,[]\s*-?\d{16}/;

/** A whole number that a double would round stays the text that the source wrote: ids are such numbers at times. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const written = context?.source;
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && written !== undefined && /^-?\d+$/.test(written) ? written : value;
}
