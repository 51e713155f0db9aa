import { load } from 'cheerio/slim';
import { DomHandler, isTag, type Document, type Element, type Node } from 'domhandler';
import { Parser } from 'htmlparser2';
import { invalid } from '../../check';
import { messageOf, ToolError } from '../../errors';
import { LIMITS } from '../../limits';
import type { Region } from './listPage';

/**
 * Where on a page the elements stand that a CSS selector matches: in page order, and of nested ones the innermost (a
 * table row around the whole list matches what its rows match). One around others that begins with an id of its own (a
 * comment with its answers) ends where they begin. Throws INVALID_CONFIG for what is no selector.
 */
export function selectRegions(
  page: string,
  selector: string,
  path: string,
  idIn: (stretch: string) => string | null,
): readonly Region[] {
  const document = positionedDocument(page);
  const found = matchesOf(document, selector, path);
  const relaxed = withoutImpliedTbody(selector);
  const matched = found.length > 0 || relaxed === selector ? found : matchesOf(document, relaxed, path);
  return apart(
    matched.flatMap(({ startIndex, endIndex }) =>
      startIndex === null || endIndex === null ? [] : [{ start: startIndex, end: endIndex + 1 }],
    ),
    ({ start, end }) => idIn(page.slice(start, end)),
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
  new Parser(handler, { decodeEntities: true, recognizeSelfClosing: /^\s*<\?xml\b/.test(page) }).end(page);
  return handler.root;
}

class PositionedHandler extends DomHandler {
  private depth = 0;
  private reader: Reader | null = null;

  override onparserinit(reader: Reader): void {
    this.reader = reader;
    super.onparserinit(reader);
  }

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

  override onclosetag(_?: string, isImplied = false): void {
    const element = this.tagStack.at(-1);
    if (this.depth <= LIMITS.treeDepth) {
      super.onclosetag();
      if (isImplied && element !== undefined) this.endBefore(element);
    }
    this.depth -= 1;
  }

  /** An element without an end tag ends before the tag that ends it; else each row would reach into the next. */
  private endBefore(element: Node): void {
    const at = this.reader?.startIndex ?? null;
    // where that tag is its own (an image, say) its own end is right
    if (at !== null && element.startIndex !== null && at > element.startIndex) element.endIndex = at - 1;
  }
}

type Reader = Parameters<DomHandler['onparserinit']>[0];

/** Browsers add `tbody`, which the page's own text may lack: selectors copied from their tools name it. */
function withoutImpliedTbody(selector: string): string {
  return selector
    .replace(/>\s*tbody(?::nth-child\(\d+\)|:first-child|:nth-of-type\(\d+\))?\s*>/gi, '>')
    .replace(/\s+tbody\s+(?=tr\b)/gi, ' ');
}

/** In page order two stretches either nest or do not touch. */
function apart(regions: readonly Region[], idIn: (region: Region) => string | null): readonly Region[] {
  const ordered = regions.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const beginnings = ordered.map((region, k): Region | null => {
    const following = ordered[k + 1];
    return following === undefined || following.start >= region.end
      ? null
      : { start: region.start, end: following.start };
  });
  const innermost = ordered.filter((_, k) => beginnings[k] === null);
  if (innermost.length === ordered.length) return ordered;
  const ids = new Set(innermost.map(idIn));
  const isOwn = (id: string | null) => id !== null && !ids.has(id);
  return ordered.flatMap((region, k) => {
    const beginning = beginnings[k] ?? null;
    return beginning === null ? [region] : isOwn(idIn(beginning)) ? [beginning] : [];
  });
}
