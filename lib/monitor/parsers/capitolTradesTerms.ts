import { isRealDate, type SourceTime, instantFromMillis } from '../../instant';

/** A size band in the page's words with its bounds in dollars; null where the band has no such bound. */
export interface Size {
  readonly text: string;
  readonly min: number | null;
  readonly max: number | null;
}

export const OWNERS: Readonly<Record<string, string>> = {
  'not-disclosed': 'Undisclosed',
  spouse: 'Spouse',
  joint: 'Joint',
  self: 'Self',
  child: 'Child',
};

/** The embedded data names a band by its middle; seen on recorded pages up to 5M–25M. */
const BANDS: Readonly<Record<number, string>> = {
  8_000: '1K–15K',
  32_500: '15K–50K',
  75_000: '50K–100K',
  175_000: '100K–250K',
  375_000: '250K–500K',
  750_000: '500K–1M',
  3_000_000: '1M–5M',
  15_000_000: '5M–25M',
  37_500_000: '25M–50M',
};

export function sizeOfValue(value: unknown): Size | null {
  return typeof value === 'number' ? sizeOfText(BANDS[value] ?? null) : null;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1_000, M: 1_000_000, B: 1_000_000_000 };
const AMOUNT = String.raw`\$?\s*(\d{1,4}(?:\.\d{1,3})?)\s*([KMB]?)`;
const BETWEEN = new RegExp(`^${AMOUNT}\\s*[–—-]\\s*${AMOUNT}$`, 'i');
const BELOW = new RegExp(`^(?:<|under|below)\\s*${AMOUNT}$`, 'i');
const ABOVE = new RegExp(`^(?:(?:>|over|above)\\s*${AMOUNT}|${AMOUNT}\\s*\\+)$`, 'i');

/** `50K–100K`, `< 1K`, `50M+`; another wording keeps its text and has no bounds, N/A is null. */
export function sizeOfText(words: string | null): Size | null {
  if (words === null || /^(?:n\/?a|-|–|)$/i.test(words)) return null;
  const between = BETWEEN.exec(words);
  if (between)
    return { text: words, min: amount(between[1], between[2]), max: amount(between[3], between[4]) };
  const below = BELOW.exec(words);
  if (below) return { text: words, min: null, max: amount(below[1], below[2]) };
  const above = ABOVE.exec(words);
  if (above) return { text: words, min: amount(above[1] ?? above[3], above[2] ?? above[4]), max: null };
  return { text: words, min: null, max: null };
}

function amount(digits: string | undefined, unit: string | undefined): number | null {
  const factor = UNITS[(unit ?? '').toUpperCase()];
  return digits === undefined || factor === undefined ? null : Math.round(Number(digits) * factor);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** `3 Feb 2026`, `13 Jun2024`, `9 Sept 2025`: the page writes British short months. */
const DAY = /^(\d{1,2})\s*([a-z]{3,9})\.?,?\s*(\d{4})$/i;

/** A date in the page's words to `YYYY-MM-DD`; null for anything else. */
export function dayOfText(words: string): SourceTime | null {
  const parts = DAY.exec(words);
  if (parts === null) return null;
  const [, day = '', name = '', year = ''] = parts;
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  if (month === 0 || !isRealDate(Number(year), month, Number(day))) return null;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const RELATIVE = /^([01]?\d|2[0-3]):([0-5]\d)\s*(Today|Yesterday)$/i;
const DAY_MS = 86_400_000;
/** A page made just before midnight may be sent just after it: then "Today" is no longer certain. */
const UNCERTAIN_MS = 120_000;

/** Hour and minute of `14:05 Today`, or null. The page's clock is UTC. */
export function clockOfText(words: string): string | null {
  const parts = RELATIVE.exec(words);
  return parts === null ? null : `${(parts[1] ?? '').padStart(2, '0')}:${parts[2] ?? ''}`;
}

/**
 * `14:05 Today` to an instant, by the moment at which the server sent the page (null: unknown).
 * Null where that would be a guess: no moment, a time in its future, or a moment within two minutes after midnight.
 */
export function instantOfRelative(words: string, sentAtMs: number | null): SourceTime | null {
  const parts = RELATIVE.exec(words);
  if (parts === null || sentAtMs === null) return null;
  const midnight = Math.floor(sentAtMs / DAY_MS) * DAY_MS;
  if (sentAtMs - midnight < UNCERTAIN_MS) return null;
  const day = parts[3]?.toLowerCase() === 'today' ? midnight : midnight - DAY_MS;
  const millis = day + Number(parts[1]) * 3_600_000 + Number(parts[2]) * 60_000;
  return millis > sentAtMs ? null : instantFromMillis(millis);
}

/** When a page was sent: its Date header, minus the Age that a cache on the way added; null where that is not known. */
export function sentAt(headers: Readonly<Record<string, string>>): number | null {
  const date = headers['date'];
  const millis = date !== undefined && /\b(?:GMT|UTC)$/i.test(date.trim()) ? Date.parse(date) : NaN;
  const age = headers['age']?.trim() ?? '0';
  return Number.isNaN(millis) || !/^\d{1,9}$/.test(age) ? null : millis - Number(age) * 1000;
}

/** `democrat` to `Democrat`, as the page shows it. */
export function capitalised(word: string | null): string | null {
  return word === null ? null : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** `$1,234.50` to 1234.5; null for N/A. */
export function priceOfText(words: string): number | null {
  const digits = /^\$?\s*(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?$/.exec(words);
  return digits === null ? null : Number(`${(digits[1] ?? '').replaceAll(',', '')}${digits[2] ?? ''}`);
}
