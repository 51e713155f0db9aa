import type { Entry } from '../entry';
import type { Batch, BatchFacts } from './batch';
import type { CheckFacts, MonitorKey, MonitorState } from './state';

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
  /** The first batch it was in, as long as that is kept; null where it was in none. */
  readonly batchId: string | null;
  /** False also while that batch waits for its first offer. */
  readonly reported: boolean;
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
