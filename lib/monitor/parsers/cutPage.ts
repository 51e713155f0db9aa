import type { Region } from './listPage';

/**
 * A page that was cut and answered with 200: half an entry would be recorded for good, and half an id is another id.
 * Cut between two entries it is a shorter list, which the look for overlap deals with. Many whole pages leave out end
 * tags, so what counts is whether the page ends within an entry. An open paragraph, or an id that ends a plain text, may
 * go on, however whole its transfer was: sites also send what they have only half written.
 */
export const CUT = 'The page ends in the middle of an entry: only a part of it came.';

export const CUT_ADVICE = 'the next check tries again';

/** Whether a page ends within a tag, right behind an id (a line end is none), or within the last row or the link of the last id. */
export function endsInList(text: string, id: Region | null, around: readonly (Region | null)[]): boolean {
  const page = withoutTrail(text);
  const isOpen = (region: Region | null) =>
    region !== null && region.end >= page.length && !isClosed(page.slice(region.start));
  return endsInTag(page) || (id !== null && id.end >= text.length) || around.some(isOpen);
}

/** Whether an XML feed ends within its last item. JSON that is cut is none, and may speak of items. */
export function endsInItem(text: string): boolean {
  if (/^\s*[{[]/.test(text)) return false;
  let last = -1;
  for (const { index } of text.matchAll(/<(?:\w+:)?(?:item|entry)(?=[\s/>])/gi)) last = index;
  if (last < 0) return false;
  return !/<\/(?:\w+:)?(?:item|entry|channel|rss|feed|rdf)\s*>|^<[^>]*\/>/i.test(text.slice(last));
}

function endsInTag(page: string): boolean {
  const open = page.lastIndexOf('<');
  return open >= 0 && page.indexOf('>', open) < 0 && /^<(?:[a-z/!]|$)/i.test(page.slice(open, open + 2));
}

/** Elements that are whole with their tag. */
const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)(?=[\s/>])[^]*>$/i;

/** Whether what an element begins, up to the end of the page, ends with its own end tag or one from further out. */
function isClosed(stretch: string): boolean {
  if (/<\/(?:body|html)\b/i.test(stretch) || VOID.test(stretch)) return true;
  const name = /<\/([a-z][\w:-]*)\s*>$/i.exec(stretch.slice(-100))?.[1];
  const own = /^<([a-z][\w:-]*)/i.exec(stretch)?.[1];
  if (name === undefined || own === undefined) return false;
  const count = (mark: string) => stretch.match(new RegExp(`${mark}${name}(?![\\w:-])`, 'gi'))?.length ?? 0;
  const [opened, closed] = [count('<'), count('</')];
  return closed > opened || (closed === opened && name.toLowerCase() === own.toLowerCase());
}

/** Comments and spaces at the end say nothing. */
function withoutTrail(text: string): string {
  let page = text.trimEnd();
  while (page.endsWith('-->')) {
    const from = page.lastIndexOf('<!--');
    if (from < 0 || page.indexOf('-->', from) < page.length - 3) return page;
    page = page.slice(0, from).trimEnd();
  }
  return page;
}
