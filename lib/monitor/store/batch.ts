import type { Entry, FieldValue } from '../entry';
import type { CheckFacts } from './state';

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
