import { load } from 'cheerio/slim';
import type { Document, Element } from 'domhandler';
import { isTag } from 'domhandler';
import { ToolError, messageOf } from '../errors';

/**
 * The outermost elements that a CSS selector matches, in document order.
 * A selector copied from a browser's tools names `tbody`, which browsers add and the page's source may lack: without a
 * match it is tried again without.
 * @throws ToolError INVALID_REQUEST for what is no selector.
 */
export function selectElements(document: Document, selector: string): Element[] {
  const found = matches(document, selector);
  const relaxed = withoutImpliedTbody(selector);
  return outermost(found.length > 0 || relaxed === selector ? found : matches(document, relaxed));
}

function matches(document: Document, selector: string): Element[] {
  if (/[>+~]\s*$/.test(selector)) throw unusable(selector, 'it ends where an element is due');
  try {
    return load(document)(selector).toArray().filter(isTag);
  } catch (thrown) {
    throw unusable(selector, messageOf(thrown).slice(0, 200), thrown);
  }
}

function unusable(selector: string, reason: string, cause?: unknown): ToolError {
  return new ToolError(
    'INVALID_REQUEST',
    `"${selector.slice(0, 200)}" is not a CSS selector that can be used (${reason}). Correct it or leave the selector empty.`,
    { cause },
  );
}

/** `table > tbody:nth-child(1) > tr` to `table > tr`, `table tbody tr` to `table tr`. */
function withoutImpliedTbody(selector: string): string {
  return selector
    .replace(/>\s*tbody(?::nth-child\(\d+\)|:first-child|:nth-of-type\(\d+\))?\s*>/gi, '>')
    .replace(/\s+tbody\s+(?=tr\b)/gi, ' ');
}

function outermost(elements: readonly Element[]): Element[] {
  const chosen = new Set<unknown>(elements);
  return elements.filter((element) => {
    for (let parent = element.parent; parent !== null; parent = parent.parent)
      if (chosen.has(parent)) return false;
    return true;
  });
}
