import { isRealDate, type SourceTime } from '../../instant';

/** One row of EDGAR's current filings: a filing once per issuer and reporting owner. */
export interface FilingRow {
  readonly accession: string;
  readonly formType: string;
  readonly party: Party | null;
  readonly role: string | null;
  readonly filedDate: SourceTime | null;
  /** Acceptance; null where it could not be read or its wall time is not unique. */
  readonly acceptedAt: SourceTime | null;
  readonly acceptedText: string | null;
  readonly size: string | null;
  readonly indexUrl: string | null;
}

export interface Party {
  readonly name: string;
  /** Ten digits. */
  readonly cik: string;
}

export interface FilingRows {
  readonly rows: readonly FilingRow[];
  readonly rowsWithoutId: number;
  /** `none`: not this kind of page; `cut`: it ends in the middle; `whole`. */
  readonly list: 'none' | 'cut' | 'whole';
  /** The page itself offers a following one; null where its format never says. */
  readonly hasNext: boolean | null;
}

/** Digits of filing agent, year and sequence. */
export const ACCESSION = /\b(\d{10}-\d{2}-\d{6})\b/;

const PARTY = /^(.*\S)\s*\((\d{1,10})\)\s*(?:\(([^()]{1,40})\))?$/;

/** `Doe Jane Q. (0001234567) (Reporting)`: who, and as what; null for other words. */
export function partyOf(words: string): { readonly party: Party; readonly role: string | null } | null {
  const parts = PARTY.exec(words);
  if (parts === null) return null;
  return { party: { name: parts[1] ?? '', cik: (parts[2] ?? '').padStart(10, '0') }, role: parts[3] ?? null };
}

/** `2025-12-12` anywhere in a short text, if the calendar has it. */
export function dayIn(words: string): SourceTime | null {
  const parts = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(words);
  return parts !== null && isRealDate(Number(parts[1]), Number(parts[2]), Number(parts[3])) ? parts[0] : null;
}

/** `Size: 10 KB`, as it stands. */
export function sizeIn(words: string): string | null {
  return /\bSize:\s*(\d[\d.,]*\s*[KMG]?B)\b/i.exec(words)?.[1]?.replace(/\s+/g, ' ') ?? null;
}
