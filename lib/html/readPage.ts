import type { Document, ParentNode } from 'domhandler';
import { ToolError } from '../errors';
import { shorten } from '../excerpt';
import { readPageDates, type PageDates } from './dates/pageDates';
import { readHead } from './head';
import { warningsOfUnshown } from './hiddenText';
import { linksOf, type PageLink, type PageLinks } from './links';
import { markdownOf } from './markdownOf';
import { mainContent, type MainContent } from './mainContent';
import { revealNoscript } from './noscript';
import { parseDocument } from './parseDocument';
import { selectElements } from './select';
import { LayoutTables } from './tables';
import { textOf } from './textOf';

/** `text`: everything a reader sees; `main`: the main content only; `markdown`: everything, as Markdown. */
export type PageFormat = 'text' | 'main' | 'markdown';
export const PAGE_FORMATS: readonly PageFormat[] = ['text', 'main', 'markdown'];

/** What to read when the selector matches nothing. */
export type WhenNothingMatches = 'wholePage' | 'empty' | 'error';

export interface PageOptions {
  /** Address of the page after redirects: relative links start from it. */
  readonly url: string;
  readonly format: PageFormat;
  /** CSS selector of the part to read; empty is none. */
  readonly selector?: string | undefined;
  /** Default `wholePage`; a warning says so in any case. */
  readonly whenNothingMatches?: WhenNothingMatches | undefined;
  readonly includeLinks?: boolean | undefined;
  /** Keeps parts that the page's author hides (`hidden`, `display: none`); scripts and the like are never text. */
  readonly includeHidden?: boolean | undefined;
}

export interface PageReading extends PageDates {
  readonly title: string | null;
  readonly text: string;
  /** As the page declares it, e.g. `en` or `de-CH`. */
  readonly language: string | null;
  /** Null unless asked for. */
  readonly links: readonly PageLink[] | null;
  /** Addresses of the feeds that the page advertises. */
  readonly feeds: readonly string[];
  readonly warnings: readonly string[];
}

const NOSCRIPT_WARNING =
  'The page needs scripts to show itself; the text is its own version for readers without scripts.';

/**
 * Reads an HTML page: parsed once, text and times from the same tree. Pure and synchronous; on hostile input it may
 * take long (the tree is bounded, but a selector is not), so callers use readPageSafely.
 * @throws ToolError INVALID_REQUEST for a selector that cannot be read, NO_DATA for one that matches nothing where that
 * is to be an error.
 */
export function readPage(html: string, options: PageOptions): PageReading {
  const document = parseDocument(html);
  const fromNoscript = revealNoscript(document);
  const head = readHead(document, options.url);
  const { part, isSelected, warnings } = partToRead(document, options);
  const rules = {
    layoutTables: new LayoutTables(document),
    includeHidden: options.includeHidden ?? false,
    leftOut: part.leftOut,
    base: head.base,
  };
  const listed = options.includeLinks === true ? linksOf(part.roots, rules) : null;
  const text = options.format === 'markdown' ? markdownOf(part.roots, rules) : textOf(part.roots, rules);
  const { includeHidden } = rules;
  const read = {
    roots: part.roots,
    isSelected,
    includeHidden,
    leadsTo: head.leadsTo,
    pageHasPlaces: head.hasPlaces,
  };
  return {
    title: head.title,
    text,
    language: head.language,
    links: listed?.links ?? null,
    ...readPageDates(document, options.url, head.canonical),
    feeds: head.feeds,
    warnings: [
      ...warnings,
      ...(fromNoscript ? [NOSCRIPT_WARNING] : []),
      ...warningsOfUnshown(document, read, text),
      ...notListedWarning(listed),
    ],
  };
}

function notListedWarning(listed: PageLinks | null): readonly string[] {
  if (listed === null || listed.notListed === 0) return [];
  const { links, notListed } = listed;
  return [`Only the first ${links.length} of ${links.length + notListed} links are listed.`];
}

/** Nodes to read, and what inside of them to leave out. */
type Part = MainContent;

/** What the selector matches; without one, or where it matches nothing, the page or its main content. */
function partToRead(
  document: Document,
  options: PageOptions,
): { readonly part: Part; readonly isSelected: boolean; readonly warnings: readonly string[] } {
  const selector = options.selector?.trim() ?? '';
  if (selector === '') return { part: pageOrMain(document, options), isSelected: false, warnings: [] };
  const found = selectElements(document, selector);
  if (found.length > 0) return { part: only(found), isSelected: true, warnings: [] };
  const nothing = `The selector "${shorten(selector, 200)}" matches nothing on the page`;
  switch (options.whenNothingMatches ?? 'wholePage') {
    case 'wholePage':
      return {
        part: pageOrMain(document, options),
        isSelected: false,
        warnings: [`${nothing}; the whole page was read instead.`],
      };
    case 'empty':
      return { part: only([]), isSelected: true, warnings: [`${nothing}; the text is empty.`] };
    case 'error':
      throw new ToolError(
        'NO_DATA',
        `${nothing}. Correct it, or choose another answer under When Nothing Matches.`,
      );
  }
}

function pageOrMain(document: Document, { format, url, includeHidden }: PageOptions): Part {
  return format === 'main' ? mainContent(document, url, includeHidden ?? false) : only([document]);
}

function only(roots: readonly ParentNode[]): Part {
  return { roots, leftOut: new Set() };
}
