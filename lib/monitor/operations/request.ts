import type { Envelope } from '../../envelope';
import type { DeliveredEntry, Delivery, Gap, MonitorRequest } from '../request';

export interface HistoryRequest extends MonitorRequest {
  readonly monitorId: string;
  /** Default 50, at most 10,000. */
  readonly limit?: number;
  /** Bounds on the published time, else the time of the check; instants or bare dates, both inclusive. */
  readonly since?: string | null;
  readonly until?: string | null;
}

export interface HistoryEntry extends Omit<DeliveredEntry, 'redelivered' | 'changes'> {
  /** False: a baseline entry, a monitor that records without reporting, or one that waits for its first offer. */
  readonly reported: boolean;
  /** False: only the id was kept (`storeHistory: false`). */
  readonly contentKept: boolean;
}

/** Envelope of the last real check; `entries` newest first. */
export interface HistoryResult extends Envelope<{ readonly entries: readonly HistoryEntry[] }> {
  readonly monitorId: string;
  readonly count: number;
  /** True: older ones exist beyond `limit`. */
  readonly more: boolean;
}

export interface StatusRequest extends MonitorRequest {
  /** Null: every monitor of the scope. */
  readonly monitorId: string | null;
  /** True: every monitor of the database, whatever its scope. */
  readonly allScopes?: boolean;
}

/** What a workflow can alarm on. Times are UTC instants; counts are exact. */
export interface MonitorStatus {
  readonly scope: string;
  readonly monitorId: string;
  readonly url: string | null;
  readonly parser: string | null;
  readonly parserVersion: number | null;
  readonly firstCheckAt: string | null;
  readonly lastCheckAt: string | null;
  readonly lastSuccessAt: string | null;
  /** Null where the monitor has no interval of its own. */
  readonly nextDueAt: string | null;
  readonly checkIntervalMinutes: number | null;
  /** `ok`, or the code of the last check's error. */
  readonly lastResult: string | null;
  readonly lastError: string | null;
  readonly failureStreak: number;
  readonly failingSince: string | null;
  /** How many checks ended in each error code, since the state began. */
  readonly failures: Readonly<Record<string, number>>;
  readonly checks: number;
  readonly knownIds: number;
  readonly reportedEntries: number;
  readonly pendingBatches: number;
  readonly pendingEntries: number;
  readonly heldEntries: number;
  readonly oldestPendingAt: string | null;
  /** The most often offered pending batch. */
  readonly mostOffers: number;
  /** True from the third unconfirmed offer on: something downstream keeps failing. */
  readonly deliveryAlarm: boolean;
  /** True where the last success is more than twice its interval (or a day and an hour without one) ago. */
  readonly stale: boolean;
  /** The last gap: shown for a day at least, and until a check overlaps what is known. */
  readonly gap: Gap | null;
  /** When the check was that found it. */
  readonly gapAt: string | null;
  /** Entries that left the list while older ones stayed on it, newest finding first. */
  readonly vanished: readonly { readonly id: string; readonly at: string }[];
  readonly parserHealth: {
    readonly entries: number;
    /** Share (0 to 1) of the last page's entries in which a field is filled. */
    readonly filled: Readonly<Record<string, number>>;
    /** Forms of the ids, digits as 9 and letters as a, and their counts. */
    readonly idShapes: Readonly<Record<string, number>>;
    readonly rowsWithoutId: number;
  } | null;
  readonly stateBytes: number | null;
}

export interface StatusResult extends Envelope<{ readonly monitors: readonly MonitorStatus[] }> {
  /** Worst first glance: true when any monitor fails, is stale, has a gap or a delivery alarm. */
  readonly alarm: boolean;
  /** Where the state lies: a file, or host and database. */
  readonly location: string;
}

export interface AcknowledgeRequest extends MonitorRequest {
  readonly executionId: string | null;
  /** Null or empty: every batch that this execution delivered. */
  readonly batchIds?: readonly string[] | null;
  /** In previews nothing is confirmed. */
  readonly preview: boolean;
}

export interface AcknowledgeResult extends Envelope<{
  readonly acknowledged: readonly {
    readonly batchId: string;
    readonly monitorId: string;
    readonly entries: number;
  }[];
  /** Confirmed earlier: nothing was left to do for them. */
  readonly alreadyAcknowledged: readonly string[];
}> {
  readonly preview: boolean;
}

export interface RedeliverRequest extends MonitorRequest {
  readonly monitorId: string;
  /** One of the two: a batch, or everything recorded since an instant or bare date. */
  readonly batchId?: string | null;
  readonly since?: string | null;
  readonly delivery: Delivery;
  readonly executionId: string | null;
}

export interface ResetRequest extends MonitorRequest {
  readonly monitorId: string;
  /** False: only says what would be forgotten. */
  readonly confirm: boolean;
}

export type ResetResult = Envelope<{
  readonly monitorId: string;
  readonly done: boolean;
  /** These are null where the row of the monitor is damaged. */
  readonly knownIds: number | null;
  readonly pendingEntries: number | null;
  readonly batches: number | null;
}>;

export interface AdoptRequest extends MonitorRequest {
  /** The scope whose state is taken over by `scope`; it keeps none. */
  readonly fromScope: string;
  /** Null: every monitor of that scope. */
  readonly monitorId: string | null;
  /** Its name there, for a monitor that was renamed; then `monitorId` is its name now. */
  readonly fromMonitorId?: string | null;
}

export type AdoptResult = Envelope<{
  readonly fromScope: string;
  readonly adopted: readonly {
    readonly monitorId: string;
    readonly knownIds: number;
    readonly pendingEntries: number;
  }[];
}>;

export interface BackupRequest extends MonitorRequest {
  /** File name beside the state; null: one with the time in it. */
  readonly fileName: string | null;
}

export type BackupResult = Envelope<{ readonly path: string; readonly bytes: number }>;
