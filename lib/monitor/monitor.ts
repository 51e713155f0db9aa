import type { ParserName } from './parsers/names';

/** A watched list page, checked and with every default filled in. */
export interface Monitor {
  readonly id: string;
  readonly url: string;
  readonly parser: ParserName;
  /** 0: no guard, every call makes a request. */
  readonly checkIntervalMinutes: number;
  /** RE2 with one capture group, run inside rows (generic only). */
  readonly idPattern: string | null;
  /** Name of the entry field that holds the id. */
  readonly idField: string;
  readonly alertOnNew: boolean;
  readonly storeHistory: boolean;
  /** CSS selector of the repeated element (generic only). */
  readonly rowSelector: string | null;
  /** URL template with `{id}` (generic only). */
  readonly detailUrl: string | null;
  /** Path to the id inside a JSON list, e.g. `items[].id` (generic only). */
  readonly idPath: string | null;
  readonly strategy: 'seenSet' | 'maxId';
  readonly firstCheck: FirstCheck;
  readonly maxPages: number;
  /** A list of this monitor may be empty at times. */
  readonly allowEmpty: boolean;
  /** Names of fields whose change is reported as an edit; empty: edits are not reported. */
  readonly reportEdits: readonly string[];
  /** sec_form4: fetch each new filing and add its transactions. */
  readonly transactions: boolean;
  /** sec_form4: only filings of these issuers (tickers or CIKs); empty: all. */
  readonly issuers: readonly string[];
  /** What was ignored in the definition; told at the first check and after a change, not at every check. */
  readonly warnings?: readonly string[];
}

export type FirstCheck =
  | { readonly kind: 'all' }
  | { readonly kind: 'newest'; readonly count: number }
  | { readonly kind: 'baseline' };
