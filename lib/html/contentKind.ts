import { ToolError } from '../errors';

export type ContentKind = 'html' | 'json' | 'plain';

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
const XML = /^(?:application|text)\/(?:[\w.-]+\+)?xml$/;

/**
 * A sentence for a type that is not read, before its body is; null where the body decides. A missing type, and the
 * types that servers give for anything, are read and looked at.
 */
export function refuseByType(contentType: string | null): string | null {
  const type = mediaType(contentType);
  if (type === null || HTML.test(type) || JSON_TYPE.test(type) || XML.test(type)) return null;
  if (type === 'text/event-stream')
    return 'The address answers with an endless stream of events, which cannot be read as a page.';
  if (type.startsWith('text/')) return null;
  const what = type === 'application/pdf' ? 'a PDF' : `content of the type ${type.slice(0, 80)}`;
  return `The address answers with ${what}; only pages, plain text and JSON can be read.`;
}

/** Lower case without parameters; null for a missing type, and for what is no type at all. */
function mediaType(contentType: string | null): string | null {
  const type = contentType?.split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]+\/[\w.+*-]+$/.test(type) ? type : null;
}

/**
 * What a body is, by its type and by itself. Throws UNEXPECTED_CONTENT, which says what it is, for a feed, for other
 * XML and for binary content under a false name.
 */
export function kindOfContent(
  { body, url, truncated }: { readonly body: Buffer; readonly url: string; readonly truncated: boolean },
  text: string,
  contentType: string | null,
): ContentKind {
  const refuse = (message: string): ToolError => new ToolError('UNEXPECTED_CONTENT', message, { url });
  const binary = binaryKind(body, text);
  if (binary !== null)
    throw refuse(`The address answers with ${binary}; only pages, plain text and JSON can be read.`);
  const type = mediaType(contentType);
  if (type !== null && JSON_TYPE.test(type)) return 'json';
  const root = /^\s*</.test(text) ? rootName(text.slice(0, ROOT_WINDOW)) : null;
  if (root !== null && FEED_ROOTS.has(root) && type !== 'text/plain')
    throw refuse('The address answers with a feed. Use the operation RSS to read its entries.');
  if (type !== null && HTML.test(type)) return 'html';
  if (type !== null && XML.test(type)) {
    if (root === 'html') return 'html';
    throw refuse(
      `The address answers with an XML document${root === null ? '' : ` (<${root}>)`}; only pages, feeds, plain text and JSON can be read.`,
    );
  }
  if (type?.startsWith('text/')) return 'plain';
  return sniff(text, root, truncated);
}

/** Without a type: what a browser would take for a page is one. */
function sniff(text: string, root: string | null, truncated: boolean): ContentKind {
  if (root !== null && PAGE_ROOTS.has(root)) return 'html';
  if (!truncated && /^\s*[{[]/.test(text)) return 'json';
  return 'plain';
}

const FEED_ROOTS = new Set(['rss', 'feed', 'rdf']);
const PAGE_ROOTS = new Set(
  'html head body title meta link script style div p h1 h2 h3 table ul ol section article main header nav a b br form span'.split(
    ' ',
  ),
);

/** What stands before the root of a document is short; a regular expression over megabytes of it is not. */
const ROOT_WINDOW = 64 * 1024;

const MISC = /\s+|<\?[^>]*>|<!--[^]*?-->|<!doctype\b(?:[^>[]|\[[^\]]*\])*>/iy;

/** Lower-case local name of the first element, past declaration, comments and doctype; null where there is none. */
function rootName(text: string): string | null {
  let at = 0;
  MISC.lastIndex = 0;
  while (MISC.test(text)) {
    at = MISC.lastIndex;
    MISC.lastIndex = at;
  }
  return (
    /^<(?:[\w.-]{1,40}:)?([\w.-]{1,40})(?=[\s/>])/.exec(text.slice(at, at + 100))?.[1]?.toLowerCase() ?? null
  );
}

const SIGNATURES: readonly (readonly [signature: string, what: string])[] = [
  ['%PDF-', 'a PDF'],
  ['\x89PNG', 'an image'],
  ['GIF8', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['PK\x03\x04', 'an archive'],
  ['\x1f\x8b', 'an archive'],
  ['Rar!\x1a', 'an archive'],
  ['7z\xbc\xaf', 'an archive'],
];

/** Binary content by its first bytes, or by many characters that no text has; null for text. */
function binaryKind(body: Buffer, text: string): string | null {
  const start = body.toString('latin1', 0, 8);
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (known !== undefined) return known[1];
  const window = text.slice(0, 4096);
  // eslint-disable-next-line no-control-regex -- they are counted
  const strange = window.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return strange > window.length / 10 ? 'binary content' : null;
}
