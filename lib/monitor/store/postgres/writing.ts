import { writableJson } from '../../entry';
import { contentJson, whole } from '../rows';
import type { Batch, Decision, MonitorKey, MonitorState, NewEntry } from '../store';
import { absorbBatches, storedBatch } from './absorbing';
import { insertBatch, offerBatch } from './batches';
import { partsOf } from './parts';
import type { Sql } from './sql';

/** Writes what a check decided. Runs inside the transaction that read its snapshot. */
export async function applyDecision(sql: Sql, key: MonitorKey, decision: Decision): Promise<Batch[]> {
  const monitor = await saveState(sql, key, decision);
  const inBatch = new Set(decision.batches.flatMap((batch) => batch.entries.map(({ id }) => id)));
  await insertEntries(sql, monitor, decision.insert, inBatch);
  for (const entry of decision.update) await updateEntry(sql, monitor, entry, inBatch.has(entry.entry.id));
  for (const batch of decision.batches) await insertBatch(sql, monitor, batch);
  const offered: Batch[] = [];
  for (const { batchId, offer, absorbed } of decision.offers) {
    if (absorbed !== undefined) await absorbBatches(sql, monitor, batchId, absorbed);
    const row = await storedBatch(sql, monitor, batchId);
    if (row !== undefined) offered.push(await offerBatch(sql, row, offer));
  }
  return offered;
}

async function saveState(sql: Sql, { scope, monitorId }: MonitorKey, { state }: Decision): Promise<number> {
  const row = await sql.get(
    `INSERT INTO {monitors} (scope, monitor_id, state) VALUES ($1, $2, $3)
     ON CONFLICT (scope, monitor_id) DO UPDATE SET state = excluded.state RETURNING num`,
    scope,
    monitorId,
    stateJson(state),
  );
  return whole(row ?? {}, 'num');
}

/** The index by page reads it as jsonb, which takes no NUL and no half of a surrogate pair: in a cut text is one. */
export function stateJson(state: MonitorState): string {
  return writableJson(JSON.stringify(state));
}

async function insertEntries(
  sql: Sql,
  monitor: number,
  entries: readonly NewEntry[],
  inBatch: ReadonlySet<string>,
): Promise<void> {
  for (const { part } of partsOf(entries)) await insertPart(sql, monitor, part, inBatch);
}

async function insertPart(
  sql: Sql,
  monitor: number,
  entries: readonly NewEntry[],
  inBatch: ReadonlySet<string>,
): Promise<void> {
  const column = <Value>(of: (entry: NewEntry) => Value) => entries.map(of);
  await sql.run(
    `INSERT INTO {entries} (monitor, id, first_check, fetched_at, source, sort_time, watched, twin, content)
     SELECT $1, id, first_check, fetched_at, source, sort_time, watched, twin, content
       FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
            WITH ORDINALITY AS new (id, first_check, fetched_at, source, sort_time, watched, twin, content, place)
      ORDER BY place`,
    monitor,
    column(({ entry }) => entry.id),
    column(({ firstCheck }) => firstCheck),
    column(({ entry }) => entry.fetchedAt),
    column(({ entry }) => entry.source),
    column(({ sortTime }) => sortTime),
    column(({ watched }) => (watched === null ? null : JSON.stringify(watched))),
    column(({ twin }) => twin),
    column((entry) => (entry.keepContent || inBatch.has(entry.entry.id) ? contentOf(entry) : null)),
  );
}

/** The times of an entry stay those of the check that found it first: only its content is newer. */
async function updateEntry(
  sql: Sql,
  monitor: number,
  entry: Decision['update'][number],
  inBatch: boolean,
): Promise<void> {
  await sql.run(
    `UPDATE {entries} e SET watched = $3, twin = $4, content = CASE
            WHEN NOT $5::boolean THEN e.content
            WHEN $6::boolean OR EXISTS (SELECT 1 FROM {batch_entries} be JOIN {batches} b ON b.seq = be.batch
                                         WHERE be.entry = e.seq AND b.status <> 'done') THEN $7
            ELSE NULL END
      WHERE monitor = $1 AND id = $2`,
    monitor,
    entry.entry.id,
    entry.watched === null ? null : JSON.stringify(entry.watched),
    entry.twin,
    entry.contentChanged,
    entry.keepContent || inBatch,
    contentOf(entry),
  );
}

function contentOf({ entry }: Pick<NewEntry, 'entry'>): string {
  const { fetchedAt: _, source: __, ...content } = entry;
  return contentJson(content);
}
