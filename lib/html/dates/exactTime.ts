import { precisionOf } from '../../instant';
import { isMidnight, mayBeSameDay, mayBeSameTime, offsetBetween } from './agreement';
import { offsetText, type PageTime } from './parseDate';
import type { Rank, Signal } from './signals';

/** Kinds that publishers write on purpose, with the time of day where they know it. */
const EXPLICIT: ReadonlySet<Rank> = new Set(['articleMeta', 'jsonLdArticle', 'jsonLdPage']);

type StatedTime = PageTime & Pick<Signal, 'from'>;

/**
 * What all of a page's signals together know of the time that the surest one names: its time of day where that one only
 * gives the midnight of a date and where its own kind agrees, its zone where no other contradicts it, and its writing on
 * the page's own clock. Null where not even the day is left.
 */
export function exactTime(chosen: Signal, signals: readonly Signal[]): StatedTime | null {
  const exact = withTimeOfDay(chosen, signals);
  const { from } = exact;
  if (isZoneDisputed(exact, signals)) {
    const local = exact.asWritten.replace(ZONE, '');
    return { time: local, asWritten: local, from };
  }
  const peers = signals.filter(({ rank, about }) => rank === exact.rank && about === exact.about);
  if (peers.every((peer) => mayBeSameTime(exact, peer)))
    return { time: exact.time, asWritten: localWriting(exact, signals), from };
  const date = exact.asWritten.slice(0, 10);
  return peers.every(({ asWritten }) => asWritten.startsWith(date))
    ? { time: date, asWritten: date, from }
    : null;
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** A midnight is a date that was written as a time: where the page also gives an exact time of that day, it is meant. */
function withTimeOfDay(chosen: Signal, signals: readonly Signal[]): Signal {
  if (!isMidnight(chosen)) return chosen;
  const date = chosen.asWritten.slice(0, 10);
  const isExact = (signal: Signal): boolean =>
    EXPLICIT.has(signal.rank) &&
    signal.about !== 'otherPage' &&
    precisionOf(signal.time) === 'second' &&
    !isMidnight(signal);
  const sameDay = (signal: Signal): boolean => mayBeSameDay(signal, { time: date, asWritten: date });
  return signals.find((signal) => isExact(signal) && sameDay(signal)) ?? chosen;
}

/** The same clock in two zones: one of them was put to a local time by a program that did not know it. */
function isZoneDisputed({ time, asWritten }: PageTime, signals: readonly Signal[]): boolean {
  const minute = asWritten.slice(0, 16);
  return (
    precisionOf(time) === 'second' &&
    signals.some(
      (other) =>
        precisionOf(other.time) === 'second' &&
        other.asWritten.startsWith(minute) &&
        other.time.slice(0, 16) !== time.slice(0, 16),
    )
  );
}

/** The writing of an instant that tells the page's own day: where another signal gives it in local time, that one. */
function localWriting(chosen: PageTime, signals: readonly Signal[]): string {
  if (!chosen.asWritten.endsWith('Z')) return chosen.asWritten;
  const sameInstant = signals.find(
    ({ time, asWritten }) => time === chosen.time && /[+-]\d\d:\d\d$/.test(asWritten),
  );
  if (sameInstant !== undefined) return sameInstant.asWritten;
  for (const signal of signals) {
    const offset = offsetBetween(signal, chosen);
    if (offset !== null) return signal.asWritten + offsetText(offset);
  }
  return chosen.asWritten;
}
