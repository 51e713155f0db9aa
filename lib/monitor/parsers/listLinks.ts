import type { ListLink, Region } from './listPage';

/** Links stand in page order and do not nest; found by halving, since a page may hold 100,000 of them. */

/** The link around a position. */
export function linkAt(links: readonly ListLink[], at: number): ListLink | null {
  const link = links[firstFrom(links, at + 1) - 1];
  return link !== undefined && at < link.end ? link : null;
}

/** The links that begin inside a stretch. */
export function linksWithin(links: readonly ListLink[], { start, end }: Region): readonly ListLink[] {
  return links.slice(firstFrom(links, start), firstFrom(links, end));
}

/** Index of the first link that begins at a position or after it. */
function firstFrom(links: readonly ListLink[], position: number): number {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
