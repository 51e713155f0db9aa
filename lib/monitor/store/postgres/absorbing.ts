import { whole, type Row } from '../rows';
import type { StoredOffer } from '../store';
import type { Sql } from './sql';

/** Queued batches become one: the first keeps its id and takes the entries of the others behind its own. */
export async function absorbBatches(
  sql: Sql,
  monitor: number,
  intoId: string,
  { batchIds, facts }: NonNullable<StoredOffer['absorbed']>,
): Promise<void> {
  const into = await storedBatch(sql, monitor, intoId);
  if (into === undefined) return;
  const seq = whole(into, 'seq');
  let size = whole(into, 'size');
  let keepContent = whole(into, 'keep_content');
  for (const batchId of batchIds) {
    const row = await storedBatch(sql, monitor, batchId);
    if (row?.['status'] !== 'queued') continue;
    const other = whole(row, 'seq');
    await sql.run(
      `INSERT INTO {batch_entries} (batch, position, entry, changes)
       SELECT $1, position + $2::int, entry, changes FROM {batch_entries} WHERE batch = $3`,
      seq,
      size,
      other,
    );
    await sql.run(
      `UPDATE {entries} SET batch = $1
        WHERE batch = $2 AND seq IN (SELECT entry FROM {batch_entries} WHERE batch = $2)`,
      seq,
      other,
    );
    await sql.run('DELETE FROM {batch_entries} WHERE batch = $1', other);
    await sql.run('DELETE FROM {batches} WHERE seq = $1', other);
    size += whole(row, 'size');
    keepContent = Math.max(keepContent, whole(row, 'keep_content'));
  }
  await sql.run(
    'UPDATE {batches} SET size = $2, keep_content = $3, facts = $4 WHERE seq = $1',
    seq,
    size,
    keepContent,
    JSON.stringify(facts),
  );
}

export async function storedBatch(sql: Sql, monitor: number, batchId: string): Promise<Row | undefined> {
  return await sql.get('SELECT * FROM {batches} WHERE monitor = $1 AND batch_id = $2', monitor, batchId);
}
