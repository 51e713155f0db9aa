import { isUtf8 } from 'node:buffer';
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer';
import iconv from 'iconv-lite';
import { LIMITS } from './limits';

export interface Decoded {
  readonly text: string;
  /** The name of the encoding that was used, lower case. */
  readonly charset: string;
}

/** Encodings of the web that iconv-lite knows under another name. */
const ICONV_NAMES: Readonly<Record<string, string>> = {
  'iso-8859-8-i': 'iso-8859-8',
  // the web's GBK has the four bytes of GB18030 too: read two by two they show digits that nobody wrote
  gbk: 'gb18030',
  'x-mac-cyrillic': 'maccyrillic',
};

/**
 * The text of a document (HTML, XML, feed, JSON, plain): byte order mark, then the Content-Type header, then valid UTF-8,
 * then what the document says of itself in its first 64 KB (meta or XML declaration), then windows-1252.
 * Unknown labels fall through; UTF-7 is never decoded. The byte order mark is dropped. Never throws.
 */
export function decodeText(body: Buffer, contentType: string | null): Decoded {
  const sniffer = new Sniffer({
    maxBytes: LIMITS.charsetWindowBytes,
    transportLayerEncodingLabel: charsetOf(contentType) ?? '',
  });
  sniffer.write(withoutScripts(body.subarray(0, LIMITS.charsetWindowBytes)));
  const said = sniffer.encoding.toLowerCase();
  const sure = [ResultType.BOM, ResultType.PASSED, ResultType.XML_PREFIX].includes(sniffer.resultType);
  if ((sure && said !== 'replacement') || !isUtf8(body)) return decodeAs(body, said);
  // Bytes of seven bits are valid UTF-8 whatever they mean: only the document knows that they are ISO-2022-JP.
  return decodeAs(body, said === 'iso-2022-jp' && !hasHighBytes(body) ? said : 'utf-8');
}

/** The charset parameter of a Content-Type, as written; null where there is none. */
export function charsetOf(contentType: string | null): string | null {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|'?([^\s;"']+))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain ?? null;
}

/** What a script only writes down is no declaration. In linear time; a script that never ends goes to the end. */
function withoutScripts(head: Buffer): Buffer {
  const text = head.toString('latin1').toLowerCase();
  const kept: Buffer[] = [];
  let at = 0;
  for (let open = text.indexOf('<script'); open >= 0; open = text.indexOf('<script', at)) {
    kept.push(head.subarray(at, open));
    const close = text.indexOf('</script', open);
    at = close < 0 ? head.length : close;
  }
  return at === 0 ? head : Buffer.concat([...kept, head.subarray(at)]);
}

function decodeAs(body: Buffer, charset: string): Decoded {
  if (charset === 'utf-8') return { text: withoutMark(body.toString('utf8')), charset };
  if (charset === 'iso-2022-jp') return { text: new TextDecoder('iso-2022-jp').decode(body), charset };
  const name = ICONV_NAMES[charset] ?? charset;
  if (iconv.encodingExists(name)) return { text: withoutMark(iconv.decode(body, name)), charset };
  return { text: iconv.decode(body, 'windows-1252'), charset: 'windows-1252' };
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function hasHighBytes(body: Buffer): boolean {
  return body.some((byte) => byte > 0x7f);
}
