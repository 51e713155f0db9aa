import { LIMITS } from '../../../limits';
import { contentJson } from '../rows';
import type { Batch, Decision, MonitorKey, NewEntry, StoredOffer } from '../store';
import { absorbBatches } from './absorbing';
import { insertBatch, offerBatch } from './batches';
import { inParts } from './parts';
import { monitorNumber } from './reading';
import { lastRow, type Sql } from './sql';

/** Writes what a check decided. Runs inside the transaction that read its snapshot. */
export function* applyDecision(sql: Sql, key: MonitorKey, decision: Decision): Generator<undefined, Batch[]> {
  const monitor = saveState(sql, key, decision);
  const offered = new Set(decision.batches.flatMap((batch) => batch.entries.map(({ id }) => id)));
  yield* inParts(decision.insert, (entry) => {
    insertEntry(sql, monitor, entry, offered.has(entry.entry.id));
  });
  yield* inParts(decision.update, (entry) => {
    updateEntry(sql, monitor, entry, offered.has(entry.entry.id));
  });
  for (const batch of decision.batches) yield* insertBatch(sql, monitor, batch);
  const taken: Batch[] = [];
  for (const offer of decision.offers) {
    taken.push(...takeOffer(sql, monitor, offer));
    if ((taken.at(-1)?.size ?? 0) > LIMITS.state.partRows) yield;
  }
  return taken;
}

function takeOffer(sql: Sql, monitor: number, { batchId, offer, absorbed }: StoredOffer): Batch[] {
  const named = () => sql.get('SELECT * FROM batches WHERE monitor = ? AND batch_id = ?', monitor, batchId);
  const row = named();
  if (row === undefined) return [];
  if (absorbed !== undefined) absorbBatches(sql, monitor, row, absorbed);
  return [offerBatch(sql, absorbed === undefined ? row : (named() ?? row), offer)];
}

function saveState(sql: Sql, key: MonitorKey, { state }: Decision): number {
  const found = monitorNumber(sql, key);
  if (found !== null) {
    sql.run('UPDATE monitors SET state = ? WHERE num = ?', JSON.stringify(state), found);
    return found;
  }
  sql.run(
    'INSERT INTO monitors (scope, monitor_id, state) VALUES (?, ?, ?)',
    key.scope,
    key.monitorId,
    JSON.stringify(state),
  );
  return lastRow(sql);
}

function insertEntry(sql: Sql, monitor: number, { entry, ...facts }: NewEntry, inBatch: boolean): void {
  const { fetchedAt, source, ...content } = entry;
  sql.run(
    `INSERT INTO entries (monitor, id, first_check, fetched_at, source, sort_time, watched, twin, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    monitor,
    entry.id,
    facts.firstCheck,
    fetchedAt,
    source,
    facts.sortTime,
    facts.watched === null ? null : JSON.stringify(facts.watched),
    facts.twin,
    facts.keepContent || inBatch ? contentJson(content) : null,
  );
}

/** The times of an entry stay those of the check that found it first: only its content is newer. */
function updateEntry(
  sql: Sql,
  monitor: number,
  { entry, ...facts }: Decision['update'][number],
  inBatch: boolean,
): void {
  const { fetchedAt: _, source: __, ...content } = entry;
  sql.run(
    `UPDATE entries SET watched = ?, twin = ?, content = CASE
            WHEN ? = 0 THEN content
            WHEN ? = 1 OR EXISTS (SELECT 1 FROM batch_entries be JOIN batches b ON b.seq = be.batch
                                   WHERE be.entry = entries.seq AND b.status <> 'done') THEN ?
            ELSE NULL END
      WHERE monitor = ? AND id = ?`,
    facts.watched === null ? null : JSON.stringify(facts.watched),
    facts.twin,
    facts.contentChanged ? 1 : 0,
    facts.keepContent || inBatch ? 1 : 0,
    contentJson(content),
    monitor,
    entry.id,
  );
}
