import type { Validators } from '../../http/client';
import type { Precision, SourceTime } from '../../instant';
import type { Entry } from '../entry';
import type { Gap } from '../request';

export interface MonitorKey {
  readonly scope: string;
  readonly monitorId: string;
}

/** Facts of the request that answered a check. */
export interface CheckFacts {
  readonly fetchedAt: string;
  readonly source: string;
  readonly dataAsOf: SourceTime | null;
  readonly dataAsOfFrom: string | null;
  /** Only where the form of the time says too much. */
  readonly dataAsOfPrecision?: Precision;
}

/** What is kept of a monitor beside its entries and batches. Plain JSON. Times are UTC instants. */
export interface MonitorState {
  readonly url: string;
  readonly parser: string;
  readonly parserVersion: number;
  readonly checkIntervalMinutes: number;
  readonly nodeId: string | null;
  /** Hash of what decides which list is read and how its ids are found. */
  readonly identity: string;
  /** Hash of the whole definition and the parser's version: validators hold for this one only. */
  readonly fingerprint: string;
  readonly validators: Validators | null;
  readonly notModifiedInARow: number;
  /** Successful checks. The number of a check is the `firstCheck` of the entries it found. */
  readonly checks: number;
  readonly firstCheckAt: string | null;
  readonly lastCheckAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastResult: string | null;
  readonly lastError: string | null;
  readonly failureStreak: number;
  readonly failingSince: string | null;
  readonly failures: Readonly<Record<string, number>>;
  readonly facts: CheckFacts | null;
  /** Ids of the last page that was read with success, in page order. */
  readonly page: readonly string[];
  readonly total: number | null;
  readonly knownIds: number;
  readonly reported: number;
  /** Per series: ids at or below were there before this monitor was (maxId). Digits. */
  readonly floors: Readonly<Record<string, string>>;
  /** Newest published time ever seen here. */
  readonly newestPublished: SourceTime | null;
  /** The last gap: kept for a day at least, and until a check overlaps what is known. */
  readonly gap: Gap | null;
  /** When the check was that found it. */
  readonly gapAt: string | null;
  /** Paging broke off in this check and is to be made good: only ids known before it count as overlap. */
  readonly gapOpenSince: number | null;
  /** New entries whose documents are not here yet: not known, not reported, and not looked for on the list again. */
  readonly awaiting: readonly Awaited[];
  readonly vanished: readonly { readonly id: string; readonly at: string }[];
  readonly health: {
    readonly entries: number;
    readonly filled: Readonly<Record<string, number>>;
    readonly idShapes: Readonly<Record<string, number>>;
    readonly rowsWithoutId: number;
  } | null;
}

export interface Awaited {
  /** As the list had it. */
  readonly entry: Entry;
  /** Checks in which its document was asked for in vain. */
  readonly failures: number;
}
