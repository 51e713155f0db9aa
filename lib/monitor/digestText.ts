import type { DigestCell, DigestParts } from './digestParts';
import type { Words } from './digestWords';

/** The digest as plain text: a line of heading, then a line or two per entry. */
export function textDigest(
  { message, notes, rows, more, footer, source }: DigestParts,
  words: Words,
): string {
  const entries = rows.map((row) => {
    const link = row.find((cell) => cell.link !== null)?.link ?? null;
    return [
      `- ${row
        .map(cellText)
        .filter((text) => text !== '')
        .join(' | ')}`,
      ...(link === null ? [] : [`  ${link}`]),
    ].join('\n');
  });
  return [
    [message, ...notes].map(plainLine).join('\n'),
    ...(entries.length === 0 ? [] : [entries.join('\n')]),
    ...(more === null ? [] : [more]),
    [...footer, `${words.source}: ${source ?? words.unknown}`].map(plainLine).join('\n'),
  ].join('\n\n');
}

function cellText({ main, small }: DigestCell): string {
  return plainLine([main, ...small].filter((part) => part !== '').join(', '));
}

// eslint-disable-next-line no-control-regex -- they are listed to be removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** One line without what a reader cannot see: text of the web must not draw lines of its own, or turn others around. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\n\u2028\u2029]+/g, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim();
}
