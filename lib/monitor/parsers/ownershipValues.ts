import { isRecord, type UnknownRecord } from '../../check';

/** Child elements of a name, whether the parser gave one or several. */
export function childrenOf(parent: UnknownRecord, name: string): readonly UnknownRecord[] {
  const value = parent[name];
  return (Array.isArray(value) ? value : [value]).filter(isRecord);
}

/** The text of a child element; null where it is missing or empty. Of several the first counts. */
export function textAt(parent: UnknownRecord, name: string): string | null {
  const value: unknown = Array.isArray(parent[name]) ? (parent[name] as readonly unknown[])[0] : parent[name];
  const text = isRecord(value) ? value['#text'] : value;
  if (typeof text !== 'string') return null;
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? null : line;
}

/** The text of `<name><value>...</value></name>`; null where only a footnote stands there. */
export function valueAt(parent: UnknownRecord, name: string): string | null {
  const child = childrenOf(parent, name)[0];
  return child === undefined ? null : textAt(child, 'value');
}

/** A decimal number as the forms write it; null for anything else. */
export function numberOf(text: string | null): number | null {
  if (text === null || !/^-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})?(?:\.\d{1,12})?$/.test(text) || !/\d/.test(text))
    return null;
  return Number(text.replaceAll(',', ''));
}

/** `1`, `true`, `0`, `false` of the several schema versions; null where nothing is said. */
export function flagOf(text: string | null): boolean | null {
  if (text === null) return null;
  const word = text.toLowerCase();
  if (word === '1' || word === 'true') return true;
  return word === '0' || word === 'false' ? false : null;
}
