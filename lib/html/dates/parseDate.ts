import { instantFromMillis, isOfOurCalendar, isRealDate, type SourceTime } from '../../instant';

export interface PageTime {
  /** One of the forms of lib/instant.ts. */
  readonly time: SourceTime;
  /** The same as the page writes it, in ISO 8601 with its own offset: its calendar day may be another than in UTC. */
  readonly asWritten: string;
}

/**
 * A date as pages write it in their markup, in one of the forms of lib/instant.ts: an instant where a zone is given, a
 * local time where none is, a bare date where there is no time. Null for everything else, also for what can be read in
 * two ways (03/04/2020), for years and months alone, and for durations: nothing is guessed.
 */
export function parseDate(raw: string | null | undefined): PageTime | null {
  const text = (raw ?? '').trim().replace(/\s+/g, ' ');
  if (text.length < 6 || text.length > 80) return null;
  for (const read of READERS) {
    const parts = read(text);
    if (parts !== null) return timeOf(parts);
  }
  return null;
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** `hh:mm`, `hh:mm:ss` or with a fraction; null for a date alone. */
  readonly clock: string | null;
  /** Offset of the zone in minutes east of UTC; null where none is given. */
  readonly offset: number | null;
}

type Reader = (text: string) => Parts | null;

/** A second may lose its zero. */
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d{1,2})(?:[.,](?<fraction>\d{1,9}))?)?`;
/** The same without colons: four or six digits, only after the T of ISO 8601. */
const COMPACT_CLOCK = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>Z|UTC|GMT|[A-Z]{2,4}|(?:GMT|UTC)? ?[+-]\d\d?(?::?\d\d)?)`;
const AFTER_DATE = String.raw`(?:(?:T| |, | at | - | \| )${CLOCK} ?(?<half>[ap]\.?m\.?)? ?${ZONE}?(?: \([^)]*\))?)?`;
/** In English, or any short word before a comma: `lun, 3 mar 2020`. Not other words: `Updated 3 Mar 2020`. */
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? |[A-Za-z]{2,4}\.?, )?`;
const MONTH = String.raw`(?<name>[A-Za-z]{3,9})\.?`;

const READERS: readonly Reader[] = [
  // 2020-11-23, 2020-11-23T05:02:35+01:00, 2020/11/23 05:02, 20201123T050235Z
  byPattern(String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})${AFTER_DATE}`),
  byPattern(String.raw`(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)${AFTER_DATE}`),
  byPattern(
    String.raw`(?<year>\d{4})(?<mark>-?)(?<month>\d\d)\k<mark>(?<day>\d\d)T${COMPACT_CLOCK} ?${ZONE}?`,
  ),
  // Mon, 23 Nov 2020 05:02:35 GMT
  byPattern(
    String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:of )?${MONTH},?[ -](?<year>\d{4})${AFTER_DATE}`,
  ),
  // 2020 Nov 23
  byPattern(String.raw`(?<year>\d{4}) ${MONTH} (?<day>\d{1,2})`),
  // November 23, 2020 5:02 pm
  byPattern(String.raw`${WEEKDAY}${MONTH} (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})${AFTER_DATE}`),
  // Tue Aug 25 12:00:00 UTC 2020
  byPattern(String.raw`${WEEKDAY}${MONTH} (?<day>\d{1,2}) ${CLOCK} (?:${ZONE} )?(?<year>\d{4})`),
  // 13.11.2025 09:21 (no language puts the month first before dots); 13/11/2025 where the first number cannot be a month
  byPattern(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})${AFTER_DATE}`),
  byPattern(
    String.raw`(?<day>1[3-9]|2\d|3[01])(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<year>\d{4})${AFTER_DATE}`,
  ),
  byPattern(
    String.raw`(?<month>\d{1,2})(?<mark>[-/])(?<day>1[3-9]|2\d|3[01])\k<mark>(?<year>\d{4})${AFTER_DATE}`,
  ),
  // the same number twice reads the same both ways
  byPattern(String.raw`(?<day>\d{1,2})(?<mark>[-/])(?<month>\k<day>)\k<mark>(?<year>\d{4})${AFTER_DATE}`),
  unixTime,
];

const MONTHS: readonly string[] = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];

/** Zones by name that mean one offset everywhere; others (IST, CST of China, BST) leave the time without zone. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -300,
  EDT: -240,
  CDT: -300,
  MDT: -360,
  PST: -480,
  PDT: -420,
  CET: 60,
  CEST: 120,
  EEST: 180,
};

function byPattern(pattern: string): Reader {
  const expression = new RegExp(`^${pattern}$`, 'i');
  return (text) => {
    const found = expression.exec(text)?.groups;
    if (found === undefined) return null;
    const month = found['name'] === undefined ? Number(found['month']) : monthOf(found['name']);
    if (month === null) return null;
    const clock = clockOf(found);
    if (clock === undefined) return null;
    return {
      year: Number(found['year']),
      month,
      day: Number(found['day']),
      clock,
      offset: found['zone'] === undefined ? null : offsetOf(found['zone']),
    };
  };
}

function monthOf(name: string): number | null {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return index < 0 || !FULL_MONTHS.test(name) ? null : index + 1;
}
const FULL_MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

/** Null where there is no time, undefined where it is none that exists. */
function clockOf(found: Readonly<Record<string, string | undefined>>): string | null | undefined {
  if (found['hour'] === undefined) return null;
  const half = found['half']?.[0]?.toLowerCase();
  let hour = Number(found['hour']);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === 'p' ? 12 : 0);
  }
  const minute = found['minute'] ?? '00';
  const second = found['second']?.padStart(2, '0');
  if (hour > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const seconds = second === undefined ? '' : `:${second}`;
  const fraction = found['fraction'] === undefined ? '' : `.${found['fraction'].slice(0, 3)}`;
  return `${String(hour).padStart(2, '0')}:${minute}${seconds}${fraction}`;
}

function offsetOf(zone: string): number | null {
  const numeric = /([+-])(\d\d?)(?::?(\d\d))?$/.exec(zone);
  if (numeric === null) return ZONES[zone.toUpperCase()] ?? null;
  const minutes = Number(numeric[3] ?? 0);
  // beyond every offset: the date is then none
  const total = minutes < 60 ? Number(numeric[2]) * 60 + minutes : Infinity;
  return numeric[1] === '-' ? -total : total;
}

/** Seconds or milliseconds since 1970, recognised by their number of digits. */
function unixTime(text: string): Parts | null {
  if (!/^1\d{9}(?:\d{3})?$/.test(text)) return null;
  const date = new Date(text.length === 10 ? Number(text) * 1000 : Number(text));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    clock: date.toISOString().slice(11, 19),
    offset: 0,
  };
}

/** What programs make of an empty field: the zero of Unix, of databases, of spreadsheets. */
const UNSET: ReadonlySet<string> = new Set(['1970-01-01', '1900-01-01', '1899-12-31', '1899-12-30']);
const UNIX_ZERO = '1970-01-01T00:00:00.000Z';

function timeOf({ year, month, day, clock, offset }: Parts): PageTime | null {
  if (!isRealDate(year, month, day)) return null;
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (!isOfOurCalendar(date) || UNSET.has(date)) return null;
  if (clock === null) return { time: date, asWritten: date };
  const local = `${date}T${clock}`;
  if (offset === null) return { time: local, asWritten: local };
  // the world's offsets
  if (offset < -12 * 60 || offset > 14 * 60) return null;
  const time = instantFromMillis(Date.parse(`${local}Z`) - offset * 60_000);
  return time === null || time === UNIX_ZERO ? null : { time, asWritten: `${local}${offsetText(offset)}` };
}

/** `Z`, or an offset such as `-05:00`, from minutes east of UTC. */
export function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${offset < 0 ? '-' : '+'}${hour ?? '00'}:${minute ?? '00'}`;
}
