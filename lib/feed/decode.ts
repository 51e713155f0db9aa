import { isUtf8 } from 'node:buffer';
import { charsetOf, decodeText } from '../charset';
import { fromC1 } from './entities';

const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const UTF8 = /^utf-?8$/i;
// eslint-disable-next-line no-control-regex -- what XML forbids and feeds hold all the same
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// eslint-disable-next-line no-control-regex -- either of the two
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f\ufffe\uffff]/;
/** Windows-1252 that passed for Latin-1 once. */
const C1 = /[\u0080-\u009f]/g;

/**
 * The text of a feed without control characters: byte order mark, HTTP charset, valid UTF-8, XML declaration.
 * A label that the bytes disprove is passed over for what the document says of itself: bytes that are no UTF-8 are not
 * UTF-8, and bytes of several that are, beside a declaration that says so, are UTF-8 whatever the server calls them.
 *
 * XML comes in pieces, each of which ends before a `<` or with the document: one string of some hundred KB costs the
 * engine more (fresh memory each time) than all that is done with the pieces of it. JSON comes in one.
 */
export function decodeFeed(bytes: Buffer, contentType: string | null): readonly string[] {
  const start = startOfPlainUtf8(bytes, contentType);
  if (start === null) return [clean(decodeText(bytes, trustedType(bytes, contentType)).text)];
  const pieces: string[] = [];
  const pieceBytes = JSON_START.test(startOf(bytes)) ? bytes.length : PIECE_BYTES;
  for (let at = start; at < bytes.length;) {
    const end = endOfPiece(bytes, at, pieceBytes);
    pieces.push(clean(bytes.toString('utf8', at, end)));
    at = end;
  }
  return pieces;
}

/** Small enough for the memory of short-lived values, large enough that their number costs nothing. */
const PIECE_BYTES = 32 * 1024;
const JSON_START = /^(?:\xef\xbb\xbf)?\s*[{[]/;
const LESS = 0x3c;

/** Before the last `<` that keeps the piece small; where there is none, before the next one. Never within a character. */
function endOfPiece(bytes: Buffer, from: number, size: number): number {
  if (bytes.length - from <= size) return bytes.length;
  const last = bytes.lastIndexOf(LESS, from + size);
  const end = last > from ? last : bytes.indexOf(LESS, from + size);
  return end === -1 ? bytes.length : end;
}

function clean(text: string): string {
  if (!UNWANTED.test(text)) return text;
  return text.replace(FORBIDDEN, '').replace(C1, (char) => fromC1(char.charCodeAt(0)));
}

/**
 * Where the text begins in what nearly every feed is: valid UTF-8 that nobody calls anything else, or that begins with
 * its mark. Spares a look at each byte of the window. Null for all others.
 */
function startOfPlainUtf8(bytes: Buffer, contentType: string | null): number | null {
  if (bytes[0] === 0xef) return MARK.equals(bytes.subarray(0, 3)) && isUtf8(bytes) ? 3 : null;
  const said = [charsetOf(contentType), DECLARATION.exec(startOf(bytes))?.[1] ?? null];
  const hasMark = bytes[0] === 0xfe || bytes[0] === 0xff;
  // UTF-16 of ASCII letters is valid UTF-8 full of NULs
  const isWide = bytes.subarray(0, 4).includes(0);
  const isPlain = !hasMark && !isWide && said.every((name) => name === null || UTF8.test(name));
  return isPlain && isUtf8(bytes) ? 0 : null;
}

const MARK = Buffer.from('\ufeff');

function startOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, 512);
}

function trustedType(bytes: Buffer, contentType: string | null): string | null {
  const label = charsetOf(contentType);
  const declared = DECLARATION.exec(startOf(bytes))?.[1];
  if (declared === undefined) return contentType;
  const saysUtf8 = UTF8.test(declared);
  if (isUtf8(bytes)) return saysUtf8 && label !== null ? 'text/xml; charset=utf-8' : contentType;
  const labelFails = label === null || UTF8.test(label);
  return labelFails && !saysUtf8 ? `text/xml; charset=${declared}` : contentType;
}
