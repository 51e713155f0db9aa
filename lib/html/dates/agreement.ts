import { compareTimes, precisionOf } from '../../instant';
import type { PageTime } from './parseDate';

const HOUR = 3_600_000;
/** The world's offsets: the first zone is 14 hours ahead of UTC, the last 12 behind. */
const FIRST_ZONE = 14 * HOUR;
const LAST_ZONE = 12 * HOUR;

/** Whether two writings can mean the same day. A time without zone is that of any zone, a date the day of any zone. */
export function mayBeSameDay(a: PageTime, b: PageTime): boolean {
  const hasZone = [a, b].map(({ time }) => precisionOf(time) === 'second');
  if (hasZone[0] === hasZone[1]) return daysOf(a).some((day) => daysOf(b).includes(day));
  const [instant, other] = hasZone[0] === true ? [a, b] : [b, a];
  const millis = Date.parse(instant.time);
  const isDate = precisionOf(other.time) === 'day';
  const start = Date.parse(isDate ? `${other.time}T00:00Z` : `${other.time}Z`);
  const end = isDate ? start + 24 * HOUR : start;
  return millis >= start - FIRST_ZONE && millis <= end + LAST_ZONE;
}

/** Whether two writings can mean the same minute; those that only give a date say nothing against it. */
export function mayBeSameTime(a: PageTime, b: PageTime): boolean {
  const [one, other] = [a, b].map(({ time }) => precisionOf(time));
  if (one === 'day' || other === 'day' || isMidnight(a) || isMidnight(b)) return true;
  if (one !== other) return (offsetBetween(a, b) ?? offsetBetween(b, a)) !== null;
  // local times by their own digits: never in the zone of this machine
  return Math.abs(compareTimes(a.time, b.time)) < 60_000;
}

/** The calendar days that a writing names: its own, and that of UTC. */
function daysOf({ time, asWritten }: PageTime): readonly string[] {
  return [asWritten.slice(0, 10), time.slice(0, 10)];
}

/** Whether a time of day is the midnight that programs put where they only know a date. */
export function isMidnight({ asWritten }: PageTime): boolean {
  return /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/.test(asWritten);
}

/** Minutes east of UTC in which a time without zone is the local writing of an instant; null where it is not that of any zone. */
export function offsetBetween(local: PageTime, instant: PageTime): number | null {
  if (precisionOf(local.time) !== 'local' || precisionOf(instant.time) !== 'second') return null;
  const step = /T\d\d:\d\d$/.test(local.time) ? 60_000 : 1000;
  const difference = Date.parse(`${local.time}Z`) - Math.floor(Date.parse(instant.time) / step) * step;
  const isOffset = difference % (HOUR / 4) === 0 && difference <= FIRST_ZONE && difference >= -LAST_ZONE;
  return isOffset ? difference / 60_000 : null;
}
