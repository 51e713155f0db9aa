import { IANAZone } from 'luxon';

/**
 * A zone as a feed names it: an offset in minutes, a place whose offset depends on the date, a name that means
 * several zones (so the time stays local), or null for what is no zone.
 */
export type Zone =
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'place'; readonly name: string }
  | { readonly kind: 'ambiguous' }
  | null;

/** RFC 822 and the names in common use that mean one offset only, in hours from UTC. */
// A table that is read by the line, each of one part of the world: one pair in each would fill a page.
// prettier-ignore
const HOURS: Readonly<Record<string, number>> = {
  Z: 0, UT: 0, UTC: 0, GMT: 0, WET: 0,
  EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7,
  AKST: -9, AKDT: -8, HST: -10, ADT: -3, NST: -3.5, NDT: -2.5,
  WEST: 1, CET: 1, CEST: 2, MET: 1, MEZ: 1, MEST: 2, MESZ: 2, EET: 2, EEST: 3, MSD: 4,
  JST: 9, KST: 9, HKT: 8, SGT: 8, AWST: 8, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13,
  SAST: 2, PKT: 5, WIB: 7, ICT: 7,
};

/** Names whose offset the date decides: American ones without "standard" or "daylight", and Moscow's, which was +4 for years; its summer time, MSD, always was. */
const PLACES: Readonly<Record<string, string>> = {
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
  MSK: 'Europe/Moscow',
};

/** British or Bangladesh, India or Ireland or Israel, Atlantic or Arabia ...: the words do not say which. */
const AMBIGUOUS = new Set(['BST', 'IST', 'AST', 'SST', 'GST', 'WST', 'ECT', 'PHT', 'BRT', 'ART', 'CLT']);

/** `is822`: the words stand in a date of RFC 822, where CST is that of Chicago; elsewhere it may be that of China. */
export function readZone(words: string, is822: boolean): Zone {
  const upper = words.toUpperCase();
  if (upper === 'CST' && !is822) return { kind: 'ambiguous' };
  const hours = Object.hasOwn(HOURS, upper) ? HOURS[upper] : undefined;
  if (hours !== undefined) return { kind: 'offset', minutes: hours * 60 };
  const offset = /^(?:GMT|UTC|UT)?([+-])(\d{1,2})(?::?(\d\d))?$/.exec(upper);
  if (offset) return readOffset(offset[1] === '-' ? -1 : 1, Number(offset[2]), Number(offset[3] ?? 0));
  const place = Object.hasOwn(PLACES, upper) ? PLACES[upper] : undefined;
  if (place !== undefined) return { kind: 'place', name: place };
  if (words.includes('/') && IANAZone.isValidZone(words)) return { kind: 'place', name: words };
  return AMBIGUOUS.has(upper) ? { kind: 'ambiguous' } : null;
}

/** The world's offsets reach from -12:00 to +14:00. */
function readOffset(sign: 1 | -1, hours: number, minutes: number): Zone {
  const total = sign * (hours * 60 + minutes);
  return minutes < 60 && total >= -12 * 60 && total <= 14 * 60 ? { kind: 'offset', minutes: total } : null;
}
