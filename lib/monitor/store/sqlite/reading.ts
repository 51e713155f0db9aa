import type {
  Batch,
  BatchEntry,
  Changes,
  HistoryQuery,
  HistoryRow,
  KnownEntry,
  MonitorKey,
  MonitorRow,
  Snapshot,
} from '../store';
import type { Sql } from './sql';
import { inParts } from './parts';
import {
  contentOf,
  dayOf,
  endOf,
  GONE,
  headOf,
  json,
  knownOf,
  stateOf,
  text,
  textOrNull,
  whole,
  type Row,
} from '../rows';

export function monitorNumber(sql: Sql, { scope, monitorId }: MonitorKey): number | null {
  const row = sql.get('SELECT num FROM monitors WHERE scope = ? AND monitor_id = ?', scope, monitorId);
  return row === undefined ? null : whole(row, 'num');
}

export function* readSnapshot(
  sql: Sql,
  { scope, monitorId }: MonitorKey,
  ids: readonly string[],
): Generator<undefined, Snapshot> {
  const row = sql.get('SELECT num, state FROM monitors WHERE scope = ? AND monitor_id = ?', scope, monitorId);
  if (row === undefined)
    return { generation: null, state: null, known: new Map(), batches: [], queuedEntries: 0 };
  const monitor = whole(row, 'num');
  const known = new Map<string, KnownEntry>();
  yield* inParts(ids, (id) => {
    const found = sql.get(
      'SELECT first_check, watched, twin FROM entries WHERE monitor = ? AND id = ?',
      monitor,
      id,
    );
    if (found !== undefined) known.set(id, knownOf(found));
  });
  const batches = sql.all(
    "SELECT * FROM batches WHERE monitor = ? AND status <> 'done' AND status <> 'held' ORDER BY seq LIMIT 1000",
    monitor,
  );
  // asked so, since the index of open batches is one of those that are not done
  const queued = sql.get(
    "SELECT coalesce(sum(size), 0) AS entries FROM batches WHERE monitor = ? AND status <> 'done' AND status = 'queued'",
    monitor,
  );
  return {
    generation: monitor,
    state: stateOf(row),
    known,
    batches: batches.map(headOf),
    queuedEntries: whole(queued ?? {}, 'entries'),
  };
}

/** A stored batch with its entries in order of delivery. */
export function readBatch(sql: Sql, row: Row): Batch {
  const rows = sql.all(
    `SELECT e.id, e.fetched_at, e.source, e.content, b.changes
       FROM batch_entries b JOIN entries e ON e.seq = b.entry WHERE b.batch = ? ORDER BY b.position`,
    whole(row, 'seq'),
  );
  const entries = rows.flatMap(batchEntry);
  const head = headOf(row);
  return { ...head, entries, lost: head.size - entries.length };
}

function batchEntry(row: Row): BatchEntry[] {
  const entry = contentOf(row);
  if (entry === null) return [];
  const changes = row['changes'] === null ? null : (json(row, 'changes') as Changes);
  return [{ entry: { ...entry, fetchedAt: text(row, 'fetched_at'), source: text(row, 'source') }, changes }];
}

export function readHistory(
  sql: Sql,
  monitor: number,
  { limit, since, until }: HistoryQuery,
): { rows: HistoryRow[]; more: boolean } {
  const rows = sql.all(
    `SELECT e.id, e.fetched_at, e.source, e.content, b.batch_id,
            (e.batch IS NOT NULL AND coalesce(b.offers, 1) > 0) AS reported
       FROM entries e LEFT JOIN batches b ON b.seq = e.batch
      WHERE e.monitor = ? AND e.sort_time >= ? AND (e.sort_time >= ? OR length(e.sort_time) = 10) AND e.sort_time <= ?
      ORDER BY e.sort_time DESC, e.seq DESC LIMIT ?`,
    monitor,
    dayOf(since ?? ''),
    since ?? '',
    until === null ? '~' : endOf(until),
    limit + 1,
  );
  const shown = rows.slice(0, limit).map((row) => ({
    id: text(row, 'id'),
    fetchedAt: text(row, 'fetched_at'),
    source: text(row, 'source'),
    entry: contentOf(row),
    batchId: textOrNull(row, 'batch_id'),
    reported: whole(row, 'reported') === 1,
  }));
  return { rows: shown, more: rows.length > limit };
}

export function readMonitors(sql: Sql, scope: string | null, monitorId: string | null): MonitorRow[] {
  const rows = sql.all(
    `SELECT num, scope, monitor_id, state FROM monitors
      WHERE scope <> ? AND (? IS NULL OR scope = ?) AND (? IS NULL OR monitor_id = ?) ORDER BY scope, monitor_id`,
    GONE,
    scope,
    scope,
    monitorId,
    monitorId,
  );
  return rows.map((row) => ({
    key: { scope: text(row, 'scope'), monitorId: text(row, 'monitor_id') },
    state: stateOf(row),
    ...openBatches(sql, whole(row, 'num')),
  }));
}

export function monitorsOfPage(sql: Sql, url: string): Pick<MonitorRow, 'key' | 'state'>[] {
  const rows = sql.all(
    `SELECT scope, monitor_id, state FROM monitors
      WHERE json_valid(state) AND json_extract(state, '$.url') = ? AND scope <> ? ORDER BY scope, monitor_id`,
    url,
    GONE,
  );
  return rows.map((row) => ({
    key: { scope: text(row, 'scope'), monitorId: text(row, 'monitor_id') },
    state: stateOf(row),
  }));
}

function openBatches(sql: Sql, monitor: number): Omit<MonitorRow, 'key' | 'state'> {
  const open = sql.all(
    `SELECT status, count(*) AS batches, sum(size) AS entries, min(created_at) AS oldest, max(offers) AS offers
       FROM batches WHERE monitor = ? AND status <> 'done' GROUP BY status`,
    monitor,
  );
  const waiting = open.filter((row) => row['status'] !== 'held');
  const sum = (rows: readonly Row[], column: string) =>
    rows.reduce((total, row) => total + whole(row, column), 0);
  const oldest = waiting.map((row) => text(row, 'oldest')).sort();
  return {
    pendingBatches: sum(waiting, 'batches'),
    pendingEntries: sum(waiting, 'entries'),
    heldEntries: sum(
      open.filter((row) => row['status'] === 'held'),
      'entries',
    ),
    oldestPendingAt: oldest[0] ?? null,
    mostOffers: Math.max(0, ...waiting.map((row) => whole(row, 'offers'))),
    batches: whole(sql.get('SELECT count(*) AS n FROM batches WHERE monitor = ?', monitor) ?? {}, 'n'),
  };
}
