import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../../limits';
import type { MonitorKey } from '../store';
import type { Connection, Sql } from './connection';
import { GONE, stateOf, whole } from '../rows';
import { monitorNumber } from './reading';

/** Removes the oldest ids beyond `keep`, a few hundred per transaction, so that nothing waits for long. */
export async function pruneMonitor(
  connection: Connection,
  key: MonitorKey,
  keep: { readonly ids: number; readonly batches: number },
  onPage: readonly string[],
): Promise<number> {
  const page = JSON.stringify(onPage);
  let removed = 0;
  for (let step = 0; step < LIMITS.state.pruneSteps; step += 1) {
    const rows = await connection.write((sql) => pruneStep(sql, key, keep, page));
    removed += rows;
    if (rows === 0) break;
    await nextTurn();
  }
  return removed;
}

function pruneStep(
  sql: Sql,
  key: MonitorKey,
  keep: { readonly ids: number; readonly batches: number },
  page: string,
): number {
  const row = sql.get(
    'SELECT num, state FROM monitors WHERE scope = ? AND monitor_id = ?',
    key.scope,
    key.monitorId,
  );
  if (row === undefined) return 0;
  const monitor = whole(row, 'num');
  const batches = pruneBatches(sql, monitor, keep.batches);
  const state = stateOf(row);
  const excess = Math.min(state.knownIds - keep.ids, LIMITS.state.pruneRows);
  if (excess <= 0) return batches;
  const removed = sql.run(
    `DELETE FROM entries WHERE seq IN (
       SELECT e.seq FROM entries e
        WHERE e.monitor = ? AND e.id NOT IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM batch_entries be JOIN batches b ON b.seq = be.batch
                           WHERE be.entry = e.seq AND b.status <> 'done')
        ORDER BY e.sort_time, e.seq LIMIT ?)`,
    monitor,
    page,
    excess,
  );
  const less = { ...state, knownIds: state.knownIds - removed };
  if (removed > 0) sql.run('UPDATE monitors SET state = ? WHERE num = ?', JSON.stringify(less), monitor);
  return removed + batches;
}

function pruneBatches(sql: Sql, monitor: number, keep: number): number {
  const oldest = sql.all(
    `SELECT seq FROM batches WHERE monitor = ? AND status = 'done'
        AND seq <= (SELECT seq FROM batches WHERE monitor = ? ORDER BY seq DESC LIMIT 1 OFFSET ?) ORDER BY seq LIMIT 20`,
    monitor,
    monitor,
    keep,
  );
  for (const row of oldest) removeBatch(sql, whole(row, 'seq'));
  return oldest.length;
}

function removeBatch(sql: Sql, batch: number): void {
  sql.run('DELETE FROM batch_entries WHERE batch = ?', batch);
  sql.run('DELETE FROM offers WHERE batch = ?', batch);
  sql.run('DELETE FROM batches WHERE seq = ?', batch);
}

/** Puts a monitor out of everyone's sight in one step; `sweep` removes its rows. */
export function putAside(sql: Sql, key: MonitorKey): void {
  const monitor = monitorNumber(sql, key);
  if (monitor === null) return;
  sql.run("UPDATE batches SET status = 'done' WHERE monitor = ? AND status <> 'done'", monitor);
  sql.run('UPDATE monitors SET scope = ?, monitor_id = ? WHERE num = ?', GONE, String(monitor), monitor);
}

/** Removes the rows of monitors that were put aside, also of a sweep that a crash ended. */
export async function sweep(connection: Connection): Promise<void> {
  while ((await connection.write(sweepStep)) > 0) await nextTurn();
}

function sweepStep(sql: Sql): number {
  const row = sql.get('SELECT num FROM monitors WHERE scope = ? LIMIT 1', GONE);
  if (row === undefined) return 0;
  const monitor = whole(row, 'num');
  const batches = sql.all('SELECT seq FROM batches WHERE monitor = ? LIMIT 20', monitor);
  for (const batch of batches) removeBatch(sql, whole(batch, 'seq'));
  const entries = sql.run(
    'DELETE FROM entries WHERE seq IN (SELECT seq FROM entries WHERE monitor = ? LIMIT ?)',
    monitor,
    LIMITS.state.pruneRows,
  );
  if (batches.length + entries === 0) sql.run('DELETE FROM monitors WHERE num = ?', monitor);
  return batches.length + entries + 1;
}
