import type { ParentNode } from 'domhandler';
import { LIMITS } from '../limits';
import { BLOCKS } from './blocks';
import { oneLine } from './cleanText';
import { isDropped } from './visibility';
import { walk } from './walk';

export interface PageLink {
  /** What the reader sees, or the label that the page gives instead; null when there is none. */
  readonly text: string | null;
  /**
   * Absolute address; null for addresses that are not for following (javascript:, data:, file: and the like), and for
   * those that no server takes.
   */
  readonly url: string | null;
}

const FOLLOWABLE: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'ftp:',
  'ftps:',
  'sms:',
]);
const MOST_LINKS = 5_000;

/** Links in page order, and how many follow those that are listed. */
export interface PageLinks {
  readonly links: readonly PageLink[];
  readonly notListed: number;
}

/**
 * A link's absolute address; null for none, one that cannot be read, one of a kind that must not be followed, or one
 * that is too long for any server.
 */
export function resolveLink(href: string | null | undefined, base: string): string | null {
  const resolved = resolveBase(href, base);
  return resolved !== null && resolved.length <= LIMITS.linkChars ? resolved : null;
}

/** The same at any length: what links start from. */
export function resolveBase(href: string | null | undefined, base: string): string | null {
  if (href === null || href === undefined) return null;
  const resolved = URL.parse(href.trim(), base);
  return resolved !== null && FOLLOWABLE.has(resolved.protocol) ? resolved.href : null;
}

/** The links under some nodes; hidden ones only when they are asked for. */
export function linksOf(
  roots: readonly ParentNode[],
  { base, includeHidden, leftOut }: { base: string; includeHidden: boolean; leftOut?: ReadonlySet<unknown> },
): PageLinks {
  const links: PageLink[] = [];
  let notListed = 0;
  let open: {
    readonly url: string | null;
    readonly label: string | undefined;
    readonly texts: string[];
  } | null = null;
  const close = () => {
    if (open !== null && links.length === MOST_LINKS) notListed += 1;
    else if (open !== null)
      links.push({ text: oneLine(open.texts.join('')) ?? oneLine(open.label), url: open.url });
    open = null;
  };
  for (const root of roots)
    walk(root, {
      enter(element) {
        if (isDropped(element, includeHidden) || leftOut?.has(element) === true) return false;
        const { name, attribs } = element;
        if (name === 'a' && attribs['href'] !== undefined) {
          close();
          open = {
            url: resolveLink(attribs['href'], base),
            label: attribs['aria-label'] ?? attribs['title'],
            texts: [],
          };
        } else if (open !== null) {
          if (name === 'img') open.texts.push(attribs['alt'] ?? '');
          if (name === 'br' || BLOCKS.has(name)) open.texts.push(' ');
        }
        return true;
      },
      leave(element) {
        if (element.name === 'a') close();
      },
      text: (data) => void open?.texts.push(data),
    });
  close();
  return { links, notListed };
}
