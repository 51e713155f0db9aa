import type { Enclosure } from './feed';
import { childrenOf, firstOf, wordsOf, type Children, type FieldName } from './fields';
import { webLink } from './links';
import { oneLine, textFromHtml } from './text';
import type { XmlNode } from './xml';

/** Names of persons, joined by ", ": the elements of the first name in the list that has any. */
export function namesOf(children: Children, names: readonly FieldName[]): string | null {
  for (const name of names) {
    const found = children.get(name)?.flatMap((node) => personOf(node) ?? []) ?? [];
    if (found.length > 0) return [...new Set(found)].join(', ');
  }
  return null;
}

/** A person is a text, or in Atom a name with perhaps an e-mail address beside it. */
function personOf(node: XmlNode): string | null {
  const inside = childrenOf(node);
  const name =
    firstOf(inside, ['name', 'atom:name'], wordsOf) ?? firstOf(inside, ['email', 'atom:email'], wordsOf);
  return oneLine(textFromHtml(name ?? ownWords(node), { loose: true }));
}

function ownWords(node: XmlNode): string {
  return node.children.filter((child) => typeof child === 'string').join('');
}

/** Null where the element has no URL that may be followed. */
export function enclosureOf(node: XmlNode, urlAttributes: readonly string[]): Enclosure | null {
  const { attributes, base } = node;
  const words = urlAttributes
    .map((name) => attributes.get(name))
    .find((value) => value !== undefined && value.trim() !== '');
  const url = webLink(words, base);
  if (url === null) return null;
  return {
    url,
    type: attributes.get('type')?.trim() || null,
    length: lengthOf(attributes.get('length') ?? attributes.get('filesize')),
  };
}

/** Bytes; null for 0, which feeds write for "unknown". */
export function lengthOf(value: unknown): number | null {
  const length = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? length : null;
}
