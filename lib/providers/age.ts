import type { Reading } from '../envelope';
import { orderOf, precisionOf, type SourceTime } from '../instant';
import { LIMITS } from '../limits';
import type { Operation } from './provider';

/** Operations whose one price is taken for that of now. */
const OF_NOW: ReadonlySet<Operation> = new Set(['quote', 'crypto', 'forex']);

/**
 * Says in a warning that a price is old, or that its age is unknown: suspended shares and dead coins keep their last
 * price, and look alive but for its time.
 */
export function withAge<Data>(
  reading: Reading<Data>,
  operation: Operation,
  fetchedAtMs: number,
  source: string,
): Reading<Data> {
  if (!OF_NOW.has(operation)) return reading;
  const said = ageWarning(reading.dataAsOf, fetchedAtMs, source);
  return said === null ? reading : { ...reading, warnings: [...(reading.warnings ?? []), said] };
}

function ageWarning(time: SourceTime | null, fetchedAtMs: number, source: string): string | null {
  if (time === null || precisionOf(time) === null) return `${source} gives no time for this price.`;
  const days = Math.floor((fetchedAtMs - orderOf(time)) / 86_400_000);
  return days > LIMITS.market.oldAfterDays
    ? `The price is ${days} days old: what it is of may be suspended or delisted.`
    : null;
}
