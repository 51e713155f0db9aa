import type { FieldValue } from '../entry';
import type { BatchHead, NewBatch, StoredEntry, StoredOffer } from './batch';
import type { MonitorState } from './state';

/** What a known id brings to a check. */
export interface KnownEntry {
  readonly firstCheck: number;
  /** Values of the fields whose edits are reported; null where none were watched. */
  readonly watched: Readonly<Record<string, FieldValue>> | null;
  /** Hash of the content without its ids; null where there is too little to tell. */
  readonly twin: string | null;
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
