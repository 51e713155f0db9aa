import type { DeliveryRules } from './delivery';
import type { Entry } from './entry';
import type { Monitor } from './monitor';
import type { PagesRead } from './paging';
import type { Parser } from './parsers/parser';
import type { Gap } from './request';
import type { Changes, Decision, Snapshot, StoredEntry } from './store/store';

/** What a check found, in full: the decision for the store, and what its result tells. */
export interface Plan {
  readonly decision: Decision;
  readonly firstCheck: boolean;
  /** In order of delivery; before previews and limits. */
  readonly fresh: readonly Reported[];
  /** Those of them whose documents were asked for, where there are any: a preview does not read all. */
  readonly complete: readonly Reported[];
  /** What this check delivers of them. */
  readonly delivered: readonly Reported[];
  readonly batchId: string | null;
  /** Stored and left for a later check, because of the limit: of this check's entries and of earlier ones. */
  readonly remaining: number;
  /** Stored before this check and not delivered: what a preview finds waiting. */
  readonly waiting: number;
  readonly gap: Gap | null;
  readonly warnings: readonly string[];
}

export interface Reported {
  readonly entry: StoredEntry;
  readonly changes: Changes | null;
}

export interface PlanContext {
  readonly monitor: Monitor;
  readonly parser: Parser;
  readonly read: PagesRead;
  readonly nodeId: string | null;
  readonly rules: DeliveryRules;
  /** Batches as they were when the check began. */
  readonly seenBatches: Snapshot['batches'];
  /** Successful checks when this one began. */
  readonly checksBefore: number;
  /** Since which check a gap was open when the check began: what it read was read for that one. */
  readonly gapOpenBefore: number | null;
  /** New ids for batches. */
  readonly newId: () => string;
  /**
   * What was to be told, and of that shown, before any document was read; null until then. A document that fails, or that
   * says that its entry is not asked for, makes no older one take its place: of those nothing was read.
   */
  readonly beforeDocuments: {
    readonly reported: ReadonlySet<string>;
    readonly shown: ReadonlySet<string>;
  } | null;
  /** As the list has them, the entries that their documents have completed. */
  readonly listed: ReadonlyMap<string, Entry>;
  /** Entries that earlier checks left waiting for their documents and that this check's pages do not show. */
  readonly awaited: readonly Entry[];
  /** Entries whose document was not had, and in how many checks it failed: left unknown, and kept for the next one. */
  readonly unfinished: ReadonlyMap<string, number>;
}
