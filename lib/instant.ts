import { DateTime, IANAZone } from 'luxon';
import { LIMITS } from './limits';

/**
 * A time as its source gives it, in one of three forms:
 * an instant `2026-05-13T07:40:00.000Z`, a bare date `2026-05-13`, or a local time without zone `2026-05-13T07:40:00`.
 */
export type SourceTime = string;

export type Precision = 'second' | 'minute' | 'day' | 'local';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
const BARE_DATE = /^\d{4}-\d\d-\d\d$/;
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** The form of a time; null for what is none of the three. `minute` is never inferred: only a source can say it. */
export function precisionOf(time: SourceTime): Exclude<Precision, 'minute'> | null {
  if (INSTANT.test(time)) return 'second';
  if (BARE_DATE.test(time)) return 'day';
  if (LOCAL.test(time)) return 'local';
  return null;
}

/** ISO 8601 with milliseconds and Z; null for a time that no calendar holds (years 0001 to 9999). */
export function instantFromMillis(millis: number): SourceTime | null {
  if (!Number.isFinite(millis)) return null;
  const date = new Date(millis);
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year < 1 || year > 9999 ? null : date.toISOString();
}

/** Seconds since 1970 (a number or digits) to an instant; null for anything else. */
export function instantFromUnixSeconds(seconds: unknown): SourceTime | null {
  const value = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) : seconds;
  return typeof value === 'number' && value > 0 ? instantFromMillis(value * 1000) : null;
}

const HTTP_DATES: readonly RegExp[] = [
  /^[a-z]{3}, (?<day>\d\d?) (?<month>[a-z]{3}) (?<year>\d{4}) (?<clock>\d\d:\d\d:\d\d) (?:GMT|UTC|[+-]0000)$/i,
  /^[a-z]{6,9}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) (?<clock>\d\d:\d\d:\d\d) GMT$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) {1,2}(?<day>\d\d?) (?<clock>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date of an HTTP header in one of its three forms (RFC 9110, 5.6.7), always GMT; null for anything else. */
export function instantFromHttpDate(header: string): SourceTime | null {
  const found = HTTP_DATES.map((form) => form.exec(header.trim())?.groups).find(
    (groups) => groups !== undefined,
  );
  if (found === undefined) return null;
  const { day = '', month = '', year = '', clock = '' } = found;
  // two digits of the year count from 1970: the form is older than this century
  const fullYear = year.length > 2 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (!isRealDate(fullYear, monthNumber, Number(day))) return null;
  const date = `${String(fullYear).padStart(4, '0')}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return instantFromMillis(Date.parse(`${date}T${clock}Z`));
}

/**
 * A wall time `YYYY-MM-DD[T ]hh:mm[:ss]` of an IANA zone to the instant it names.
 * Null where the zone is unknown, the time does not exist (spring) or exists twice (autumn): it is never guessed.
 */
export function instantFromWallTime(wallTime: string, zone: string): SourceTime | null {
  if (!IANAZone.isValidZone(zone)) return null;
  const iso = wallTime.replace(' ', 'T');
  const time = DateTime.fromISO(iso, { zone });
  if (!time.isValid || !LOCAL.test(iso)) return null;
  const sameWall = time.toFormat("yyyy-MM-dd'T'HH:mm") === iso.slice(0, 16);
  if (!sameWall || time.getPossibleOffsets().length > 1) return null;
  return instantFromMillis(time.toMillis());
}

/** The calendar date of an instant in an IANA zone, at that instant (daylight saving included). */
export function dateInZone(millis: number, zone: string): SourceTime | null {
  if (!IANAZone.isValidZone(zone)) return null;
  const time = DateTime.fromMillis(millis, { zone });
  return time.isValid ? time.toFormat('yyyy-MM-dd') : null;
}

/** True for a calendar date that exists (no 31 February). Months and days count from 1. */
export function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Whether a time lies in years of which things are published on the web, by our calendar: others write 1405, 1448 or
 * 2569 for now, and programs the year 1 or 9999 for "no date".
 */
export function isOfOurCalendar(time: SourceTime): boolean {
  const year = Number(time.slice(0, 4));
  return year >= LIMITS.years.first && year <= LIMITS.years.last;
}

/**
 * Whether a time lies beyond `nowMs` plus the allowed skew. A date or a local time has no zone, so it is only
 * called later when it is later in every zone of the world (UTC+14 is the first to reach it).
 */
export function isLaterThan(time: SourceTime, nowMs: number): boolean {
  const precision = precisionOf(time);
  if (precision === null) return false;
  const earliest =
    precision === 'second'
      ? Date.parse(time)
      : Date.parse(precision === 'day' ? `${time}T00:00:00Z` : `${time}Z`) - 14 * 3_600_000;
  return earliest > nowMs + LIMITS.clockSkewMs;
}

/**
 * Order of two times, unknown first. Dates and local times are compared by their own digits as if in UTC:
 * good for sorting, never for deciding what an instant is.
 */
export function compareTimes(a: SourceTime | null, b: SourceTime | null): number {
  return orderOf(a) - orderOf(b);
}

/** The newest of some times; null when there is none. */
export function newestOf(times: readonly (SourceTime | null)[]): SourceTime | null {
  return times.reduce((newest, time) => (compareTimes(newest, time) < 0 ? time : newest), null);
}

/** The number by which `compareTimes` orders, for sorting many: computed once per time. -Infinity for none. */
export function orderOf(time: SourceTime | null): number {
  if (time === null) return -Infinity;
  const precision = precisionOf(time);
  if (precision === null) return -Infinity;
  return Date.parse(precision === 'day' ? `${time}T00:00:00Z` : precision === 'local' ? `${time}Z` : time);
}
