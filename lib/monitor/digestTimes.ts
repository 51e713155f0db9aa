import { DateTime, IANAZone } from 'luxon';
import { precisionOf, type SourceTime } from '../instant';
import type { Words } from './digestWords';

export interface Times {
  /** The zone by name, as every table of times must say it. */
  readonly label: string;
  /** A time in the zone; a date or a time without zone as its source gives it, never shifted; null is unknown. */
  show(time: SourceTime | null): string;
  /** The same, with the source's own words where they could not be resolved. */
  showOr(time: SourceTime | null, written: string | null): string;
}

/** Times in a zone and a language; a zone that does not exist is UTC, and labelled so. */
export function timesIn(timeZone: string, words: Words): Times {
  const zone = IANAZone.create(timeZone).isValid ? timeZone : 'UTC';
  const show = (time: SourceTime | null): string => {
    const precision = time === null ? null : precisionOf(time);
    if (time === null || precision === null) return words.unknown;
    // A date and a local time are read and written in one zone, so that nothing shifts.
    const moment = DateTime.fromISO(time, {
      zone: precision === 'second' ? zone : 'UTC',
      setZone: false,
    }).setLocale(words.locale);
    if (!moment.isValid) return words.unknown;
    if (precision === 'day') return moment.toFormat(words.dayFormat);
    const written = moment.toFormat(`${words.dayFormat}, HH:mm`);
    return precision === 'local' ? `${written} (${words.noZone})` : written;
  };
  return {
    label: zone,
    show,
    showOr: (time, written) =>
      time === null && written !== null ? `${words.unknown} ("${written}")` : show(time),
  };
}
