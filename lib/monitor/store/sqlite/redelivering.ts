import { placeAfter, text, textOrNull, whole, type Row } from '../rows';
import type { Batch, MonitorKey, Offer, PartSince, SinceBatch, SinceQuery } from '../store';
import { unknownBatch } from '../unknown';
import { insertHead, offerBatch } from './batches';
import { monitorNumber } from './reading';
import type { Sql } from './sql';

/** Offers a stored batch again. */
export function redeliver(sql: Sql, key: MonitorKey, batchId: string, offer: Offer): Batch {
  const monitor = monitorNumber(sql, key) ?? -1;
  const row = sql.get('SELECT * FROM batches WHERE batch_id = ? AND monitor = ?', batchId, monitor);
  if (row === undefined) throw unknownBatch(batchId);
  return offerAgain(sql, row, offer);
}

/** Offers again, each as what it is, the open batches with new entries that were recorded since a time. */
export function* redeliverOpen(
  sql: Sql,
  key: MonitorKey,
  since: string,
  offer: Offer,
): Generator<undefined, Batch[]> {
  const rows = sql.all(
    `SELECT * FROM batches b WHERE b.monitor = ? AND b.status <> 'done' AND b.status <> 'queued'
        AND EXISTS (SELECT 1 FROM batch_entries be JOIN entries e ON e.seq = be.entry
                     WHERE be.batch = b.seq AND be.changes IS NULL AND e.fetched_at >= ?)
      ORDER BY b.seq`,
    monitorNumber(sql, key) ?? -1,
    since,
  );
  const offered: Batch[] = [];
  for (const row of rows) {
    if (offered.length > 0) yield;
    offered.push(offerAgain(sql, row, offer));
  }
  return offered;
}

/** One that waits for its confirmation waits on, for as long as it did: an offer that needs none is none. */
function offerAgain(sql: Sql, row: Row, offer: Offer): Batch {
  const waits = text(row, 'status') === 'pending' && offer.done;
  return offerBatch(
    sql,
    row,
    waits ? { ...offer, done: false, leaseUntil: textOrNull(row, 'lease_until') } : offer,
  );
}

/** Puts what was recorded since a time into a batch, in the order in which it was. Null where there is none. */
export function redeliverSince(
  sql: Sql,
  key: MonitorKey,
  { since, after, limit }: SinceQuery,
  batch: SinceBatch,
  offer: Offer,
): PartSince | null {
  const monitor = monitorNumber(sql, key) ?? -1;
  const rows = sql.all(
    `SELECT seq, fetched_at, content IS NOT NULL AS kept FROM entries
      WHERE monitor = ? AND (fetched_at, seq) > (?, ?)
        AND NOT EXISTS (SELECT 1 FROM batch_entries be JOIN batches b ON b.seq = be.batch
                         WHERE be.entry = entries.seq AND be.changes IS NULL AND b.status <> 'done')
      ORDER BY fetched_at, seq LIMIT ?`,
    monitor,
    after?.time ?? since,
    after?.seq ?? 0,
    limit,
  );
  if (rows.length === 0) return null;
  // Counted as offered before: its entries were, or could have been. Those without contents count as lost.
  const head = { ...batch, status: 'pending' as const, keepContent: true, offer };
  const seq = insertHead(sql, monitor, head, rows.length);
  const kept = rows.filter((row) => whole(row, 'kept') === 1);
  kept.forEach((row, position) => {
    const entry = whole(row, 'seq');
    sql.run(
      'INSERT INTO batch_entries (batch, position, entry, changes) VALUES (?, ?, ?, NULL)',
      seq,
      position,
      entry,
    );
    sql.run('UPDATE entries SET batch = ? WHERE seq = ? AND batch IS NULL', seq, entry);
  });
  const row = sql.get('SELECT * FROM batches WHERE seq = ?', seq);
  return row === undefined ? null : { batch: offerBatch(sql, row, offer), next: placeAfter(rows, limit) };
}
