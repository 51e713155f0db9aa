import { instantFromHttpDate, isLaterThan, type SourceTime } from '../instant';
import type { PageDates } from './dates/pageDates';

export interface PageTime {
  readonly dataAsOf: SourceTime | null;
  readonly dataAsOfFrom: string | null;
  readonly warnings: readonly string[];
}

export interface SentWith {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetchedAtMs: number;
}

/**
 * Of when a page is: by Last-Modified, else by the Date header, else by its own date; an option puts its own date
 * first. The Date header says only when the page was sent, so it never comes without a warning. A time in the future
 * of the request is none; nothing is put in the place of what is not stated.
 */
export function pageTime(page: PageDates, { headers, fetchedAtMs }: SentWith, preferPage: boolean): PageTime {
  const modified = readHeader('Last-Modified', headers['last-modified'], fetchedAtMs);
  const sent = readHeader('Date', headers['date'], fetchedAtMs);
  const own = ownTime(page, fetchedAtMs);
  const fromHeaders = [
    {
      time: modified.time,
      from: 'last-modified',
      warnings: modified.time === sent.time ? [SENT_AS_MODIFIED] : [],
    },
    { time: sent.time, from: 'date-header', warnings: [ONLY_SENT] },
  ];
  const candidates = preferPage ? [own, ...fromHeaders] : [...fromHeaders, own];
  const chosen = candidates.find(({ time }) => time !== null);
  const found = [...modified.warnings, ...sent.warnings];
  if (chosen === undefined)
    return { dataAsOf: null, dataAsOfFrom: null, warnings: [...found, ...own.warnings] };
  // a date of its own that was refused is told also where another time took its place
  const refused = chosen === own ? [] : own.warnings;
  return {
    dataAsOf: chosen.time,
    dataAsOfFrom: chosen.from,
    warnings: [...found, ...refused, ...chosen.warnings],
  };
}

const ONLY_SENT =
  'dataAsOf is the Date header: it says only when the page was sent, not of when its content is.';
const SENT_AS_MODIFIED =
  'The server gives the moment of sending as Last-Modified, so dataAsOf may say only when the page was made.';

interface Header {
  readonly time: SourceTime | null;
  readonly warnings: readonly string[];
}

function readHeader(name: string, value: string | undefined, fetchedAtMs: number): Header {
  if (value === undefined || value.trim() === '') return { time: null, warnings: [] };
  const time = instantFromHttpDate(value);
  // the first moment of 1970 is how programs write "unknown"
  if (time === null || Date.parse(time) === 0)
    return {
      time: null,
      warnings: [`The ${name} header "${value.slice(0, 60)}" is no time that can be used.`],
    };
  if (isLaterThan(time, fetchedAtMs))
    return {
      time: null,
      warnings: [`The ${name} header (${time}) is later than the time of the request and was not used.`],
    };
  return { time, warnings: [] };
}

/** When the page says it was published, else modified. */
function ownTime(
  { publishedAt, publishedFrom, modifiedAt, modifiedFrom }: PageDates,
  fetchedAtMs: number,
): Header & { readonly from: string | null } {
  const stated = [
    { time: publishedAt, from: publishedFrom },
    { time: modifiedAt, from: modifiedFrom },
  ];
  const isLater = (time: SourceTime | null): boolean => time !== null && isLaterThan(time, fetchedAtMs);
  const warnings = [...new Set(stated.map(({ time }) => time).filter(isLater))].map(
    (time) => `The page's own date ${time ?? ''} is later than the time of the request and was not used.`,
  );
  const usable = stated.find(({ time }) => time !== null && !isLater(time));
  return { time: usable?.time ?? null, from: usable?.from ?? null, warnings };
}
