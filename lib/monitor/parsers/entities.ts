import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Text of a page with its character references decoded, exactly once. */
export function decodeText(text: string): string {
  return text.includes('&') ? decoded(text.replaceAll('<', '&lt;')) : text;
}

/** The same for the value of an attribute, where `&copy=1` is part of an address and no reference. */
export function decodeAttribute(value: string): string {
  return value.includes('&') ? decoded(`<a a="${value.replaceAll('"', '&quot;')}">`) : value;
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
