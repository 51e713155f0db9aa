import { whole, type Row } from '../rows';
import type { Batch, BatchFacts, NewBatch, Offer } from '../store';
import { partsOf } from './parts';
import { readBatch } from './reading';
import type { Sql } from './sql';

/** Stores a batch of entries that are stored, as its check offers it or leaves it for later. */
export async function insertBatch(sql: Sql, monitor: number, batch: NewBatch): Promise<void> {
  const seq = await insertHead(sql, monitor, batch, batch.entries.length);
  for (const { part, from } of partsOf(batch.entries))
    await sql.run(
      `INSERT INTO {batch_entries} (batch, position, entry, changes)
       SELECT $1, $5::int + place - 1, e.seq, new.changes
         FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS new (id, changes, place)
         JOIN {entries} e ON e.monitor = $2 AND e.id = new.id`,
      seq,
      monitor,
      part.map(({ id }) => id),
      part.map(({ changes }) => (changes === null ? null : JSON.stringify(changes))),
      from,
    );
  await sql.run(
    `UPDATE {entries} SET batch = $1 WHERE batch IS NULL AND monitor = $2
        AND seq IN (SELECT entry FROM {batch_entries} WHERE batch = $1 AND changes IS NULL)`,
    seq,
    monitor,
  );
  if (batch.offer !== null) await recordOffer(sql, seq, batch.offer.executionId);
  if (batch.status === 'done') await dropContent(sql, seq);
}

/** A batch without its entries. */
export type Head = Pick<NewBatch, 'batchId' | 'status' | 'keepContent' | 'offer'> & {
  readonly facts: BatchFacts;
};

export async function insertHead(sql: Sql, monitor: number, batch: Head, size: number): Promise<number> {
  const row = await sql.get(
    `INSERT INTO {batches} (batch_id, monitor, status, size, created_at, offers, offered_at, lease_until, keep_content, facts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING seq`,
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
  return whole(row ?? {}, 'seq');
}

/** Hands a stored batch out (once more). Its content is read before it may be dropped. */
export async function offerBatch(sql: Sql, row: Row, offer: Offer): Promise<Batch> {
  const seq = whole(row, 'seq');
  const batch = await readBatch(sql, row);
  await sql.run(
    'UPDATE {batches} SET status = $2, offers = offers + 1, offered_at = $3, lease_until = $4 WHERE seq = $1',
    seq,
    offer.done ? 'done' : 'pending',
    offer.at,
    offer.leaseUntil,
  );
  await recordOffer(sql, seq, offer.executionId);
  if (offer.done) await dropContent(sql, seq);
  return batch;
}

async function recordOffer(sql: Sql, batch: number, executionId: string | null): Promise<void> {
  if (executionId === null) return;
  await sql.run(
    'INSERT INTO {offers} (execution, batch) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    executionId,
    batch,
  );
}

export async function finishBatch(sql: Sql, batch: number): Promise<void> {
  await sql.run("UPDATE {batches} SET status = 'done', lease_until = NULL WHERE seq = $1", batch);
  await dropContent(sql, batch);
}

/** `storeHistory: false` keeps ids only, once no open batch needs the content any more. */
async function dropContent(sql: Sql, batch: number): Promise<void> {
  await sql.run(
    `UPDATE {entries} e SET content = NULL
      WHERE (SELECT keep_content FROM {batches} WHERE seq = $1) = 0
        AND e.seq IN (SELECT entry FROM {batch_entries} WHERE batch = $1)
        AND NOT EXISTS (SELECT 1 FROM {batch_entries} be JOIN {batches} b ON b.seq = be.batch
                         WHERE be.entry = e.seq AND b.status <> 'done')`,
    batch,
  );
}
