import { whole, type Row } from '../rows';
import type { StoredOffer } from '../store';
import type { Sql } from './sql';

/** Queued batches become one: the first keeps its id and takes the entries of the others behind its own. */
export function absorbBatches(
  sql: Sql,
  monitor: number,
  into: Row,
  { batchIds, facts }: NonNullable<StoredOffer['absorbed']>,
): void {
  const seq = whole(into, 'seq');
  let size = whole(into, 'size');
  let keepContent = whole(into, 'keep_content');
  for (const batchId of batchIds) {
    const row = sql.get(
      "SELECT * FROM batches WHERE monitor = ? AND batch_id = ? AND status = 'queued'",
      monitor,
      batchId,
    );
    if (row === undefined) continue;
    const other = whole(row, 'seq');
    sql.run(
      `INSERT INTO batch_entries (batch, position, entry, changes)
       SELECT ?, position + ?, entry, changes FROM batch_entries WHERE batch = ?`,
      seq,
      size,
      other,
    );
    sql.run(
      'UPDATE entries SET batch = ? WHERE batch = ? AND seq IN (SELECT entry FROM batch_entries WHERE batch = ?)',
      seq,
      other,
      other,
    );
    sql.run('DELETE FROM batch_entries WHERE batch = ?', other);
    sql.run('DELETE FROM batches WHERE seq = ?', other);
    size += whole(row, 'size');
    keepContent = Math.max(keepContent, whole(row, 'keep_content'));
  }
  sql.run(
    'UPDATE batches SET size = ?, keep_content = ?, facts = ? WHERE seq = ?',
    size,
    keepContent,
    JSON.stringify(facts),
    seq,
  );
}
