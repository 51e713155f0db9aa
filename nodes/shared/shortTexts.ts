import { isRecord } from '../../lib/check';

const TEXT_CHARS = 280;

/** A value for an agent: the same, with long texts cut and marked as cut. */
export function shortTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > TEXT_CHARS ? cut(value) : value;
  if (Array.isArray(value)) return value.map(shortTexts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortTexts(inner)]));
}

function cut(text: string): string {
  // never half of a character beyond the basic plane
  return `${text.slice(0, TEXT_CHARS).replace(/[\ud800-\udbff]$/, '')} … (cut)`;
}
