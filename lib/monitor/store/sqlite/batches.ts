import { whole, type Row } from '../rows';
import type { Batch, BatchFacts, Changes, NewBatch, Offer } from '../store';
import { inParts } from './parts';
import { readBatch } from './reading';
import { lastRow, type Sql } from './sql';

/** Stores a batch of entries that are stored, as its check offers it or leaves it for later. */
export function* insertBatch(sql: Sql, monitor: number, batch: NewBatch): Generator<undefined, void> {
  const seq = insertHead(sql, monitor, batch, batch.entries.length);
  yield* inParts(batch.entries, ({ id, changes }, position) => {
    addEntry(sql, monitor, seq, position, id, changes);
  });
  if (batch.offer !== null) recordOffer(sql, seq, batch.offer.executionId);
  if (batch.status === 'done') dropContent(sql, seq);
}

/** A batch without its entries. */
export type Head = Pick<NewBatch, 'batchId' | 'status' | 'keepContent' | 'offer'> & {
  readonly facts: BatchFacts;
};

export function insertHead(sql: Sql, monitor: number, batch: Head, size: number): number {
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

function recordOffer(sql: Sql, batch: number, executionId: string | null): void {
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
