import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../../limits';
import { GONE, stateOf, text, whole } from '../rows';
import type { MonitorKey, MonitorState, Place, Pruning, RaiseFloors } from '../store';
import type { Connection } from './connection';
import { monitorNumber } from './reading';
import type { Sql } from './sql';

const BEGINNING: Place = { time: '', seq: 0 };

/** Removes the oldest ids beyond `keep` in steps that are over after some milliseconds, with a turn for others between. */
export async function pruneMonitor(
  connection: Connection,
  key: MonitorKey,
  pruning: Pruning,
): Promise<number> {
  let removed = 0;
  let from: Place | null = BEGINNING;
  for (let step = 0; step < LIMITS.state.pruneSteps && from !== null; step += 1) {
    const begin: Place = from;
    const done: PruneStep = await connection.write((sql) => pruneStep(sql, key, pruning, begin), key);
    removed += done.removed;
    from = done.next;
    await nextTurn();
  }
  return removed;
}

interface PruneStep {
  readonly removed: number;
  /** Null: nothing is left to do. */
  readonly next: Place | null;
}

function pruneStep(sql: Sql, key: MonitorKey, pruning: Pruning, from: Place): PruneStep {
  const row = sql.get(
    'SELECT num, state FROM monitors WHERE scope = ? AND monitor_id = ?',
    key.scope,
    key.monitorId,
  );
  if (row === undefined) return { removed: 0, next: null };
  const [monitor, state] = [whole(row, 'num'), stateOf(row)];
  const step = stepOf();
  const batches = pruneBatches(sql, monitor, pruning.keep.batches, step);
  const kept = new Set([...pruning.onPage, ...state.page]);
  const { forgotten, next } = pruneIds(sql, monitor, state.knownIds - pruning.keep.ids, { kept, from, step });
  if (forgotten.length > 0) saveLess(sql, monitor, state, forgotten, pruning.raise);
  return { removed: forgotten.length + batches.removed, next: next ?? (batches.more ? from : null) };
}

/** In the order of the history, oldest first; what may not go yet is passed over. */
function pruneIds(
  sql: Sql,
  monitor: number,
  excess: number,
  { kept, from, step }: { kept: ReadonlySet<string>; from: Place; step: Step },
): { forgotten: readonly string[]; next: Place | null } {
  const forgotten: string[] = [];
  let at = from;
  let seen = 0;
  while (forgotten.length < excess) {
    if (step.isOver(seen)) return { forgotten, next: at };
    const rows = sql.all(
      `SELECT seq, id, sort_time FROM entries WHERE monitor = ? AND (sort_time, seq) > (?, ?)
        ORDER BY sort_time, seq LIMIT ?`,
      monitor,
      at.time,
      at.seq,
      Math.min(LIMITS.state.step.piece, excess - forgotten.length),
    );
    for (const row of rows) {
      at = { time: text(row, 'sort_time'), seq: whole(row, 'seq') };
      const id = text(row, 'id');
      if (kept.has(id) || isOpen(sql, at.seq)) continue;
      sql.run('DELETE FROM entries WHERE seq = ?', at.seq);
      forgotten.push(id);
    }
    if (rows.length === 0) break;
    seen += rows.length;
  }
  return { forgotten, next: null };
}

function isOpen(sql: Sql, entry: number): boolean {
  const open = sql.get(
    `SELECT 1 FROM batch_entries be JOIN batches b ON b.seq = be.batch
      WHERE be.entry = ? AND b.status <> 'done' LIMIT 1`,
    entry,
  );
  return open !== undefined;
}

function saveLess(
  sql: Sql,
  monitor: number,
  state: MonitorState,
  forgotten: readonly string[],
  raise: RaiseFloors | undefined,
): void {
  const remaining = sql.all(
    'SELECT id FROM entries WHERE monitor = ? ORDER BY sort_time, seq LIMIT ?',
    monitor,
    LIMITS.state.floorWitnesses,
  );
  const ids = remaining.map((row) => text(row, 'id'));
  const less = {
    ...state,
    knownIds: state.knownIds - forgotten.length,
    floors: raise?.(state.floors, forgotten, ids) ?? state.floors,
  };
  sql.run('UPDATE monitors SET state = ? WHERE num = ?', JSON.stringify(less), monitor);
}

function pruneBatches(
  sql: Sql,
  monitor: number,
  keep: number,
  step: Step,
): { removed: number; more: boolean } {
  for (let removed = 0, pieces = 0; ; pieces += 1) {
    const oldest = sql.get(
      `SELECT seq FROM batches WHERE monitor = ? AND status = 'done'
          AND seq <= (SELECT seq FROM batches WHERE monitor = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)
        ORDER BY seq LIMIT 1`,
      monitor,
      monitor,
      keep,
    );
    if (oldest === undefined) return { removed, more: false };
    if (step.isOver(pieces * LIMITS.state.step.piece)) return { removed, more: true };
    if (removePiece(sql, whole(oldest, 'seq'))) removed += 1;
  }
}

/** A batch goes entry by entry, since it can hold many; true when it is gone. */
function removePiece(sql: Sql, batch: number): boolean {
  const { piece } = LIMITS.state.step;
  const rows = sql.run(
    'DELETE FROM batch_entries WHERE batch = ? AND position IN (SELECT position FROM batch_entries WHERE batch = ? LIMIT ?)',
    batch,
    batch,
    piece,
  );
  if (rows === piece) return false;
  sql.run('DELETE FROM offers WHERE batch = ?', batch);
  sql.run('DELETE FROM batches WHERE seq = ?', batch);
  return true;
}

interface Step {
  isOver(rows: number): boolean;
}

/** The first piece is always taken: a slow disk must not stop the work for ever. */
function stepOf(): Step {
  const end = performance.now() + LIMITS.state.step.ms;
  return { isOver: (rows) => rows >= LIMITS.state.step.rows || (rows > 0 && performance.now() > end) };
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
  while (await connection.write(sweepStep)) await nextTurn();
}

/** False when nothing is left. */
function sweepStep(sql: Sql): boolean {
  const row = sql.get('SELECT num FROM monitors WHERE scope = ? LIMIT 1', GONE);
  if (row === undefined) return false;
  const monitor = whole(row, 'num');
  const step = stepOf();
  for (let rows = 0; !step.isOver(rows); rows += LIMITS.state.step.piece) {
    if (sweepPiece(sql, monitor)) continue;
    sql.run('DELETE FROM monitors WHERE num = ?', monitor);
    break;
  }
  return true;
}

/** False when the monitor has no row left. */
function sweepPiece(sql: Sql, monitor: number): boolean {
  const batch = sql.get('SELECT seq FROM batches WHERE monitor = ? ORDER BY seq LIMIT 1', monitor);
  if (batch !== undefined) {
    removePiece(sql, whole(batch, 'seq'));
    return true;
  }
  const entries = sql.run(
    'DELETE FROM entries WHERE seq IN (SELECT seq FROM entries WHERE monitor = ? ORDER BY sort_time, seq LIMIT ?)',
    monitor,
    LIMITS.state.step.piece,
  );
  return entries > 0;
}
