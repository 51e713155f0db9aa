import { LIMITS } from '../../../limits';
import { GONE, stateOf, text, whole } from '../rows';
import type { MonitorKey, MonitorState, Pruning, RaiseFloors } from '../store';
import type { Connection } from './connection';
import { lease } from './leases';
import { monitorNumber } from './reading';
import type { Sql } from './sql';
import { stateJson } from './writing';

/** Removes the oldest ids beyond `keep`, a few hundred per transaction, so that nothing waits for long. */
export async function pruneMonitor(
  connection: Connection,
  key: MonitorKey,
  pruning: Pruning,
): Promise<number> {
  let removed = 0;
  for (let step = 0; step < LIMITS.state.pruneSteps; step += 1) {
    const rows = await connection.write((sql) => pruneStep(sql, key, pruning), key);
    removed += rows;
    if (rows === 0) break;
  }
  return removed;
}

async function pruneStep(sql: Sql, key: MonitorKey, { keep, onPage, raise }: Pruning): Promise<number> {
  await lease(sql, [key]);
  const row = await sql.get(
    'SELECT num, state FROM {monitors} WHERE scope = $1 AND monitor_id = $2',
    key.scope,
    key.monitorId,
  );
  if (row === undefined) return 0;
  const monitor = whole(row, 'num');
  const batches = await pruneBatches(sql, monitor, keep.batches);
  const state = stateOf(row);
  const excess = Math.min(state.knownIds - keep.ids, LIMITS.state.step.rows);
  if (excess <= 0) return batches;
  const gone = await sql.all(
    `DELETE FROM {entries} WHERE seq IN (
       SELECT e.seq FROM {entries} e
        WHERE e.monitor = $1 AND e.id <> ALL ($2::text[])
          AND NOT EXISTS (SELECT 1 FROM {batch_entries} be JOIN {batches} b ON b.seq = be.batch
                           WHERE be.entry = e.seq AND b.status <> 'done')
        ORDER BY e.sort_time, e.seq LIMIT $3) RETURNING id`,
    monitor,
    [...onPage, ...state.page],
    excess,
  );
  const forgotten = gone.map((entry) => text(entry, 'id'));
  if (forgotten.length > 0) await saveLess(sql, monitor, state, forgotten, raise);
  return forgotten.length + batches;
}

async function saveLess(
  sql: Sql,
  monitor: number,
  state: MonitorState,
  forgotten: readonly string[],
  raise: RaiseFloors | undefined,
): Promise<void> {
  const remaining = await sql.all(
    'SELECT id FROM {entries} WHERE monitor = $1 ORDER BY sort_time, seq LIMIT $2',
    monitor,
    LIMITS.state.floorWitnesses,
  );
  const ids = remaining.map((row) => text(row, 'id'));
  const less = {
    ...state,
    knownIds: state.knownIds - forgotten.length,
    floors: raise?.(state.floors, forgotten, ids) ?? state.floors,
  };
  await sql.run('UPDATE {monitors} SET state = $2 WHERE num = $1', monitor, stateJson(less));
}

async function pruneBatches(sql: Sql, monitor: number, keep: number): Promise<number> {
  const oldest = await sql.all(
    `SELECT seq FROM {batches} WHERE monitor = $1 AND status = 'done'
        AND seq <= (SELECT seq FROM {batches} WHERE monitor = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2)
      ORDER BY seq LIMIT 20`,
    monitor,
    keep,
  );
  await removeBatches(
    sql,
    oldest.map((row) => whole(row, 'seq')),
  );
  return oldest.length;
}

async function removeBatches(sql: Sql, batches: readonly number[]): Promise<void> {
  await sql.run('DELETE FROM {batch_entries} WHERE batch = ANY ($1::bigint[])', batches);
  await sql.run('DELETE FROM {offers} WHERE batch = ANY ($1::bigint[])', batches);
  await sql.run('DELETE FROM {batches} WHERE seq = ANY ($1::bigint[])', batches);
}

/** Puts a monitor out of everyone's sight in one step; `sweep` removes its rows. The caller holds its lease. */
export async function putAside(sql: Sql, key: MonitorKey): Promise<void> {
  const monitor = await monitorNumber(sql, key);
  if (monitor === null) return;
  await sql.run("UPDATE {batches} SET status = 'done' WHERE monitor = $1 AND status <> 'done'", monitor);
  await moveMonitor(sql, key, { scope: GONE, monitorId: String(monitor) });
}

/** Moves a monitor's rows to another key; the caller holds both leases. */
export async function moveMonitor(sql: Sql, from: MonitorKey, to: MonitorKey): Promise<boolean> {
  const monitor = await monitorNumber(sql, from);
  if (monitor === null) return false;
  await sql.run(
    'UPDATE {monitors} SET scope = $2, monitor_id = $3 WHERE num = $1',
    monitor,
    to.scope,
    to.monitorId,
  );
  return true;
}

/** Removes the rows of monitors that were put aside, also of a sweep that a crash ended. */
export async function sweep(connection: Connection): Promise<void> {
  while ((await connection.write(sweepStep)) > 0);
}

async function sweepStep(sql: Sql): Promise<number> {
  const row = await sql.get(
    'SELECT num FROM {monitors} WHERE scope = $1 LIMIT 1 FOR UPDATE SKIP LOCKED',
    GONE,
  );
  if (row === undefined) return 0;
  const monitor = whole(row, 'num');
  const batches = await sql.all('SELECT seq FROM {batches} WHERE monitor = $1 LIMIT 20', monitor);
  await removeBatches(
    sql,
    batches.map((batch) => whole(batch, 'seq')),
  );
  const entries = await sql.run(
    'DELETE FROM {entries} WHERE seq IN (SELECT seq FROM {entries} WHERE monitor = $1 LIMIT $2)',
    monitor,
    LIMITS.state.step.rows,
  );
  if (batches.length + entries === 0) await sql.run('DELETE FROM {monitors} WHERE num = $1', monitor);
  return batches.length + entries + 1;
}
