import type {
  Batch,
  BatchEntry,
  Changes,
  HistoryQuery,
  HistoryRow,
  MonitorKey,
  MonitorRow,
  Snapshot,
} from '../store';
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
import type { Sql } from './sql';

export async function monitorNumber(sql: Sql, { scope, monitorId }: MonitorKey): Promise<number | null> {
  const row = await sql.get(
    'SELECT num FROM {monitors} WHERE scope = $1 AND monitor_id = $2',
    scope,
    monitorId,
  );
  return row === undefined ? null : whole(row, 'num');
}

export async function readSnapshot(
  sql: Sql,
  { scope, monitorId }: MonitorKey,
  ids: readonly string[],
): Promise<Snapshot> {
  const row = await sql.get(
    'SELECT num, state FROM {monitors} WHERE scope = $1 AND monitor_id = $2',
    scope,
    monitorId,
  );
  if (row === undefined)
    return { generation: null, state: null, known: new Map(), batches: [], queuedEntries: 0 };
  const monitor = whole(row, 'num');
  const found = await sql.all(
    `SELECT e.id, e.first_check, e.watched, e.twin
       FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, place)
       JOIN {entries} e ON e.monitor = $1 AND e.id = asked.id ORDER BY asked.place`,
    monitor,
    ids,
  );
  const batches = await sql.all(
    "SELECT * FROM {batches} WHERE monitor = $1 AND status <> 'done' AND status <> 'held' ORDER BY seq LIMIT 1000",
    monitor,
  );
  const queued = await sql.get(
    "SELECT coalesce(sum(size), 0)::int AS entries FROM {batches} WHERE monitor = $1 AND status <> 'done' AND status = 'queued'",
    monitor,
  );
  return {
    generation: monitor,
    state: stateOf(row),
    known: new Map(found.map((known) => [text(known, 'id'), knownOf(known)])),
    batches: batches.map(headOf),
    queuedEntries: whole(queued ?? {}, 'entries'),
  };
}

/** A stored batch with its entries in order of delivery. */
export async function readBatch(sql: Sql, row: Row): Promise<Batch> {
  const rows = await sql.all(
    `SELECT e.id, e.fetched_at, e.source, e.content, b.changes
       FROM {batch_entries} b JOIN {entries} e ON e.seq = b.entry WHERE b.batch = $1 ORDER BY b.position`,
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

export async function readHistory(
  sql: Sql,
  monitor: number,
  { limit, since, until }: HistoryQuery,
): Promise<{ rows: HistoryRow[]; more: boolean }> {
  const rows = await sql.all(
    `SELECT e.id, e.fetched_at, e.source, e.content, b.batch_id,
            (e.batch IS NOT NULL AND coalesce(b.offers, 1) > 0) AS reported
       FROM {entries} e LEFT JOIN {batches} b ON b.seq = e.batch
      WHERE e.monitor = $1 AND e.sort_time >= $2 AND (e.sort_time >= $3 OR length(e.sort_time) = 10)
        AND e.sort_time <= $4
      ORDER BY e.sort_time DESC, e.seq DESC LIMIT $5`,
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
    reported: row['reported'] === true,
  }));
  return { rows: shown, more: rows.length > limit };
}

export async function readMonitors(
  sql: Sql,
  scope: string | null,
  monitorId: string | null,
): Promise<MonitorRow[]> {
  const monitors = await sql.all(
    `SELECT num, scope, monitor_id, state FROM {monitors}
      WHERE scope <> $1 AND ($2::text IS NULL OR scope = $2) AND ($3::text IS NULL OR monitor_id = $3)
      ORDER BY scope, monitor_id`,
    GONE,
    scope,
    monitorId,
  );
  const batches = await sql.all(
    `SELECT monitor, status, count(*) AS batches, sum(size) AS entries, min(created_at) AS oldest, max(offers) AS offers
       FROM {batches} WHERE monitor = ANY ($1::bigint[]) GROUP BY monitor, status`,
    monitors.map((row) => whole(row, 'num')),
  );
  const batchesOf = new Map<unknown, Row[]>(monitors.map((row) => [row['num'], []]));
  for (const batch of batches) batchesOf.get(batch['monitor'])?.push(batch);
  return monitors.map((row) => ({
    key: { scope: text(row, 'scope'), monitorId: text(row, 'monitor_id') },
    state: stateOf(row),
    ...countsOf(batchesOf.get(row['num']) ?? []),
  }));
}

export async function monitorsOfPage(sql: Sql, url: string): Promise<Pick<MonitorRow, 'key' | 'state'>[]> {
  const rows = await sql.all(
    `SELECT scope, monitor_id, state FROM {monitors}
      WHERE state::jsonb ->> 'url' = $1 AND scope <> $2 ORDER BY scope, monitor_id`,
    url,
    GONE,
  );
  return rows.map((row) => ({
    key: { scope: text(row, 'scope'), monitorId: text(row, 'monitor_id') },
    state: stateOf(row),
  }));
}

function countsOf(batches: readonly Row[]): Omit<MonitorRow, 'key' | 'state'> {
  const sum = (rows: readonly Row[], column: string) =>
    rows.reduce((total, row) => total + whole(row, column), 0);
  const waiting = batches.filter((row) => row['status'] === 'pending' || row['status'] === 'queued');
  const oldest = waiting.map((row) => text(row, 'oldest')).sort();
  return {
    pendingBatches: sum(waiting, 'batches'),
    pendingEntries: sum(waiting, 'entries'),
    heldEntries: sum(
      batches.filter((row) => row['status'] === 'held'),
      'entries',
    ),
    oldestPendingAt: oldest[0] ?? null,
    mostOffers: Math.max(0, ...waiting.map((row) => whole(row, 'offers'))),
    batches: sum(batches, 'batches'),
  };
}
