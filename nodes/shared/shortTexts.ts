import { isRecord } from '../../lib/check';
import { tokensOf } from './tokens';

const TEXT_CHARS = 280;
const CUT = '… (cut)';

/** A value for an agent: the same, with long texts cut and marked as cut. */
export function shortTexts(value: unknown): unknown {
  return shortened(value, TEXT_CHARS, Infinity);
}

/**
 * One of many that an answer lists: the same with short texts, and where it takes more than `most` tokens with short
 * lists (an entry may have thousands of categories), at last with its plain values alone. Else it would hide the others.
 */
export function shortElement(element: unknown, most: number): unknown {
  const fits = (short: unknown): boolean => tokensOf(JSON.stringify(short)) <= most;
  const first = STEPS.map(([chars, items]) => shortened(element, chars, items)).find(fits);
  if (first !== undefined || !isRecord(element)) return first ?? shortTexts(element);
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? CUT : shortTexts(value),
    ]),
  );
}

/** Characters of a text and elements of a list within an element, tried one after the other. */
const STEPS: readonly (readonly [chars: number, items: number])[] = [
  [TEXT_CHARS, Infinity],
  [TEXT_CHARS, 20],
  [80, 5],
];

function shortened(value: unknown, chars: number, items: number): unknown {
  if (typeof value === 'string') return value.length > chars ? cut(value, chars) : value;
  if (Array.isArray(value)) {
    const shown = value.slice(0, items).map((inner) => shortened(inner, chars, items));
    return shown.length < value.length ? [...shown, CUT] : shown;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shortened(inner, chars, items)]),
  );
}

function cut(text: string, chars: number): string {
  // never half of a character beyond the basic plane
  return `${text.slice(0, chars).replace(/[\ud800-\udbff]$/, '')} ${CUT}`;
}
