import { load } from 'cheerio/slim';
import { DomHandler, isTag, type Document, type Element } from 'domhandler';
import { Parser } from 'htmlparser2';
import { invalid } from '../../check';
import { messageOf, ToolError } from '../../errors';
import { LIMITS } from '../../limits';
import type { Region } from './listRows';

/**
 * Where on a page the elements stand that a CSS selector matches: in page order, and of nested ones the innermost (a
 * table row around the whole list matches what its rows match). Throws INVALID_CONFIG for what is no selector.
 */
export function selectRegions(page: string, selector: string, path: string): readonly Region[] {
  const document = positionedDocument(page);
  const found = matchesOf(document, selector, path);
  const relaxed = withoutImpliedTbody(selector);
  const matched = found.length > 0 || relaxed === selector ? found : matchesOf(document, relaxed, path);
  return innermost(
    matched.flatMap(({ startIndex, endIndex }) =>
      startIndex === null || endIndex === null ? [] : [{ start: startIndex, end: endIndex + 1 }],
    ),
  );
}

function matchesOf(document: Document, selector: string, path: string): readonly Element[] {
  try {
    return load(document)(selector).toArray().filter(isTag);
  } catch (error) {
    throw invalid(
      path,
      `"${selector.slice(0, 200)}" is not a CSS selector that can be used (${messageOf(error).slice(0, 200)})`,
    );
  }
}

/** A tree that knows positions. What nests deeper than the limit is left flat, so that no later step can overflow. */
function positionedDocument(page: string): Document {
  const handler = new PositionedHandler(undefined, { withStartIndices: true, withEndIndices: true });
  new Parser(handler, { decodeEntities: true }).end(page);
  return handler.root;
}

class PositionedHandler extends DomHandler {
  private depth = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    // The tokenizer's own list of open elements costs the square of the depth.
    if (this.depth > 8 * LIMITS.treeDepth)
      throw new ToolError(
        'UNEXPECTED_CONTENT',
        'The page nests its elements too deeply to be read by a selector.',
      );
    if (this.depth <= LIMITS.treeDepth) super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    if (this.depth <= LIMITS.treeDepth) super.onclosetag();
    this.depth -= 1;
  }
}

/** Browsers add `tbody`, which the page's own text may lack: selectors copied from their tools name it. */
function withoutImpliedTbody(selector: string): string {
  return selector
    .replace(/>\s*tbody(?::nth-child\(\d+\)|:first-child|:nth-of-type\(\d+\))?\s*>/gi, '>')
    .replace(/\s+tbody\s+(?=tr\b)/gi, ' ');
}

/** In page order two stretches either nest or do not touch. */
function innermost(regions: readonly Region[]): readonly Region[] {
  const ordered = regions.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return ordered.filter((region, k) => {
    const following = ordered[k + 1];
    return following === undefined || following.start >= region.end;
  });
}
