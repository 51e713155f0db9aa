/** The first `maxChars` characters (UTF-16 units) of a text, never half of a character; null is no limit. */
export function cutText(text: string, maxChars: number | null): string {
  if (maxChars === null || text.length <= maxChars) return text;
  return text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '');
}

/** How far above or below the line a text stands. */
export type Place = 'sup' | 'sub';

const DIGITS: Readonly<Record<Place, string>> = {
  sup: '⁰¹²³⁴⁵⁶⁷⁸⁹',
  sub: '₀₁₂₃₄₅₆₇₈₉',
};

/** Digits as they stand above or below the line. */
export function raisedDigits(text: string, place: Place): string {
  return text.replace(/\d/g, (digit) => DIGITS[place][Number(digit)] ?? digit);
}

export function placeOf(name: string): Place | null {
  return name === 'sup' || name === 'sub' ? name : null;
}
