import type { SourceTime } from '../instant';

export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json';

/** A feed as its source states it; what the source does not state is null. Texts are plain text, decoded once. */
export interface Feed {
  readonly format: FeedFormat;
  readonly title: string | null;
  /** The page the feed belongs to; absolute http(s) URL. */
  readonly link: string | null;
  /** The feed's own address as it states it. */
  readonly self: string | null;
  readonly description: string | null;
  readonly language: string | null;
  /** When the feed says it was last changed. */
  readonly updatedAt: SourceTime | null;
  /** All entries, newest first, undated last; entries of one time keep the order of the feed. */
  readonly entries: readonly FeedEntry[];
  readonly warnings: readonly string[];
}

/** `description` and `content` are worked out when they are first asked for; a copy holds them as plain data. */
export interface FeedEntry {
  /** The source's own id, verbatim; null where it gives none. */
  readonly id: string | null;
  readonly title: string | null;
  /** Absolute http(s) URL. */
  readonly link: string | null;
  /** Where the source only says when an entry was updated (Atom may), that time. */
  readonly publishedAt: SourceTime | null;
  /** The source's own words for the time, also where they could not be read. */
  readonly publishedText: string | null;
  readonly updatedAt: SourceTime | null;
  readonly description: string | null;
  readonly content: string | null;
  readonly author: string | null;
  readonly categories: readonly string[];
  readonly enclosures: readonly Enclosure[];
}

export interface Enclosure {
  readonly url: string;
  readonly type: string | null;
  /** Bytes; null where the source says nothing or 0, which feeds write for unknown. */
  readonly length: number | null;
}
