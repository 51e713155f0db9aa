/**
 * The data that a Next.js page pushes to its own scripts: `self.__next_f.push([1,"..."])`, together one text of rows
 * `hexId:json` (React's "Flight" format). Only what a list needs is read: the rows as parsed JSON.
 */

const PUSH = /__next_f\s*\.\s*push\(\s*\[\s*1\s*,\s*(["'])/;

/** The text inside one pushing script; null for every other script. */
export function pushedText(script: string): string | null {
  const opening = PUSH.exec(script);
  if (opening === null) return null;
  const quote = opening[1] ?? '"';
  const from = opening.index + opening[0].length;
  const to = script.lastIndexOf(quote);
  if (to < from) return null;
  const literal = script.slice(from, to);
  if (quote === '"') {
    try {
      const text: unknown = JSON.parse(`"${literal}"`);
      if (typeof text === 'string') return text;
    } catch {
      // not JSON's kind of literal: read as JavaScript's below
    }
  }
  return unescaped(literal);
}

/** Rows of the joined text that hold `mark`, as JSON values; `broken` counts those that could not be read. */
export function flightRows(
  text: string,
  mark: string,
): { readonly values: readonly unknown[]; readonly broken: number } {
  const values: unknown[] = [];
  let broken = 0;
  for (const row of rowsOf(text)) {
    if (!row.includes(mark)) continue;
    try {
      values.push(JSON.parse(withLongIdsAsText(row)));
    } catch {
      broken += 1;
    }
  }
  return { values, broken };
}

const ROW_HEAD = /([0-9a-f]*):([A-Z]?)/y;
const TEXT_LENGTH = /([0-9a-f]+),/y;

/** JSON rows end with a line feed; text rows (`T`) say their length in bytes and hold line feeds of their own. */
function* rowsOf(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    ROW_HEAD.lastIndex = at;
    const head = ROW_HEAD.exec(text);
    const bodyAt = head === null ? at : at + head[0].length;
    TEXT_LENGTH.lastIndex = bodyAt;
    const length = head?.[2] === 'T' ? TEXT_LENGTH.exec(text) : null;
    if (length !== null) {
      at = afterBytes(text, bodyAt + length[0].length, Number.parseInt(length[1] ?? '', 16));
      continue;
    }
    const lineEnd = text.indexOf('\n', bodyAt);
    const end = lineEnd < 0 ? text.length : lineEnd;
    yield text.slice(bodyAt, end);
    at = end + 1;
  }
}

/** The position after `bytes` bytes of UTF-8 from `at` on. */
function afterBytes(text: string, at: number, bytes: number): number {
  let left = bytes;
  while (left > 0 && at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** Ids of 16 digits and more would lose their last digits as JavaScript numbers. */
function withLongIdsAsText(row: string): string {
  return row.replace(/("_?[a-zA-Z]*[iI]d":)(\d{16,})(?=[,}\]\s])/g, '$1"$2"');
}

const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g;
const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
  '\r\n': '',
};

function unescaped(literal: string): string {
  return literal.replace(ESCAPE, (_, braced?: string, four?: string, two?: string, other?: string) => {
    const hex = braced ?? four ?? two;
    if (hex !== undefined) {
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? '' : code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
    }
    return other === undefined ? '' : (NAMED[other] ?? other);
  });
}
