import { isUtf8 } from 'node:buffer';
import { charsetOf, decodeText } from '../charset';
import { fromC1 } from './entities';

const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
/** Measured on Node 24: twice as fast as Buffer.toString, and as a decoder that looks for a mark. */
const FAST_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
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
 */
export function decodeFeed(bytes: Buffer, contentType: string | null): string {
  const text = isPlainUtf8(bytes, contentType)
    ? FAST_UTF8.decode(bytes)
    : decodeText(bytes, trustedType(bytes, contentType)).text;
  if (!UNWANTED.test(text)) return text;
  return text.replace(FORBIDDEN, '').replace(C1, (char) => fromC1(char.charCodeAt(0)));
}

/** What nearly every feed is: valid UTF-8 that nobody calls anything else. Spares a look at each byte of the window. */
function isPlainUtf8(bytes: Buffer, contentType: string | null): boolean {
  const said = [charsetOf(contentType), DECLARATION.exec(startOf(bytes))?.[1] ?? null];
  const hasMark = bytes[0] === 0xef || bytes[0] === 0xfe || bytes[0] === 0xff;
  // UTF-16 of ASCII letters is valid UTF-8 full of NULs
  const isWide = bytes.subarray(0, 4).includes(0);
  return !hasMark && !isWide && said.every((name) => name === null || UTF8.test(name)) && isUtf8(bytes);
}

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
