import type { Validators } from '../../http/client';
import type { Precision, SourceTime } from '../../instant';
import type { Entry, FieldValue } from '../entry';
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

/** What a known id brings to a check. */
export interface KnownEntry {
  readonly firstCheck: number;
  /** Values of the fields whose edits are reported; null where none were watched. */
  readonly watched: Readonly<Record<string, FieldValue>> | null;
  /** Hash of the content without its ids; null where there is too little to tell. */
  readonly twin: string | null;
}

/**
 * `pending`: to be offered until it is confirmed. `queued`: not offered yet, waiting because of a limit.
 * `held`: offered only when asked for. `done`: confirmed, or read in `onRead`.
 */
export type BatchStatus = 'pending' | 'queued' | 'held' | 'done';

export interface BatchHead {
  readonly batchId: string;
  readonly status: BatchStatus;
  readonly size: number;
  readonly createdAt: string;
  /** How often it left a check; a race for an offer is won by who still sees the same number. */
  readonly offers: number;
  readonly offeredAt: string | null;
  readonly leaseUntil: string | null;
  readonly facts: BatchFacts;
}

export interface BatchFacts extends CheckFacts {
  readonly firstCheck: boolean;
}

export interface StoredEntry extends Entry {
  readonly fetchedAt: string;
  readonly source: string;
}

export type Changes = Readonly<Record<string, { readonly before: FieldValue; readonly after: FieldValue }>>;

export interface BatchEntry {
  readonly entry: StoredEntry;
  readonly changes: Changes | null;
}

export interface Batch extends BatchHead {
  /** In order of delivery. */
  readonly entries: readonly BatchEntry[];
  /** Entries whose content was not kept or has been pruned; they cannot be offered again. */
  readonly lost: number;
}

/** Everything a check may look at; read in one moment. */
export interface Snapshot {
  /** Another one after a reset or an adoption, though the key is the same; null before the first attempt of a check. */
  readonly generation: number | null;
  /** Null before the first attempt of a check. */
  readonly state: MonitorState | null;
  /** Of the ids asked for, those that are known. */
  readonly known: ReadonlyMap<string, KnownEntry>;
  /** Pending and queued ones, oldest first, so many as a check can look through. */
  readonly batches: readonly BatchHead[];
  /** Entries of all the queued ones. */
  readonly queuedEntries: number;
}

export interface NewEntry {
  readonly entry: StoredEntry;
  /** For the order of the history: published time, else the time of the check. */
  readonly sortTime: string;
  readonly firstCheck: number;
  readonly watched: Readonly<Record<string, FieldValue>> | null;
  readonly twin: string | null;
  /** False: the content goes as soon as its batch is done; at once where it is in none. */
  readonly keepContent: boolean;
}

export interface UpdatedEntry extends Omit<NewEntry, 'firstCheck' | 'sortTime'> {
  /** False: only what is remembered beside the content is new. */
  readonly contentChanged: boolean;
}

export interface NewBatch {
  readonly batchId: string;
  readonly status: BatchStatus;
  readonly facts: BatchFacts;
  readonly entries: readonly { readonly id: string; readonly changes: Changes | null }[];
  readonly keepContent: boolean;
  /** Offered by this very check, to this execution. */
  readonly offer: Offer | null;
}

export interface Offer {
  readonly executionId: string | null;
  readonly at: string;
  readonly leaseUntil: string | null;
  readonly done: boolean;
}

export interface StoredOffer {
  readonly batchId: string;
  readonly offer: Offer;
  /** Queued batches whose entries go into this one, behind its own, and are gone as batches; `facts` of them all. */
  readonly absorbed?: { readonly batchIds: readonly string[]; readonly facts: BatchFacts };
}

/** What one check changes. */
export interface Decision {
  readonly state: MonitorState;
  /** In order of delivery. */
  readonly insert: readonly NewEntry[];
  /** Known entries that changed. Their content is kept while an open batch holds them, whatever `keepContent` says. */
  readonly update: readonly UpdatedEntry[];
  readonly batches: readonly NewBatch[];
  /** Stored batches that are offered again. */
  readonly offers: readonly StoredOffer[];
}

export interface HistoryQuery {
  readonly limit: number;
  /** Bounds on the sort time, compared as text; both inclusive; a bare date, of a bound or of an entry, holds its whole day. */
  readonly since: string | null;
  readonly until: string | null;
}

/** A place in the order in which entries were recorded. */
export interface Place {
  readonly time: string;
  readonly seq: number;
}

export interface SinceQuery {
  /** Bound on when entries were recorded, inclusive: what was published long before may have come late. */
  readonly since: string;
  /** Where the part before this one ended; null for the first one. */
  readonly after: Place | null;
  readonly limit: number;
}

export interface SinceBatch {
  readonly batchId: string;
  readonly facts: BatchFacts;
}

export interface PartSince {
  readonly batch: Batch;
  /** Where the next part begins; null after the last one. */
  readonly next: Place | null;
}

/** What `prune` was asked for. */
export interface Pruning {
  readonly keep: { readonly ids: number; readonly batches: number };
  readonly onPage: readonly string[];
  readonly raise: RaiseFloors | undefined;
}

/** The floors after pruning; `remaining`: the oldest ids that are still known. */
export type RaiseFloors = (
  floors: MonitorState['floors'],
  forgotten: readonly string[],
  remaining: readonly string[],
) => MonitorState['floors'];

export interface HistoryRow {
  readonly id: string;
  readonly fetchedAt: string;
  readonly source: string;
  /** Null where only the id was kept. */
  readonly entry: Entry | null;
  /** The first batch it was in; null where it was never reported. */
  readonly batchId: string | null;
}

export interface MonitorRow {
  readonly key: MonitorKey;
  readonly state: MonitorState;
  readonly pendingBatches: number;
  readonly pendingEntries: number;
  readonly heldEntries: number;
  readonly oldestPendingAt: string | null;
  readonly mostOffers: number;
  readonly batches: number;
}

export interface Acknowledged {
  readonly acknowledged: readonly {
    readonly batchId: string;
    readonly monitorId: string;
    readonly entries: number;
  }[];
  readonly already: readonly string[];
  /** Of the checks that found them: those of the newest one. Null where there is no batch. */
  readonly facts: CheckFacts | null;
}

/**
 * Keeps what monitors know. Every method is one transaction that is seen whole or not at all, by every process
 * that shares the database. Failures are ToolErrors with a STATE code; then nothing has changed.
 * test/contract/store holds the promises; every implementation runs it.
 */
export interface Store {
  /** A file, or host and database: for messages, without secrets. */
  readonly location: string;
  /** Reads only; costs as much as the ids asked for, however many are known. */
  look(key: MonitorKey, ids: readonly string[]): Promise<Snapshot>;
  /**
   * Reads the snapshot again and writes what `decide` makes of it, in one transaction that no other check of the
   * database can interleave. `decide` is pure, may throw (nothing is written then), and may run more than once.
   * Returns the batches of `offers` with their entries.
   */
  check(
    key: MonitorKey,
    ids: readonly string[],
    decide: (snapshot: Snapshot) => Decision,
  ): Promise<readonly Batch[]>;
  /** Newest first. */
  history(
    key: MonitorKey,
    query: HistoryQuery,
  ): Promise<{ readonly rows: readonly HistoryRow[]; readonly more: boolean }>;
  /** One row per monitor of a scope (null: of the database), by scope and id. */
  monitors(scope: string | null, monitorId: string | null): Promise<readonly MonitorRow[]>;
  /** The monitors of a page, in whatever scope. Found by its address: what it costs does not grow with all the others. */
  ofPage(url: string): Promise<readonly Pick<MonitorRow, 'key' | 'state'>[]>;
  /** All of them or, when one id is unknown or an execution delivered none, UNKNOWN_BATCH and nothing. */
  acknowledge(
    what: { readonly batchIds: readonly string[] } | { readonly executionId: string },
    at: string,
  ): Promise<Acknowledged>;
  /** Offers a stored batch of this monitor, whatever its status. UNKNOWN_BATCH. */
  redeliver(key: MonitorKey, batchId: string, offer: Offer): Promise<Batch>;
  /**
   * A new batch of what was recorded since a time, oldest first, offered at once and counted as offered before; null
   * where there is nothing (more).
   */
  redeliverSince(
    key: MonitorKey,
    from: SinceQuery,
    batch: SinceBatch,
    offer: Offer,
  ): Promise<PartSince | null>;
  /** Forgets a monitor: gone at once, its rows removed in small steps. */
  reset(key: MonitorKey): Promise<void>;
  /** Moves a monitor's whole state. The caller has looked that `to` is free of known ids; a state without any is replaced. */
  adopt(from: MonitorKey, to: MonitorKey): Promise<void>;
  /**
   * Removes the oldest ids beyond `keep`, in small steps; never one of `onPage`, of the page that the state names, or of
   * an unfinished batch. `raise` gives the floors of the state after each step.
   */
  prune(
    key: MonitorKey,
    keep: { readonly ids: number; readonly batches: number },
    onPage: readonly string[],
    raise?: RaiseFloors,
  ): Promise<number>;
  /** A consistent copy beside the state, readable by its owner only. */
  backup(fileName: string): Promise<{ readonly path: string; readonly bytes: number }>;
  /** Size of the state on disk; null where it is not known. */
  bytes(): Promise<number | null>;
  close(): Promise<void>;
}
