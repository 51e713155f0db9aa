import type { Document } from 'domhandler';
import type { SourceTime } from '../../instant';
import { pageAddresses } from './addresses';
import { mayBeSameDay } from './agreement';
import { exactTime } from './exactTime';
import { collectSignals, RANKS, type Rank, type Signal, type Signals } from './signals';

export interface PageDates {
  /** When the page says it was published; forms of lib/instant.ts. */
  readonly publishedAt: SourceTime | null;
  /** The same as the page writes it, with its own offset (`2026-05-12T20:00:00-06:00`): the page's calendar day. */
  readonly publishedAsWritten: string | null;
  readonly publishedFrom: string | null;
  readonly modifiedAt: SourceTime | null;
  readonly modifiedFrom: string | null;
}

/** Kinds that may as well tell of a change: they never decide alone, and one that repeats a time of change is one. */
const VAGUE: ReadonlySet<Rank> = new Set(['timeInArticle', 'anyTime', 'dateMeta']);
/**
 * When a page says it was published and modified, from structured signals only. The surest kind of signal decides
 * (order measured on pages with known days), where all that it says of this page agrees; null where the other kinds all
 * name other days, since then one of them is wrong and nothing says which.
 */
export function readPageDates(document: Document, url: string, canonical: string | null): PageDates {
  const addresses = pageAddresses(url, canonical);
  const signals = collectSignals(document, addresses);
  const published = withoutChanges(signals);
  // the root of a site that calls itself the site is no article: its date is that of its first version
  const mayBePublished = !(addresses.isRoot && signals.isWebsite);
  const first = mayBePublished ? surest(published.filter(deciding(signals))) : null;
  const publication = first === null || isDisputed(first, published) ? null : exactTime(first, published);
  const modification = surest(signals.modified);
  return {
    publishedAt: publication?.time ?? null,
    publishedAsWritten: publication?.asWritten ?? null,
    publishedFrom: publication?.from ?? null,
    modifiedAt: modification?.time ?? null,
    modifiedFrom: modification?.from ?? null,
  };
}

function withoutChanges({ published, modified }: Signals): readonly Signal[] {
  const changes = new Set(modified.map(({ time }) => time));
  return published.filter(({ rank, time }) => !(VAGUE.has(rank) && changes.has(time)));
}

/**
 * Which signals may be believed where no surer one is. A `date` may be that of a change. The JSON-LD of a page that
 * states its last change to Open Graph readers, but no publication, tells when a standing page (a product, a service) was
 * set up: the tools that write both leave the publication out for all but articles.
 */
function deciding({ published, modified }: Signals): (signal: Signal) => boolean {
  const isStanding =
    modified.some(({ from }) => from === 'meta:article:modified_time') &&
    !published.some(({ rank }) => rank === 'articleMeta');
  return ({ rank }) => rank !== 'dateMeta' && (rank !== 'jsonLdPage' || !isStanding);
}

function surest(signals: readonly Signal[]): Signal | null {
  for (const rank of RANKS) {
    const chosen = choose(signals.filter((signal) => signal.rank === rank));
    if (chosen !== null) return chosen;
  }
  return null;
}

/**
 * One of the signals of a rank; null where they contradict each other. One that names another page is never chosen, yet
 * beside it one that names none may speak of that other page as well.
 */
function choose(signals: readonly Signal[]): Signal | null {
  const own = signals.filter(({ about }) => about === 'thisPage');
  const candidates = own.length > 0 ? own : signals;
  const chosen = candidates.find(({ about }) => about !== 'otherPage');
  return chosen !== undefined && candidates.every((other) => mayBeSameDay(chosen, other)) ? chosen : null;
}

function isDisputed(chosen: Signal, signals: readonly Signal[]): boolean {
  const others = signals.filter(({ rank, about }) => rank !== chosen.rank && about !== 'otherPage');
  return others.length > 0 && !others.some((other) => mayBeSameDay(other, chosen));
}
