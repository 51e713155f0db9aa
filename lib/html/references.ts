import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Text of a page with its character references decoded, exactly once. */
export function decodeText(text: string): string {
  return text.includes('&') ? decoded(text.replaceAll('<', '&lt;')) : text;
}

/** The same for the value of an attribute, where `&copy=1` is part of an address and no reference. */
export function decodeAttribute(value: string): string {
  return value.includes('&') ? decoded(`<a a="${value.replaceAll('"', '&quot;')}">`) : value;
}

const BODY = /^(?:#[xX]?[0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{0,31})$/;
const LONGEST_BODY = 32;

/**
 * Decodes the texts and attributes of one document. Most references recur and end in a semicolon: each of those is
 * worked out once; a text with any other is left to the tokenizer, which knows the old forms without one.
 */
export class ReferenceDecoder {
  private readonly known = new Map<string, string | null>();

  text(data: string): string {
    return data.includes('&') ? (this.simple(data) ?? decodeText(data)) : data;
  }

  attribute(value: string): string {
    return value.includes('&') ? (this.simple(value) ?? decodeAttribute(value)) : value;
  }

  /** Null where a reference is not of the simple form. */
  private simple(source: string): string | null {
    let done = '';
    let copied = 0;
    for (let at = source.indexOf('&'); at !== -1; at = source.indexOf('&', at + 1)) {
      if (!startsReference(source.charCodeAt(at + 1))) continue;
      const end = source.indexOf(';', at + 1);
      if (end === -1 || end - at > LONGEST_BODY) return null;
      const decodedBody = this.body(source.slice(at + 1, end));
      if (decodedBody === null) return null;
      done += source.slice(copied, at) + decodedBody;
      copied = end + 1;
      at = end;
    }
    return copied === 0 ? source : done + source.slice(copied);
  }

  /** Null for what is not one whole reference: `&notit;` is `&not` and a text in one place, a text in another. */
  private body(body: string): string | null {
    const known = this.known.get(body);
    if (known !== undefined) return known;
    const text = BODY.test(body) ? decoded(`&${body};`) : '&';
    const whole = text.startsWith('&') && body !== 'amp' ? null : text.endsWith(';') ? null : text;
    this.known.set(body, whole);
    return whole;
  }
}

/** Letters and the number sign; any other character makes the ampersand a text. */
function startsReference(code: number): boolean {
  return code === 0x23 || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** What a tokenizer makes of one piece of text or one attribute. */
function decoded(source: string): string {
  const parts: string[] = [];
  const piece = (start: number, end: number): void => void parts.push(source.slice(start, end));
  const reference = (codePoint: number): void => void parts.push(String.fromCodePoint(codePoint));
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    { ...NOTHING, ontext: piece, onattribdata: piece, ontextentity: reference, onattribentity: reference },
  );
  tokenizer.write(source);
  tokenizer.end();
  return parts.join('');
}

const ignore = (): void => undefined;
const NOTHING: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};
