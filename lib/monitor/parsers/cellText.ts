/** White space is told by its look, and NEL shows as none of the others do. */
const SPACES = /[\s\u0085]+/g;
const CONTROLS = /(?![\s\u0085])\p{Cc}/gu;

/**
 * The parts of a text in one line. Control characters are left out, as from every text of a page: they show nothing, and
 * databases and mails refuse or mangle them. Ids are not made here: they keep every character.
 */
export function cellText(parts: readonly string[]): string {
  return parts.join('').replace(CONTROLS, '').replace(SPACES, ' ').trim();
}
