import type { Language } from './digestWords';

/** The parts of a digest, before they are written as text or as HTML. */
export interface DigestParts {
  readonly message: string;
  readonly notes: readonly string[];
  readonly headings: readonly string[];
  readonly rows: readonly DigestRow[];
  readonly more: string | null;
  readonly footer: readonly string[];
  readonly source: string | null;
  readonly language: Language;
}

/** A cell: what comes first in bold, what stands below it smaller. Plain text, not yet escaped. */
export interface DigestCell {
  readonly main: string;
  readonly small: readonly string[];
  /** Absolute http(s) URL for the main text; null for none. */
  readonly link: string | null;
}
export type DigestRow = readonly DigestCell[];

/** Links of entries come from the web: only http and https may be followed from a mail. */
export function webLink(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
