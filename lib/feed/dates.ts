import {
  instantFromMillis,
  instantFromWallTime,
  isOfOurCalendar,
  isRealDate,
  type SourceTime,
} from '../instant';
import { readZone, type Zone } from './zones';

/**
 * The time that the words of a feed name, or null. The grammar is closed, and nothing is read that could mean two
 * days (`10-04-2020`): `Date.parse` would guess, and would read a time without zone in the zone of this machine.
 * Read are ISO 8601 / RFC 3339, RFC 822 with its usual variants (month first, year last, am/pm, zones by name,
 * offset or place). A date stays a bare date and a time without zone stays local; a zone that is none gives null, and
 * so does a year of another calendar.
 */
export function readDate(words: string): SourceTime | null {
  const trimmed = words.trim();
  if (trimmed === '' || trimmed.length > LONGEST) return null;
  const parts = readIso(trimmed) ?? readPlain822(trimmed) ?? readWritten(trimmed);
  return parts && toSourceTime(parts);
}

const LONGEST = 100;

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly time: Time | null;
  readonly zone: string | null;
  /** Whether the words are in the order of RFC 822, which says what its zones mean. */
  readonly is822: boolean;
}

interface Time {
  readonly hour: number;
  readonly minute: number;
  readonly second: number | null;
  readonly millis: number;
}

const CLOCK = String.raw`(\d{1,2}):(\d\d)(?::(\d{1,2})(?:[.,](\d{1,9}))?)?`;
const ISO = new RegExp(String.raw`^(\d{4})([-/])(\d\d)\2(\d\d)(?:(?:T|\s+)${CLOCK}\s*(\S.*)?)?$`, 'i');

function readIso(words: string): Parts | null {
  const found = ISO.exec(/^\d/.test(words) ? words : words.replace(WEEKDAY_BEFORE, ''));
  if (!found) return null;
  const [, year, , month, day, hour, minute, second, fraction, zone] = found;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    time: hour === undefined || minute === undefined ? null : readClock(hour, minute, second, fraction),
    zone: zone === undefined ? null : withoutComment(zone),
    is822: false,
  };
}

const WEEKDAY_BEFORE = /^[a-z]{2,9}\.?,?\s+(?=\d{4}[-/])/i;

function readClock(hour: string, minute: string, second?: string, fraction?: string): Time {
  return {
    hour: Number(hour),
    minute: Number(minute),
    second: second === undefined ? null : Number(second),
    millis: fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000),
  };
}

const PLAIN_822 = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) ([A-Z]{3}|[+-]\d{4})$/;

/** The one form that nearly all RSS feeds write, without the detour over words. */
function readPlain822(words: string): Parts | null {
  const found = PLAIN_822.exec(words);
  if (!found) return null;
  const [, day, name = '', year, hour = '', minute = '', second, zone = null] = found;
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return null;
  return {
    year: Number(year),
    month,
    day: Number(day),
    time: readClock(hour, minute, second),
    zone,
    is822: true,
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  /^(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const WEEKDAY =
  /^(mon(?:day)?|tues?(?:day)?|wed(?:s|nesday)?|thur?s?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)$/i;
const TIME = new RegExp(`^${CLOCK}(am|pm)?$`, 'i');

/**
 * Kinds of words in the orders that are read: W weekday, D day, M month, Y year, T time, A am/pm, Z zone. Only RFC 822
 * writes years in two digits: `Jan 04 05` could be of either year.
 */
const ORDERS = /^W?(?:(?:[DN]M[YN]|M[DN]Y)(?:TA?Z?)?|M[DN]TA?Z?Y)$/;
const ORDER_822 = /^W?[DN]M/;

/** Dates with the month in (English) letters, word by word. */
function readWritten(words: string): Parts | null {
  const plain = withoutComment(words);
  if (SHORT_WITH_HYPHENS.test(plain)) return null;
  const tokens = plain
    .replace(/^(\S+\s+)?(\d{1,2})-([a-z]{3,9})-(\d{2,4})\b/i, '$1$2 $3 $4')
    .split(/[\s,]+/)
    .filter((token) => token !== '');
  if (tokens.length > 8) return null;
  const joined = joinZone(tokens);
  const kinds = joined.map(kindOf);
  if (!ORDERS.test(kinds.join(''))) return null;
  const wordOf = (kind: Kind): string | null => joined[kinds.indexOf(kind)] ?? null;
  const numbers = joined.filter((_, index) => kinds[index] === 'N' || kinds[index] === 'D');
  const year = wordOf('Y') ?? numbers[1] ?? '';
  if (year.length < 2) return null;
  const time = readTime(wordOf('T'), wordOf('A'));
  if (time === undefined) return null;
  return {
    day: Number.parseInt(numbers[0] ?? '', 10),
    month: MONTHS.indexOf((wordOf('M') ?? '').slice(0, 3).toLowerCase()) + 1,
    year: fullYear(year),
    time,
    zone: wordOf('Z'),
    is822: ORDER_822.test(kinds.join('')),
  };
}

/** `20-Feb-01` alone: nothing says which of the two is the year. */
const SHORT_WITH_HYPHENS = /^\d\d-[a-z]{3,9}-\d\d\b/i;

type Kind = 'W' | 'D' | 'N' | 'M' | 'Y' | 'T' | 'A' | 'Z';

/** N is a bare number of one or two digits: a day, or after the month a year. */
function kindOf(token: string): Kind {
  if (/^\d{1,2}$/.test(token)) return 'N';
  if (/^\d{4}$/.test(token)) return 'Y';
  if (/^\d{1,2}(?:st|nd|rd|th)$/i.test(token)) return 'D';
  if (MONTH.test(token.replace(/\.$/, ''))) return 'M';
  if (WEEKDAY.test(token.replace(/\.$/, ''))) return 'W';
  if (TIME.test(token)) return 'T';
  return /^[ap]\.?m\.?$/i.test(token) ? 'A' : 'Z';
}

/** `GMT +0200` is one zone in two words. */
function joinZone(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token, index) => {
    if (/^[+-]\d/.test(token) && /^(?:GMT|UTC|UT)$/i.test(tokens[index - 1] ?? '')) return [];
    const next = tokens[index + 1] ?? '';
    return /^(?:GMT|UTC|UT)$/i.test(token) && /^[+-]\d/.test(next) ? [token + next] : [token];
  });
}

/** Null where no time is given; undefined for a time of day that no clock shows. */
function readTime(clock: string | null, half: string | null): Time | null | undefined {
  if (clock === null) return null;
  const found = TIME.exec(clock);
  if (!found) return undefined;
  const [, hour = '', minute = '', second, fraction, glued] = found;
  const time = readClock(hour, minute, second, fraction);
  const mark = (half ?? glued)?.charAt(0).toLowerCase();
  if (mark === undefined) return time;
  if (time.hour > 23 || time.hour < 1) return undefined;
  // "13:05 PM" is written too; the mark then only repeats what the hour says
  if (time.hour > 12) return mark === 'p' ? time : undefined;
  return { ...time, hour: (time.hour % 12) + (mark === 'p' ? 12 : 0) };
}

/** Two digits as RFC 2822 reads them: 00 to 49 are this century. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year < 50 ? 2000 + year : 1900 + year;
}

function withoutComment(words: string): string {
  return words.replace(/\s*\([^()]*\)\s*$/, '');
}

function toSourceTime({ year, month, day, time, zone, is822 }: Parts): SourceTime | null {
  if (!isRealDate(year, month, day)) return null;
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  if (!isOfOurCalendar(date)) return null;
  if (time === null) return date;
  const { hour, minute, second, millis } = time;
  // 24:05 is five minutes into the next day
  if (hour > 24 || minute > 59 || (second ?? 0) > 60) return null;
  const clockMillis = ((hour * 60 + minute) * 60 + (second ?? 0)) * 1000 + millis;
  const wallMillis = startOfDay(year, month, day) + clockMillis;
  const known = zone === null ? NO_ZONE : readZone(zone, is822);
  if (known === null) return null;
  if (second === 60 && !isLeapSecond(wallMillis, known)) return null;
  if (known.kind === 'offset') return instantFromMillis(wallMillis - known.minutes * 60_000);
  const local = localForm(wallMillis, second !== null);
  return known.kind === 'place' && local !== null ? instantFromWallTime(local, known.name) : local;
}

/** The second 60 only ever ends a day of UTC; where the zone is not known, at a quarter of an hour. */
function isLeapSecond(wallMillis: number, zone: Exclude<Zone, null>): boolean {
  return zone.kind === 'offset'
    ? (wallMillis - zone.minutes * 60_000) % DAY === 0
    : wallMillis % (15 * 60_000) === 0;
}

const DAY = 86_400_000;

/** No zone is as little known as one of several. */
const NO_ZONE: Zone = { kind: 'ambiguous' };

function startOfDay(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(2000, 0, 1));
  return date.setUTCFullYear(year, month - 1, day);
}

function localForm(wallMillis: number, seconds: boolean): SourceTime | null {
  return instantFromMillis(wallMillis)?.slice(0, seconds ? 19 : 16) ?? null;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
