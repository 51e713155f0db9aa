/**
 * The words of a piece of HTML, roughly, in linear time: for an excerpt in a message or for counting, not for reading.
 */
export function markupToText(html: string): string {
  return (
    dropElements(html, ['script', 'style', 'template'])
      .replace(/<!--[^]*?(?:-->|$)/g, ' ')
      .replace(/<[^<>]*(?:>|$)/g, ' ')
      .replace(/&(?:nbsp|#160);/g, ' ')
      // eslint-disable-next-line no-control-regex -- control characters are what is removed
      .replace(/[\u0000-\u0020\u007f-\u009f\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
      .trim()
  );
}

/** Cuts at `max` characters, never inside a surrogate pair. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Without the named elements and what stands in them; one that is never closed goes to the end. */
export function dropElements(html: string, names: readonly string[]): string {
  const lower = html.toLowerCase();
  const open = new RegExp(`<(${names.join('|')})\\b`, 'g');
  let kept = '';
  let at = 0;
  for (let found = open.exec(lower); found !== null; found = open.exec(lower)) {
    kept += html.slice(at, found.index);
    const end = lower.indexOf(`</${found[1] ?? ''}`, open.lastIndex);
    at = end < 0 ? html.length : end;
    open.lastIndex = at;
  }
  return kept + html.slice(at);
}
