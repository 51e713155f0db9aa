import { htmlDigest } from './digestHtml';
import type { DigestParts } from './digestParts';
import { rowOf, type DigestEntry } from './digestRows';
import { textDigest } from './digestText';
import { timesIn } from './digestTimes';
import { WORDS, type Language } from './digestWords';
import { LIMITS } from '../limits';
import type { SourceTime } from '../instant';

/** What the digest says about the check, besides its entries. */
export interface DigestFacts {
  readonly monitorId: string;
  readonly parser: string;
  readonly fetchedAt: string | null;
  readonly dataAsOf: SourceTime | null;
  readonly source: string | null;
  readonly firstCheck: boolean;
  /** Entries read, also those that are not reported. */
  readonly entriesOnPage: number;
  readonly preview: boolean;
  readonly redelivered: boolean;
  /** Recorded and waiting for a later check. */
  readonly remaining: number;
  /** Null: no entries are suspected missing. */
  readonly gap: object | null;
  readonly warnings?: readonly string[] | undefined;
}

export interface DigestOptions {
  readonly language: Language;
  /** IANA zone in which times are written, and which they are labelled with; an unknown one is UTC. */
  readonly timeZone: string;
}

/** One sentence, a plain text, and an HTML page with a table, each ready for a mail. */
export interface Digest {
  readonly message: string;
  readonly text: string;
  readonly html: string;
}

/**
 * The digest of a check. `entries` in order of delivery (oldest first); the digest shows the newest first, at most
 * LIMITS.digestRows of them. What an entry does not say is said to be unknown; nothing is left out silently.
 */
export function digest(
  entries: readonly DigestEntry[],
  facts: DigestFacts,
  { language, timeZone }: DigestOptions,
): Digest {
  const words = WORDS[language];
  const times = timesIn(timeZone, words);
  const shown = entries.toReversed().slice(0, LIMITS.digestRows);
  const rows = shown.map((entry) => rowOf(entry, facts.parser, words, times));
  const edited = entries.filter(({ changes }) => changes !== undefined).length;
  const hidden = entries.length - shown.length;
  const parts: DigestParts = {
    message: words.found(entries.length - edited, edited, facts.monitorId),
    notes: [
      ...(facts.preview ? [words.preview] : []),
      ...(facts.firstCheck
        ? [entries.length > 0 ? words.firstCheck : words.firstNothing(facts.entriesOnPage, facts.preview)]
        : []),
      ...(facts.redelivered ? [words.redelivered] : []),
      ...(facts.gap === null ? [] : [words.gap]),
      ...(facts.warnings ?? []).map((warning) => `${words.warning}: ${warning}`),
    ],
    headings: words.headings(facts.parser, times.label),
    rows,
    more: hidden + facts.remaining > 0 ? words.more(hidden, facts.remaining) : null,
    footer: [
      `${words.fetched}: ${times.show(facts.fetchedAt)}`,
      `${words.dataAsOf}: ${times.show(facts.dataAsOf)}`,
      words.zone(times.label),
    ],
    source: facts.source,
    language,
  };
  return { message: parts.message, text: textDigest(parts, words), html: htmlDigest(parts, words) };
}
