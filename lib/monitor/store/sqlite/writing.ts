import type {
  Batch,
  BatchFacts,
  Changes,
  Decision,
  MonitorKey,
  NewBatch,
  NewEntry,
  Offer,
  Place,
  SinceQuery,
  StoredOffer,
} from '../store';
import { LIMITS } from '../../../limits';
import { absorbBatches } from './absorbing';
import type { Sql } from './connection';
import { inParts } from './parts';
import { monitorNumber, readBatch } from './reading';
import { contentJson, placeAfter, whole, type Row } from '../rows';

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

function* insertBatch(sql: Sql, monitor: number, batch: NewBatch): Generator<undefined, void> {
  const seq = insertHead(sql, monitor, batch, batch.entries.length);
  yield* inParts(batch.entries, ({ id, changes }, position) => {
    addEntry(sql, monitor, seq, position, id, changes);
  });
  if (batch.offer !== null) recordOffer(sql, seq, batch.offer.executionId);
  if (batch.status === 'done') dropContent(sql, seq);
}

type Head = Pick<NewBatch, 'batchId' | 'status' | 'keepContent' | 'offer'> & { readonly facts: BatchFacts };

function insertHead(sql: Sql, monitor: number, batch: Head, size: number): number {
  sql.run(
    `INSERT INTO batches (batch_id, monitor, status, size, created_at, offers, offered_at, lease_until, keep_content, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    batch.batchId,
    monitor,
    batch.status,
    size,
    batch.facts.fetchedAt,
    batch.offer === null ? 0 : 1,
    batch.offer?.at ?? null,
    batch.offer?.leaseUntil ?? null,
    batch.keepContent ? 1 : 0,
    JSON.stringify(batch.facts),
  );
  return lastRow(sql);
}

function addEntry(
  sql: Sql,
  monitor: number,
  batch: number,
  position: number,
  id: string,
  changes: Changes | null,
): void {
  sql.run(
    `INSERT INTO batch_entries (batch, position, entry, changes)
     SELECT ?, ?, seq, ? FROM entries WHERE monitor = ? AND id = ?`,
    batch,
    position,
    changes === null ? null : JSON.stringify(changes),
    monitor,
    id,
  );
  if (changes === null)
    sql.run(
      'UPDATE entries SET batch = ? WHERE monitor = ? AND id = ? AND batch IS NULL',
      batch,
      monitor,
      id,
    );
}

/** A batch of what was recorded since a time, in the order in which it was; null where there is none. */
export function batchSince(
  sql: Sql,
  monitor: number,
  { since, after, limit }: SinceQuery,
  head: Head,
): { seq: number; next: Place | null } | null {
  const rows = sql.all(
    `SELECT seq, fetched_at FROM entries WHERE monitor = ? AND (fetched_at, seq) > (?, ?)
        AND NOT EXISTS (SELECT 1 FROM batch_entries be JOIN batches b ON b.seq = be.batch
                         WHERE be.entry = entries.seq AND be.changes IS NULL AND b.status = 'queued')
      ORDER BY fetched_at, seq LIMIT ?`,
    monitor,
    after?.time ?? since,
    after?.seq ?? 0,
    limit,
  );
  if (rows.length === 0) return null;
  const batch = insertHead(sql, monitor, head, rows.length);
  rows.forEach((row, position) => {
    const entry = whole(row, 'seq');
    sql.run(
      'INSERT INTO batch_entries (batch, position, entry, changes) VALUES (?, ?, ?, NULL)',
      batch,
      position,
      entry,
    );
    sql.run('UPDATE entries SET batch = ? WHERE seq = ? AND batch IS NULL', batch, entry);
  });
  return { seq: batch, next: placeAfter(rows, limit) };
}

/** Hands a stored batch out (once more). Its content is read before it may be dropped. */
export function offerBatch(sql: Sql, row: Row, offer: Offer): Batch {
  const seq = whole(row, 'seq');
  const batch = readBatch(sql, row);
  sql.run(
    'UPDATE batches SET status = ?, offers = offers + 1, offered_at = ?, lease_until = ? WHERE seq = ?',
    offer.done ? 'done' : 'pending',
    offer.at,
    offer.leaseUntil,
    seq,
  );
  recordOffer(sql, seq, offer.executionId);
  if (offer.done) dropContent(sql, seq);
  return batch;
}

export function recordOffer(sql: Sql, batch: number, executionId: string | null): void {
  if (executionId === null) return;
  sql.run('INSERT INTO offers (execution, batch) VALUES (?, ?) ON CONFLICT DO NOTHING', executionId, batch);
}

export function finishBatch(sql: Sql, batch: number): void {
  sql.run("UPDATE batches SET status = 'done', lease_until = NULL WHERE seq = ?", batch);
  dropContent(sql, batch);
}

/** `storeHistory: false` keeps ids only, once no open batch needs the content any more. */
function dropContent(sql: Sql, batch: number): void {
  if (sql.get('SELECT keep_content FROM batches WHERE seq = ?', batch)?.['keep_content'] !== 0) return;
  sql.run(
    `UPDATE entries SET content = NULL
      WHERE seq IN (SELECT entry FROM batch_entries WHERE batch = ?)
        AND NOT EXISTS (SELECT 1 FROM batch_entries be JOIN batches b ON b.seq = be.batch
                         WHERE be.entry = entries.seq AND b.status <> 'done')`,
    batch,
  );
}

function lastRow(sql: Sql): number {
  return whole(sql.get('SELECT last_insert_rowid() AS seq') ?? {}, 'seq');
}
