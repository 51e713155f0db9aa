import type { SourceTime } from '../instant';
import { readDate } from './dates';
import { webLink } from './links';
import { oneLine, textFromHtml, textFromPlain } from './text';
import type { XmlNode } from './xml';

/** Name of an element in a table of fields, best first: `title` of the core, `dc:title` of another space. */
export type FieldName = string;

/** Direct children by name: a title of an image, a source or a media group is never the title of the entry. */
export type Children = ReadonlyMap<FieldName, readonly XmlNode[]>;

export function childrenOf(node: XmlNode): Children {
  const children = new Map<FieldName, XmlNode[]>();
  for (const child of node.children) if (typeof child !== 'string') addChild(children, child);
  return children;
}

export function addChild(children: Map<FieldName, XmlNode[]>, child: XmlNode): void {
  const name =
    child.space === 'core' || child.space === 'rss' ? child.local : `${child.space}:${child.local}`;
  const same = children.get(name);
  if (same) same.push(child);
  else children.set(name, [child]);
}

export function allOf(children: Children, names: readonly FieldName[]): readonly XmlNode[] {
  return names.flatMap((name) => children.get(name) ?? []);
}

/** The first value that says something, in the order of the names. */
export function firstOf<Value>(
  children: Children,
  names: readonly FieldName[],
  read: (node: XmlNode) => Value | null,
): Value | null {
  for (const name of names)
    for (const node of children.get(name) ?? NONE) {
      const value = read(node);
      if (value !== null) return value;
    }
  return null;
}

const NONE: readonly XmlNode[] = [];

/** RSS texts may be HTML or plain text and do not say which; Atom texts say their type, and are text by default. */
export type Dialect = 'rss' | 'atom';

export function textOf(node: XmlNode, dialect: Dialect): string | null {
  const stated = statedType(node);
  const isAtom = node.space === 'atom' || (node.space === 'core' && dialect === 'atom');
  const type = stated ?? (isAtom ? 'text' : 'html');
  if (type === 'other') return isAtom ? null : textFromHtml(markupOf(node, false));
  if (type === 'html') return textFromHtml(markupOf(node, false), { loose: stated === null });
  const hasElements = node.children.some((child) => typeof child !== 'string');
  return type === 'xhtml' || hasElements ? textFromHtml(markupOf(node, true)) : textFromPlain(verbatim(node));
}

/**
 * A value that is worked out when it is first asked for. Texts are most of the cost of a feed, and of ten thousand
 * entries twenty are shown: those of the others are never made.
 */
export function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => (known ??= { value: work() }).value;
}

export function titleOf(node: XmlNode, dialect: Dialect): string | null {
  return oneLine(textOf(node, dialect));
}

/** The `type` of an Atom or Media RSS text, with the `mode` of Atom 0.3; null where it says nothing. */
function statedType(node: XmlNode): 'text' | 'html' | 'xhtml' | 'other' | null {
  const type = node.attributes.get('type')?.trim().toLowerCase() ?? '';
  const mode = node.attributes.get('mode')?.trim().toLowerCase();
  if (mode === 'base64') return 'other';
  if (type === '') return mode === 'escaped' ? 'html' : null;
  if (type === 'html' || type === 'text/html') return mode === 'xml' ? 'xhtml' : 'html';
  if (type === 'xhtml' || type === 'application/xhtml+xml') return mode === 'escaped' ? 'html' : 'xhtml';
  if (type === 'plain' || type.startsWith('text')) return 'text';
  return type.endsWith('xml') ? 'xhtml' : 'other';
}

/** The characters of an element as they stand, those of its children included. */
export function verbatim(node: XmlNode): string {
  const [only] = node.children;
  if (node.children.length === 1 && typeof only === 'string') return only;
  return node.children.map((child) => (typeof child === 'string' ? child : verbatim(child))).join('');
}

/** The content of an element as markup. `escape`: its texts are text, else they are markup themselves. */
export function markupOf(node: XmlNode, escape: boolean): string {
  const [only] = node.children;
  if (node.children.length === 1 && typeof only === 'string' && !escape) return only;
  const parts: string[] = [];
  const add = (child: XmlNode | string): void => {
    if (typeof child === 'string') parts.push(escape ? escaped(child) : child);
    else {
      parts.push(`<${child.local}>`);
      child.children.forEach(add);
      parts.push(`</${child.local}>`);
    }
  };
  node.children.forEach(add);
  return parts.join('');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** Trimmed characters, null when there are none. */
export function wordsOf(node: XmlNode): string | null {
  return verbatim(node).trim() || null;
}

/** An id as it is written, markup included. */
export function idOf(node: XmlNode): string | null {
  return markupOf(node, false).trim() || null;
}

export function linkOf(node: XmlNode): string | null {
  return webLink(verbatim(node), node.base);
}

export function hrefOf(node: XmlNode): string | null {
  return webLink(node.attributes.get('href'), node.base);
}

export interface StatedTime {
  readonly time: SourceTime | null;
  readonly words: string | null;
}

/** The first time of these elements that can be read; else the first words, with a null time. */
export function timeOf(children: Children, names: readonly FieldName[]): StatedTime {
  let first: string | null = null;
  for (const name of names)
    for (const node of children.get(name) ?? NONE) {
      const said = wordsOf(node);
      const time = said === null ? null : readDate(said);
      if (said !== null && time !== null) return { time, words: shortened(said) };
      first ??= said;
    }
  return { time: null, words: first === null ? null : shortened(first) };
}

function shortened(words: string): string {
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}
