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
  /** Most entries of one check; the rest stays pending for the next. Null: LIMITS.delivery.entriesPerCheck. */
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
  /** `maxPages`, `endOfList` (everything was read, nothing was known but what is pinned on top), `deadline`. */
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
