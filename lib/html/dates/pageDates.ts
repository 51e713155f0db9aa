import type { Document } from 'domhandler';
import { compareTimes, type SourceTime } from '../../instant';
import { collectSignals, RANKS, type Rank, type Signal } from './signals';

export interface PageDates {
  /** When the page says it was published; forms of lib/instant.ts. */
  readonly publishedAt: SourceTime | null;
  /** The same as the page writes it, with its own offset (`2026-05-12T20:00:00-06:00`): the page's calendar day. */
  readonly publishedAsWritten: string | null;
  readonly publishedFrom: string | null;
  readonly modifiedAt: SourceTime | null;
  readonly modifiedFrom: string | null;
}

/** Ranks of which one is only believed when all its signals name the same day. */
const MUST_AGREE: ReadonlySet<Rank> = new Set([
  'jsonLdPage',
  'microdata',
  'hentry',
  'anyTime',
  'timeInArticle',
  'markedTime',
]);

/**
 * When a page says it was published and modified, from structured signals only. The surest kind of signal decides
 * (order measured on pages with known days); null where the other kinds all name other days, since then one of them
 * is wrong and nothing says which.
 */
export function readPageDates(document: Document, url: string, canonical: string | null): PageDates {
  const own = new Set([addressKey(url), ...(canonical === null ? [] : [addressKey(canonical)])]);
  const { published, modified } = collectSignals(document, (address) => own.has(addressKey(address)));
  const first = surest(published);
  const publication = first !== null && isDisputed(first, published) ? null : first;
  const modification = surest(modified);
  return {
    publishedAt: publication?.time ?? null,
    publishedAsWritten: publication === null ? null : localWriting(publication, published),
    publishedFrom: publication?.from ?? null,
    modifiedAt: modification?.time ?? null,
    modifiedFrom: modification?.from ?? null,
  };
}

function surest(signals: readonly Signal[]): Signal | null {
  for (const rank of RANKS) {
    const chosen = choose(signals.filter((signal) => signal.rank === rank));
    if (chosen !== null) return chosen;
  }
  return null;
}

/** One of the signals of a rank; null where they contradict each other. */
function choose(signals: readonly Signal[]): Signal | null {
  const own = signals.filter((signal) => signal.isThisPage === true);
  const candidates = own.length > 0 ? own : signals;
  const [first] = candidates;
  if (first === undefined) return null;
  const contradicted = candidates.some((other) => daysApart(first, other) > 1);
  return contradicted && (MUST_AGREE.has(first.rank) || first.rank === 'jsonLdArticle') ? null : first;
}

/** The writing of an instant that tells the page's own day: where another signal gives it with an offset, that one. */
function localWriting(chosen: Signal, signals: readonly Signal[]): string {
  const local = signals.find(
    ({ time, asWritten }) => time === chosen.time && /[+-]\d\d:\d\d$/.test(asWritten),
  );
  return local?.asWritten ?? chosen.asWritten;
}

function isDisputed(chosen: Signal, signals: readonly Signal[]): boolean {
  const others = signals.filter((signal) => signal.rank !== chosen.rank);
  return others.length > 0 && !others.some((other) => daysApart(other, chosen) <= 1);
}

/** Whole days between the calendar days of two signals, as they are written. */
function daysApart(a: Signal, b: Signal): number {
  return Math.abs(compareTimes(a.asWritten.slice(0, 10), b.asWritten.slice(0, 10))) / 86_400_000;
}

/** An address without what does not tell pages apart. */
function addressKey(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.|m\.|amp\.)?/, '')
    .replace(/[#?].*$/s, '')
    .replace(/\/(?:index\.\w+|amp)?$/, '');
}
