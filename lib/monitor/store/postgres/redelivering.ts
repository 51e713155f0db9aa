import { placeAfter, text, textOrNull, whole, type Row } from '../rows';
import type { Batch, MonitorKey, Offer, PartSince, SinceBatch, SinceQuery } from '../store';
import { unknownBatch } from '../unknown';
import { insertHead, offerBatch } from './batches';
import { lease } from './leases';
import { monitorNumber } from './reading';
import type { Sql } from './sql';

/** Offers a stored batch again. */
export async function redeliver(sql: Sql, key: MonitorKey, batchId: string, offer: Offer): Promise<Batch> {
  await lease(sql, [key]);
  const row = await sql.get(
    'SELECT * FROM {batches} WHERE batch_id = $1 AND monitor = $2',
    batchId,
    await monitorNumber(sql, key),
  );
  if (row === undefined) throw unknownBatch(batchId);
  return await offerAgain(sql, row, offer);
}

/** Offers again, each as what it is, the open batches with new entries that were recorded since a time. */
export async function redeliverOpen(
  sql: Sql,
  key: MonitorKey,
  since: string,
  offer: Offer,
): Promise<Batch[]> {
  await lease(sql, [key]);
  const rows = await sql.all(
    `SELECT * FROM {batches} b WHERE b.monitor = $1 AND b.status <> 'done' AND b.status <> 'queued'
        AND EXISTS (SELECT 1 FROM {batch_entries} be JOIN {entries} e ON e.seq = be.entry
                     WHERE be.batch = b.seq AND be.changes IS NULL AND e.fetched_at >= $2)
      ORDER BY b.seq`,
    await monitorNumber(sql, key),
    since,
  );
  const offered: Batch[] = [];
  for (const row of rows) offered.push(await offerAgain(sql, row, offer));
  return offered;
}

/** One that waits for its confirmation waits on, for as long as it did: an offer that needs none is none. */
async function offerAgain(sql: Sql, row: Row, offer: Offer): Promise<Batch> {
  const waits = text(row, 'status') === 'pending' && offer.done;
  return await offerBatch(
    sql,
    row,
    waits ? { ...offer, done: false, leaseUntil: textOrNull(row, 'lease_until') } : offer,
  );
}

/** Puts what was recorded since a time into a batch, in the order in which it was. Null where there is none. */
export async function redeliverSince(
  sql: Sql,
  key: MonitorKey,
  { since, after, limit }: SinceQuery,
  batch: SinceBatch,
  offer: Offer,
): Promise<PartSince | null> {
  await lease(sql, [key]);
  const monitor = await monitorNumber(sql, key);
  if (monitor === null) return null;
  const rows = await sql.all(
    `SELECT e.seq, e.fetched_at, e.content IS NOT NULL AS kept FROM {entries} e
      WHERE e.monitor = $1 AND (e.fetched_at, e.seq) > ($2, $3::bigint)
        AND NOT EXISTS (SELECT 1 FROM {batch_entries} be JOIN {batches} b ON b.seq = be.batch
                         WHERE be.entry = e.seq AND be.changes IS NULL AND b.status <> 'done')
      ORDER BY e.fetched_at, e.seq LIMIT $4`,
    monitor,
    after?.time ?? since,
    after?.seq ?? 0,
    limit,
  );
  if (rows.length === 0) return null;
  // Counted as offered before: its entries were, or could have been. Those without contents count as lost.
  const head = { ...batch, status: 'pending' as const, keepContent: true, offer };
  const seq = await insertHead(sql, monitor, head, rows.length);
  const kept = rows.filter((row) => row['kept'] === true).map((row) => whole(row, 'seq'));
  await sql.run(
    `INSERT INTO {batch_entries} (batch, position, entry, changes)
     SELECT $1, place - 1, entry, NULL FROM unnest($2::bigint[]) WITH ORDINALITY AS kept (entry, place)`,
    seq,
    kept,
  );
  await sql.run(
    'UPDATE {entries} SET batch = $1 WHERE batch IS NULL AND seq = ANY ($2::bigint[])',
    seq,
    kept,
  );
  const row = await sql.get('SELECT * FROM {batches} WHERE seq = $1', seq);
  return row === undefined
    ? null
    : { batch: await offerBatch(sql, row, offer), next: placeAfter(rows, limit) };
}
