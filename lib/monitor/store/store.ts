import type { Batch, Offer } from './batch';
import type { Decision, Snapshot } from './decision';
import type {
  Acknowledged,
  HistoryQuery,
  HistoryRow,
  MonitorRow,
  PartSince,
  RaiseFloors,
  SinceBatch,
  SinceQuery,
} from './query';
import type { MonitorKey } from './state';

export type * from './batch';
export type * from './decision';
export type * from './query';
export type * from './state';

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
  /**
   * Offers a stored batch of this monitor, whatever its status. One that is pending stays so, and its lease with it,
   * where the offer would make it done. UNKNOWN_BATCH.
   */
  redeliver(key: MonitorKey, batchId: string, offer: Offer): Promise<Batch>;
  /**
   * Offers, as `redeliver` does, the pending and held batches with new entries that were recorded since a time
   * (inclusive), oldest first, each whole and as what it is.
   */
  redeliverOpen(key: MonitorKey, since: string, offer: Offer): Promise<readonly Batch[]>;
  /**
   * A new batch of what was recorded since a time, oldest first, offered at once and counted as offered before; without
   * new entries of batches that are not done, which are offered by those. Null where there is nothing (more).
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
