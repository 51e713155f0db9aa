import { Tokenizer } from 'htmlparser2';

const BODY = /^(?:#[xX][0-9a-fA-F]{1,8}|#\d{1,8}|[A-Za-z][A-Za-z0-9]{1,31})$/;
const LONGEST_BODY = 32;
const XML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Undoes the references of XML text once: the five of XML, numbers, and the names of HTML, which feeds use without
 * declaring them. A reference needs its semicolon (`?a=1&copy=2` is a URL). Entities that a DTD declares stay as
 * they are written. Control characters are dropped.
 */
export function createReferenceDecoder(): (text: string) => string {
  const names = new Map(Object.entries(XML_NAMES));

  function decodeBody(body: string): string | null {
    const known = names.get(body);
    if (known !== undefined) return known;
    if (!BODY.test(body)) return null;
    const decoded = body.startsWith('#') ? fromNumber(body) : decodeHtmlText(`&${body};`);
    names.set(body, decoded);
    return decoded;
  }

  // by hand: a replace by regex with a function takes several times as long on a million references
  return (text) => {
    let done = '';
    let copied = 0;
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
      const end = semicolonAfter(text, at + 1);
      const decoded = end === -1 ? null : decodeBody(text.slice(at + 1, end));
      if (decoded === null) continue;
      done += text.slice(copied, at) + decoded;
      copied = end + 1;
      at = end;
    }
    return copied === 0 ? text : done + text.slice(copied);
  };
}

/** Index of the semicolon that ends a reference; -1 where something else comes first. */
function semicolonAfter(text: string, from: number): number {
  const last = Math.min(from + LONGEST_BODY, text.length - 1);
  for (let at = from; at <= last; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3b) return at > from ? at : -1;
    if (code === 0x26 || code === 0x20 || code === 0x3c) return -1;
  }
  return -1;
}

function fromNumber(body: string): string {
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  if (code >= 0x80 && code <= 0x9f) return fromC1(code);
  const allowed = code >= 0x20 || code === 0x9 || code === 0xa || code === 0xd;
  return allowed && code !== 0x7f ? String.fromCodePoint(code) : '';
}

/** What characters from 128 to 159 mean in the wild (HTML reads their numbers so): windows-1252, never controls. */
export function fromC1(code: number): string {
  return WINDOWS_1252.charAt(code - 0x80);
}

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text of HTML without tags: references undone once and as browsers do, with or without the semicolon. */
export function decodeHtmlText(text: string): string {
  let done = '';
  let copied = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (!isReferenceStart(text.charCodeAt(at + 1))) continue;
    const end = semicolonAfter(text, at + 1);
    const decoded = end === -1 ? null : usual(text.slice(at + 1, end));
    // what is rare is left to the tokenizer, which knows all two thousand names and the old forms without a semicolon
    if (decoded === null) return tokenized(text);
    done += text.slice(copied, at) + decoded;
    copied = end + 1;
    at = end;
  }
  return copied === 0 ? text : done + text.slice(copied);
}

/** Letters and the number sign; any other character makes the ampersand a text. */
function isReferenceStart(code: number): boolean {
  return code === 0x23 || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** The names that feeds are full of, and numbers; null for all others. */
function usual(body: string): string | null {
  if (body.charCodeAt(0) !== 0x23) return USUAL_NAMES.get(body) ?? null;
  const found = NUMBER.exec(body);
  if (found === null) return null;
  const code = found[1] === undefined ? Number.parseInt(body.slice(2), 16) : Number.parseInt(found[1], 10);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  return code >= 0x80 && code <= 0x9f ? fromC1(code) : String.fromCodePoint(code);
}

const NUMBER = /^#(?:(\d{1,8})|[xX][0-9a-fA-F]{1,8})$/;
// A table that is read by the line: one pair in each would fill a page.
// prettier-ignore
const USUAL_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(XML_NAMES),
  ...Object.entries({
    nbsp: '\u00a0', hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”',
    bdquo: '„', laquo: '«', raquo: '»', bull: '•', middot: '·', copy: '©', reg: '®', trade: '™', deg: '°', times: '×',
    frac12: '½', euro: '€', pound: '£', cent: '¢', yen: '¥', sect: '§', rarr: '→', larr: '←', aacute: 'á', agrave: 'à',
    auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è', ecirc: 'ê',
    iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', ccedil: 'ç',
  }),
]);

function tokenized(text: string): string {
  const parts: string[] = [];
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => {
        parts.push(text.slice(start, end));
      },
      ontextentity: (code) => {
        parts.push(String.fromCodePoint(code));
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return parts.join('');
}
