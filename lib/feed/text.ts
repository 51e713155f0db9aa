import { placeOf } from '../text';
import { decodeHtmlText } from './entities';
import { flat, Lines, linesOf } from './lines';

/**
 * Plain text of an HTML fragment: tags removed, entities decoded once, blocks on lines of their own; null when
 * nothing is left. One pass over the characters, whatever the input: never a regex over tags.
 * `loose` is for fields that may be HTML or text (RSS): `<AAPL.O>` is no element of HTML, so it is text.
 */
export function textFromHtml(html: string, { loose = false } = {}): string | null {
  const lines = new Lines();
  let at = 0;
  while (at < html.length) {
    const angle = html.indexOf('<', at);
    const end = angle === -1 ? html.length : angle;
    if (end > at) lines.add(decodeHtmlText(html.slice(at, end)));
    at = angle === -1 ? html.length : passTag(html, angle, lines, loose);
  }
  return lines.text();
}

/** Handles what begins with the `<` at `at`, adds what it shows, and returns where the text goes on. */
function passTag(html: string, at: number, lines: Lines, loose: boolean): number {
  const next = html.charCodeAt(at + 1);
  if (next === BANG && !(loose && isNoDeclaration(html.charCodeAt(at + 2))))
    return passDeclaration(html, at, lines);
  if (next === QUESTION) return after(html, '>', at + 2);
  const isClosing = next === SLASH;
  const nameStart = isClosing ? at + 2 : at + 1;
  if (!isLetter(html.charCodeAt(nameStart))) {
    if (isClosing) return after(html, '>', at + 2);
    lines.add('<');
    return at + 1;
  }
  const nameEnd = endOfName(html, nameStart);
  const name = html.slice(nameStart, nameEnd);
  const end = endOfTag(html, nameEnd);
  switch (shownAs(name)) {
    case 'inline':
      passPlace(name, isClosing, lines);
      break;
    case 'block':
      lines.end();
      break;
    case 'cell':
      if (!isClosing) lines.add(' ');
      break;
    case 'hidden':
      if (!isClosing && html.charCodeAt(end - 2) !== SLASH)
        return afterElement(html, name.toLowerCase(), end);
      break;
    case 'unknown':
      if (!isClosing && loose && end === nameEnd + 1 && isNoElement(name)) lines.add(html.slice(at, end));
  }
  return end;
}

/** After `<!` comments have a hyphen, CDATA a bracket, document types a letter; `<!'` is no markup of any kind. */
function isNoDeclaration(code: number): boolean {
  return code !== HYPHEN && code !== BRACKET && !isLetter(code);
}

function passPlace(name: string, isClosing: boolean, lines: Lines): void {
  const place = name.length === 3 ? placeOf(name.toLowerCase()) : null;
  if (place === null) return;
  if (isClosing) lines.endPlace();
  else lines.beginPlace(place);
}

function passDeclaration(html: string, at: number, lines: Lines): number {
  if (html.startsWith('<!--', at)) return after(html, '-->', at + 4);
  if (!html.startsWith('<![CDATA[', at)) return after(html, '>', at + 2);
  const end = after(html, ']]>', at + 9);
  lines.add(html.slice(at + 9, html.endsWith(']]>', end) ? end - 3 : end));
  return end;
}

const BANG = 0x21;
const HYPHEN = 0x2d;
const BRACKET = 0x5b;
const QUESTION = 0x3f;
const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x9 && code <= 0xd);
}

function endOfName(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === GREATER || code === SLASH || isSpace(code)) break;
  }
  return at;
}

/** Past the `>` of a tag; one in a quoted value ends nothing. What never ends reaches to the end of the text. */
function endOfTag(html: string, from: number): number {
  let afterEquals = false;
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (afterEquals && (code === 0x22 || code === 0x27)) {
      at = html.indexOf(html.charAt(at), at + 1);
      if (at === -1) return html.length;
      afterEquals = false;
    } else if (code === EQUALS) afterEquals = true;
    else if (!isSpace(code)) afterEquals = false;
  }
  return html.length;
}

/** Past the closing tag of an element that shows nothing. */
function afterElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.test(html) ? after(html, '>', closing.lastIndex) : html.length;
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found === -1 ? html.length : found + end.length;
}

/** Plain text as the source wrote it, in lines, with at most one blank line between; null when nothing is left. */
export function textFromPlain(text: string): string | null {
  return linesOf(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[\t\v\f\u00a0]/g, ' '));
}

/** The same on one line, for titles and names. */
export function oneLine(text: string | null): string | null {
  return text === null ? null : flat(text);
}

type ShownAs = 'inline' | 'block' | 'cell' | 'hidden' | 'unknown';

/** Of the elements of HTML, by lower-case name. */
const SHOWN_AS: ReadonlyMap<string, ShownAs> = new Map([
  ...each(
    'block',
    'address article aside blockquote br center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
      'h1 h2 h3 h4 h5 h6 header hr li main menu nav ol option p pre section summary table tr ul caption legend optgroup',
  ),
  ...each('cell', 'td th'),
  ...each('hidden', 'script style template noscript'),
  ...each(
    'inline',
    'a abbr acronym area audio b base basefont bdi bdo big body button canvas cite code col colgroup command content ' +
      'data datalist del dfn em embed font frame frameset g head hgroup html i iframe image img input ins kbd keygen ' +
      'label link map mark marquee math meta meter nobr noembed noframes object output param path picture plaintext ' +
      'progress q rb rp rt rtc ruby s samp search select slot small source span strike strong sub sup svg tbody textarea ' +
      'tfoot thead time title track tt u var video wbr xmp',
  ),
]);

function each(shownAs: ShownAs, names: string): readonly (readonly [string, ShownAs])[] {
  return names.split(' ').map((name) => [name, shownAs]);
}

/** Nearly all names are written in lower case. */
function shownAs(name: string): ShownAs {
  return SHOWN_AS.get(name) ?? SHOWN_AS.get(name.toLowerCase()) ?? 'unknown';
}

/** `<AAPL.O>` or `<T>`; names with a colon or a hyphen are markup of some other kind. */
function isNoElement(name: string): boolean {
  return !/[^\w.]/.test(name.toLowerCase());
}
