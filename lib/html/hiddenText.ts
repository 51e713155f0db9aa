import type { Document, Element, ParentNode } from 'domhandler';
import { LIMITS } from '../limits';
import { asksForConsent } from './boilerplate';
import { collapsed } from './cleanText';
import { isPlace, isStreamedPart } from './streamed';
import { isDropped } from './visibility';
import { walk, type Visitor } from './walk';

export interface ReadPart {
  readonly roots: readonly ParentNode[];
  readonly isSelected: boolean;
  readonly includeHidden: boolean;
  /** Where the page sends browsers on to, as it may be shown. */
  readonly leadsTo: string | null;
  /** Whether the page has places for parts that its server sends later. */
  readonly pageHasPlaces: boolean;
}

const { enough, nextToNothing, much, timesShown } = LIMITS.unshownText;

/**
 * What to say of a page that shows little: that it keeps far more in parts that only a script shows, or that it sends
 * browsers on; and of one whose server streams its parts hidden behind "Loading ...", whatever else it shows. `text` is
 * what was read; pages that show enough are not walked for it.
 */
export function warningsOfUnshown(document: Document, read: ReadPart, text: string): string[] {
  if (text.length >= enough && !read.pageHasPlaces) return [];
  const counts = countText(read.isSelected ? read.roots : [document]);
  const streamed = counts.hasPlaces && read.isSelected ? countText([document]).streamed : counts.streamed;
  const hidden = hiddenWarning(counts, counts.hasPlaces ? streamed : 0, read);
  const isOnlyARefresh = !read.isSelected && counts.shown < nextToNothing && read.leadsTo !== null;
  return [
    ...(hidden === null ? [] : [hidden]),
    ...(isOnlyARefresh
      ? [
          `The page shows next to no text and sends browsers on to ${read.leadsTo}. Fetch that address instead.`,
        ]
      : []),
  ];
}

function hiddenWarning(counts: Readonly<Counts>, streamed: number, read: ReadPart): string | null {
  const { shown, inTemplates, hasPlaces } = counts;
  const hidden = counts.hidden + counts.streamed;
  const isMuch = (chars: number): boolean => chars >= much && shown < enough && chars >= timesShown * shown;
  if (!read.includeHidden && (streamed >= much || streamed > shown))
    return `The page keeps ${streamed} characters of text in hidden parts that a script would put in place. ${adviceFor(read)}`;
  if (!read.includeHidden && isMuch(hidden))
    return `The page shows ${shown} characters of text and keeps ${hidden} in hidden parts that a script may show. ${adviceFor(read)}`;
  if (hasPlaces && streamed === 0 && shown < nextToNothing)
    return `The page shows ${shown} characters of text and has places for parts that did not come with it; a script would fill them.`;
  return isMuch(inTemplates)
    ? `The page shows ${shown} characters of text and keeps ${inTemplates} in templates that a script may show. Name an element inside of them in Selector to read it.`
    : null;
}

function adviceFor({ isSelected }: ReadPart): string {
  return isSelected
    ? 'Name them in Selector, or read the whole page with the option "Include Hidden Parts".'
    : 'The option "Include Hidden Parts" reads them as well.';
}

/** Characters of text, without white space around it, by what a reader without scripts sees of them. */
interface Counts {
  shown: number;
  /** What the option would show, without what waits for a click or a consent. */
  hidden: number;
  /** Hidden parts that a server sent for a place within the page. */
  streamed: number;
  inTemplates: number;
  /** Whether there are such places. */
  hasPlaces: boolean;
}

function countText(roots: readonly ParentNode[]): Readonly<Counts> {
  const counts: Counts = { shown: 0, hidden: 0, streamed: 0, inTemplates: 0, hasPlaces: false };
  for (const root of roots) walk(root, new Counter(counts, root));
  return counts;
}

class Counter implements Visitor {
  private what: 'shown' | 'hidden' | 'streamed' | 'inTemplates' = 'shown';
  private hiddenBy: Element | null = null;

  constructor(
    private readonly counts: Counts,
    private readonly root: ParentNode,
  ) {}

  enter(element: Element): boolean {
    const { name } = element;
    if (isPlace(element)) this.counts.hasPlaces = true;
    if (this.hiddenBy !== null) return !isDropped(element, true) && !waitsForReader(element);
    if (name === 'template') this.hide(element, 'inTemplates');
    else if (isDropped(element, true)) return false;
    else if (element !== this.root && isDropped(element, false)) {
      if (waitsForReader(element)) return false;
      this.hide(element, isStreamedPart(element) ? 'streamed' : 'hidden');
    }
    return true;
  }

  leave(element: Element): void {
    if (element !== this.hiddenBy) return;
    this.hiddenBy = null;
    this.what = 'shown';
  }

  text(data: string): void {
    this.counts[this.what] += collapsed(data).trim().length;
  }

  private hide(element: Element, what: 'hidden' | 'streamed' | 'inTemplates'): void {
    this.hiddenBy = element;
    this.what = what;
  }
}

const OPENED_BY_READER: ReadonlySet<string> = new Set(['dialog', 'nav', 'menu', 'select', 'footer']);
const ROLES_OPENED_BY_READER: ReadonlySet<string> = new Set([
  'dialog',
  'alertdialog',
  'menu',
  'navigation',
  'tooltip',
]);

/** Hidden until a reader asks for it, or is asked: menus, dialogs, layers for cookies. */
function waitsForReader(element: Element): boolean {
  const { name, attribs } = element;
  return (
    OPENED_BY_READER.has(name) ||
    attribs['popover'] !== undefined ||
    attribs['aria-modal'] === 'true' ||
    ROLES_OPENED_BY_READER.has(attribs['role'] ?? '') ||
    asksForConsent(element)
  );
}
