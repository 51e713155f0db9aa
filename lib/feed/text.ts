import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/**
 * Plain text of an HTML fragment: tags removed, entities decoded once, blocks on lines of their own; null when
 * nothing is left. One pass over the characters, whatever the input: never a regex over tags.
 * `loose` is for fields that may be HTML or text (RSS): `<AAPL.O>` is no element of HTML, so it is text.
 */
export function textFromHtml(html: string, { loose = false } = {}): string | null {
  if (!/[<&]/.test(html)) return cleaned(html.replace(WHITE_SPACE, ' '));
  const parts: string[] = [];
  let hidden: string | null = null;
  let hiddenDepth = 0;
  let name = '';
  let nameStart = 0;
  let hasAttributes = false;

  function open(end: number, selfClosing: boolean): void {
    if (hidden === null && HIDDEN.has(name))
      hidden = selfClosing && name !== 'script' && name !== 'style' ? null : name;
    if (hidden !== null) hiddenDepth += name === hidden ? 1 : 0;
    else if (BREAKING.has(name)) parts.push('\n');
    else if (CELLS.has(name)) parts.push(' ');
    else if (loose && !hasAttributes && isNoElement(name)) parts.push(html.slice(nameStart - 1, end + 1));
  }

  function close(closed: string): void {
    if (hidden === null) {
      if (BREAKING.has(closed)) parts.push('\n');
      return;
    }
    if (closed !== hidden) return;
    hiddenDepth -= 1;
    if (hiddenDepth === 0) hidden = null;
  }

  function addText(piece: string): void {
    if (hidden === null) parts.push(piece.replace(WHITE_SPACE, ' '));
  }

  const nothing = (): void => undefined;
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => {
      addText(html.slice(start, end));
    },
    ontextentity: (code) => {
      if (hidden === null) parts.push(code === 0xa || code === 0xd ? ' ' : String.fromCodePoint(code));
    },
    oncdata: (start, end, offset) => {
      addText(html.slice(start, end - offset));
    },
    onopentagname: (start, end) => {
      name = html.slice(start, end).toLowerCase();
      nameStart = start;
      hasAttributes = false;
    },
    onattribname: () => {
      hasAttributes = true;
    },
    onopentagend: (end) => {
      open(end, false);
    },
    onselfclosingtag: (end) => {
      open(end, true);
    },
    onclosetag: (start, end) => {
      close(html.slice(start, end).toLowerCase());
    },
    onattribdata: nothing,
    onattribend: nothing,
    onattribentity: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: REFERENCE.test(html) }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return cleaned(parts.join(''));
}

/** Plain text as the source wrote it, in lines, with at most one blank line between; null when nothing is left. */
export function textFromPlain(text: string): string | null {
  return cleaned(text);
}

/** The same on one line, for titles and names. */
export function oneLine(text: string | null): string | null {
  return text === null ? null : text.replace(WHITE_SPACE, ' ');
}

const WHITE_SPACE = /\s+/g;
const REFERENCE = /&[#A-Za-z]/;
const HIDDEN = new Set(['script', 'style', 'template', 'noscript']);
const CELLS = new Set(['td', 'th']);
const BREAKING = new Set(
  (
    'address article aside blockquote br center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main menu nav ol option p pre section summary table tr ul caption legend optgroup'
  ).split(' '),
);
const INLINE = new Set(
  (
    'a abbr acronym area audio b base basefont bdi bdo big body button canvas cite code col colgroup command content ' +
    'data datalist del dfn em embed font frame frameset g head hgroup html i iframe image img input ins kbd keygen ' +
    'label link map mark marquee math meta meter nobr noembed noframes object output param path picture plaintext ' +
    'progress q rb rp rt rtc ruby s samp search select slot small source span strike strong sub sup svg tbody textarea ' +
    'tfoot thead time title track tt u var video wbr xmp'
  ).split(' '),
);

/** `<AAPL.O>` or `<T>`; names with a colon or a hyphen are markup of some other kind. */
function isNoElement(name: string): boolean {
  return !INLINE.has(name) && !/[^\w.]/.test(name);
}

/** Lines without outer white space, without characters that show nothing, at most one blank line in a row. */
function cleaned(text: string): string | null {
  const shown = MAY_HOLD_UNSEEN.test(text) ? text.toWellFormed().replace(UNSEEN, '') : text;
  if (!/[\n\r\u2028\u2029]/.test(shown)) return shown.replace(SPACES, ' ').trim() || null;
  const lines = shown.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.replace(SPACES, ' ').trim());
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return kept.join('\n').trim() || null;
}

const SPACES = /[\t\v\f \u00a0]+/g;
const MAY_HOLD_UNSEEN = /[^\t\n\f\r -~\u00a0-\u00ac\u00ae-\u0233\u2010-\u2027\u20ac\u4e00-\u9fff]/;
/**
 * Controls, soft hyphen, zero-width space, bidi overrides and isolates, tag characters: they show nothing and can carry
 * or reorder meaning. The joiners and the two direction marks stay: Persian, Hebrew and emoji are written with them.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- they are listed to be removed
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
