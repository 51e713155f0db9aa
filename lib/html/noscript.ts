import type { Document, Element } from 'domhandler';
import { isDropped } from './visibility';
import { walk } from './walk';

/** A page that shows at least this much without scripts is read as it stands. */
const ENOUGH_CHARS = 200;

/**
 * Some applications send an empty page and their content for readers without scripts inside `<noscript>`. Only where
 * the page shows next to nothing otherwise, and the noscript parts hold more, they become ordinary parts of the tree.
 * @returns whether that was done.
 */
export function revealNoscript(document: Document): boolean {
  const parts: Element[] = [];
  let shown = 0;
  let held = 0;
  let inside = 0;
  walk(document, {
    enter(element) {
      if (shown >= ENOUGH_CHARS) return false;
      if (element.name === 'noscript') {
        parts.push(element);
        inside += 1;
        return true;
      }
      return !isDropped(element, false);
    },
    leave(element) {
      if (element.name === 'noscript') inside -= 1;
    },
    text(data) {
      const length = data.trim().length;
      if (inside > 0) held += length;
      else shown += length;
    },
  });
  if (shown >= ENOUGH_CHARS || held < ENOUGH_CHARS || held < 4 * shown) return false;
  for (const part of parts) part.name = 'div';
  return true;
}
