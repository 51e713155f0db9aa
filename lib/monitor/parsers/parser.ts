import { decodeText } from '../../charset';
import type { Precision, SourceTime } from '../../instant';
import type { Entry } from '../entry';
import type { Monitor } from '../monitor';
import type { ParserName } from './names';

/** A fetched and decoded page, ready to be read. */
export interface Page {
  readonly text: string;
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly fetchedAtMs: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer whose body is unpacked and not yet decoded. */
export type ListAnswer = Omit<Page, 'text'> & { readonly body: Uint8Array };

/** The answer as text, by the charset that it says. */
export function pageOf({ body, url, fetchedAtMs, headers }: ListAnswer): Page {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { text } = decodeText(bytes, headers['content-type'] ?? null);
  return { text, url, fetchedAtMs, headers };
}

export interface ParsedPage {
  /** In page order, each id once. Empty only for a list that is truly empty. */
  readonly entries: readonly Entry[];
  /** How many entries the source says it has in all; null where it does not say. */
  readonly total: number | null;
  /** Absolute URL of the following page; null on the last page or where there is none. */
  readonly nextPage: string | null;
  /** Newest published time among the entries that is not later than the request; null where none is known. */
  readonly dataAsOf: SourceTime | null;
  readonly dataAsOfFrom: string | null;
  /** Only where the form of `dataAsOf` says too much. */
  readonly dataAsOfPrecision?: Precision;
  /**
   * Where an id may be shared: of each entry, the id that it has when others (or none) of its page share it. One that is
   * known by that is no new one.
   */
  readonly otherIds?: readonly string[];
  readonly rowsWithoutId: number;
  readonly duplicatesOnPage: number;
  readonly warnings: readonly string[];
}

/**
 * Reads one kind of list page. Pure: text in, entries out.
 * Throws PAGE_CHANGED where entries should be and are not, BLOCKED for a block page.
 */
export interface Parser {
  readonly name: ParserName;
  /** Shape and meaning version of the entries; stored with the state. */
  readonly version: number;
  parse(page: Page, monitor: Monitor): ParsedPage;
  /** Ids of one series ascend together; two series are never compared. */
  seriesOf(id: string): string;
  /** The URL that is requested first, e.g. with the site's largest page size. */
  firstPage(monitor: Monitor): string;
  /**
   * Of a list in the order of `publishedAt` that shows entries late, below newer ones: how late. A check reads so far
   * back behind what the one before saw; other lists are read until known entries are reached.
   */
  readonly lateMs?: number;
  /** HTTP statuses that mean "past the end of the list" when a following page is asked for. */
  readonly endOfList?: readonly number[];
  /** Joins two readings of one entry that a page border cut in two; without it the first one is kept. */
  merge?(first: Entry, second: Entry): Entry;
  /** False: the entry is recorded and not reported, e.g. of an issuer that was not asked for. */
  wants?(entry: Entry, monitor: Monitor): boolean;
  /** The document of a new entry that completes it; null where none is wanted. Fetched once, before the entry is reported. */
  detail?(entry: Entry, monitor: Monitor): Detail | null;
}

export interface Detail {
  readonly url: string;
  /** The completed entry; its id stays. */
  read(document: Page): Entry;
  /** The entry where its document cannot be had: what only that would say is null. */
  readonly without?: Entry;
}
