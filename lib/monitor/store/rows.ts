import { isRecord, kindOf } from '../../check';
import type { Entry } from '../entry';
import { checkedEntry, checkedFacts, checkedState } from './checked';
import type {
  BatchHead,
  BatchStatus,
  CheckFacts,
  KnownEntry,
  MonitorKey,
  MonitorState,
  Place,
} from './store';

/** A row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of the tables as the types of the store. What cannot be read is an UnreadableRow: it is never replaced by a default. */

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new UnreadableRow(row, column);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null || row[column] === undefined ? null : text(row, column);
}

export function whole(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnreadableRow(row, column);
  return value;
}

export function stateOf(row: Row): MonitorState {
  return checkedState(json(row, 'state')) ?? fail(row, 'state');
}

export function knownOf(row: Row): KnownEntry {
  return {
    firstCheck: whole(row, 'first_check'),
    watched: row['watched'] === null ? null : (json(row, 'watched') as KnownEntry['watched']),
    twin: textOrNull(row, 'twin'),
  };
}

export function contentOf(row: Row): Entry | null {
  if (row['content'] === null) return null;
  return checkedEntry({ ...json(row, 'content'), id: text(row, 'id') }) ?? fail(row, 'content');
}

/** An entry without its id, which has a column of its own. */
export function contentJson({ id: _, ...content }: Entry): string {
  return JSON.stringify(content);
}

const STATUSES: readonly BatchStatus[] = ['pending', 'queued', 'held', 'done'];

export function headOf(row: Row): BatchHead {
  const status = STATUSES.find((it) => it === row['status']);
  if (status === undefined) throw new UnreadableRow(row, 'status');
  return {
    batchId: text(row, 'batch_id'),
    status,
    size: whole(row, 'size'),
    createdAt: text(row, 'created_at'),
    offers: whole(row, 'offers'),
    offeredAt: textOrNull(row, 'offered_at'),
    leaseUntil: textOrNull(row, 'lease_until'),
    facts: checkedFacts(json(row, 'facts')) ?? fail(row, 'facts'),
  };
}

/** The facts of the newest check among those that found some batches. */
export function newestFacts(rows: readonly Row[]): CheckFacts | null {
  const checks = rows.map((row) => headOf(row).facts).map(({ firstCheck: _, ...facts }) => facts);
  return checks.reduce<CheckFacts | null>(
    (newest, facts) => (newest === null || facts.fetchedAt > newest.fetchedAt ? facts : newest),
    null,
  );
}

export function json(row: Row, column: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text(row, column));
    if (isRecord(value)) return value;
  } catch {
    // Said below, whichever way it is damaged.
  }
  throw new UnreadableRow(row, column);
}

function fail(row: Row, column: string): never {
  throw new UnreadableRow(row, column);
}

/**
 * Rows do not know where they lie: who reads them makes a ToolError of it that names the database, and the monitor
 * where the row itself does not.
 */
export class UnreadableRow extends Error {
  readonly #monitorId: string | null;
  readonly #column: string;

  constructor(row: Row, column: string) {
    super(`a row's "${column}" cannot be read`);
    this.name = 'UnreadableRow';
    this.#column = column;
    this.#monitorId = typeof row['monitor_id'] === 'string' ? row['monitor_id'] : null;
  }

  /** `asked`: the monitor that the rows were read for; null for those of many. */
  sentence(state: string, asked: MonitorKey | null): string {
    const monitorId = this.#monitorId ?? asked?.monitorId ?? null;
    const [whose, which] = monitorId === null ? ['', 'the'] : [` of monitor ${kindOf(monitorId)}`, 'this'];
    return `${state} is damaged: a row${whose} cannot be read (${this.#column}). It was left as it is: restore a backup, or reset ${which} monitor.`;
  }
}

/** Where a page of rows (seq, fetched_at) ends; null where it was the last one. */
export function placeAfter(rows: readonly Row[], limit: number): Place | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit
    ? null
    : { time: text(last, 'fetched_at'), seq: whole(last, 'seq') };
}

/** Rows that wait for removal are kept under this scope, which no request can name. */
export const GONE = '\u0001gone';

/** A bare date holds its whole day: every time of it sorts before the date and "~". */
export const endOf = (until: string): string => (until.length === 10 ? `${until}~` : until);

/** The day of a bound, as text: an entry of which only the date is known may be of any time of it. */
export const dayOf = (since: string): string => since.slice(0, 10);
