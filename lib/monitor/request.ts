import type { Envelope } from '../envelope';
import type { EgressFilter } from '../http/client';
import type { SourceTime } from '../instant';
import type { Entry, FieldValue } from './entry';
import type { Monitor } from './monitor';
import type { DatabaseSettings } from './store/settings';

/** What every operation is told. */
export interface MonitorRequest {
  /** Whose state: the workflow id, or a scope that several workflows name. */
  readonly scope: string;
  readonly database: DatabaseSettings;
  readonly signal?: AbortSignal;
}

/** `onRead`: the state advances with the check. `acknowledge`: entries stay pending until they are confirmed. */
export type Delivery = 'onRead' | 'acknowledge';

/** How pages are fetched; every field has a default. */
export interface FetchOptions {
  readonly userAgent?: string;
  readonly contactEmail?: string;
  readonly timeoutSeconds?: number;
  readonly maxResponseKb?: number;
  readonly allowPrivateNetwork?: boolean;
  readonly egressFilter?: EgressFilter;
}

export interface CheckRequest extends MonitorRequest {
  /** From `readMonitors`. */
  readonly monitors: readonly Monitor[];
  /** One monitor, or null for all of them in turn. */
  readonly monitorId: string | null;
  /** A run by hand: shows what would be new, stores nothing. */
  readonly preview: boolean;
  /** How many entries a preview shows, the newest first chosen (default 10). */
  readonly previewCount?: number;
  /** True: `checkIntervalMinutes` is not looked at (a preview never looks at it). */
  readonly skipInterval?: boolean;
  readonly delivery: Delivery;
  /** Unique among everything that shares the database: instance id and execution id. */
  readonly executionId: string | null;
  /** Which node asks: tells an edited definition from two nodes that share an id (INVALID_CONFIG). */
  readonly nodeId?: string | null;
  /** How long an unconfirmed batch is left alone before it is offered again, in seconds (default 0: at the next check). */
  readonly leaseSeconds?: number;
  /** Most entries of one check; the rest stays pending for the next. Null: no limit. */
  readonly limit?: number | null;
  readonly fetch?: FetchOptions;
}

/** An entry as it leaves a check, with the facts of the check that found it. */
export interface DeliveredEntry extends Entry {
  readonly monitorId: string;
  readonly batchId: string | null;
  /** Offered before: its id is the key by which a receiver can tell. */
  readonly redelivered: boolean;
  readonly fetchedAt: string;
  readonly source: string;
  /** Of when this entry is: its own published time where that is believable, else null. */
  readonly dataAsOf: SourceTime | null;
  readonly dataAsOfFrom: string | null;
  /** Only for an entry that is reported because watched fields changed. */
  readonly changes?: Readonly<Record<string, { readonly before: FieldValue; readonly after: FieldValue }>>;
}

/** Entries may lie between two checks that neither of them saw. */
export interface Gap {
  readonly suspected: true;
  readonly pagesRead: number;
  /** `maxPages`, `endOfList` (everything was read, nothing was known), `deadline`. */
  readonly reason: 'maxPages' | 'endOfList' | 'deadline';
  /** The source seems to have given its entries other ids: what could not be told apart is held back. */
  readonly idSchemeChanged: boolean;
  /** How many entries are held back under `heldBatchId`, for `redeliver`. */
  readonly held: number;
  readonly heldBatchId: string | null;
}

/**
 * One offer of entries: the envelope of its Summary. A monitor gives one, and one more for each batch that is offered again.
 * `data.newEntries` is in order of delivery: oldest first.
 */
export interface CheckResult extends Envelope<{ readonly newEntries: readonly DeliveredEntry[] }> {
  readonly monitorId: string;
  /** Entries of `data.newEntries` that were never reported before; those reported because of an edit count apart. */
  readonly newCount: number;
  readonly editedCount: number;
  readonly firstCheck: boolean;
  readonly preview: boolean;
  /** Null where nothing was delivered, and in previews. */
  readonly batchId: string | null;
  readonly redelivered: boolean;
  /** How often this batch was offered before. */
  readonly offersBefore: number;
  readonly gap: Gap | null;
  /** True: too early for a request; the envelope is that of the last check. */
  readonly skipped: boolean;
  readonly notModified: boolean;
  readonly delivery: Delivery;
  readonly alertOnNew: boolean;
  /** New and edited in all: more than `newCount` and `editedCount` where a preview or a limit shows only some. */
  readonly totalNew: number;
  readonly totalEdited: number;
  /** Recorded and waiting for a later check, because of `limit`: in all, whichever check found them. */
  readonly remaining: number;
  /** Entries read on this check's pages, and how many pages; 0 where none was read. */
  readonly entriesOnPage: number;
  readonly pagesRead: number;
  /** How many entries the source says it has; null where it does not say. */
  readonly total: number | null;
  /** The parser and its version: changes of meaning are visible. */
  readonly parser: string;
  readonly parserVersion: number;
}

/** One monitor's failure does not stop the others. `error` is a ToolError. */
export type CheckOutcome =
  | { readonly monitorId: string; readonly ok: true; readonly result: CheckResult }
  | { readonly monitorId: string; readonly ok: false; readonly error: Error };

export interface HistoryRequest extends MonitorRequest {
  readonly monitorId: string;
  /** Default 50, at most 10,000. */
  readonly limit?: number;
  /** Bounds on the published time, else the time of the check; instants or bare dates, both inclusive. */
  readonly since?: string | null;
  readonly until?: string | null;
}

export interface HistoryEntry extends Omit<DeliveredEntry, 'redelivered' | 'changes'> {
  /** False: a baseline entry, or a monitor that records without reporting. */
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
  readonly knownIds: number;
  readonly pendingEntries: number;
  readonly batches: number;
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
