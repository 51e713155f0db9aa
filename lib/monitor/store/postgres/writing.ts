import { writableJson } from '../../entry';
import { LIMITS } from '../../../limits';
import { contentJson, placeAfter, whole, type Row } from '../rows';
import type {
  Batch,
  BatchFacts,
  Decision,
  MonitorKey,
  MonitorState,
  NewBatch,
  NewEntry,
  Offer,
  Place,
  SinceQuery,
} from '../store';
import { absorbBatches, storedBatch } from './absorbing';
import type { Sql } from './sql';
import { monitorNumber, readBatch } from './reading';

/**
 * The right to work on monitors: their rows stay locked until the transaction ends, and who comes later waits.
 * Taken in one order by everyone, so that two never wait for each other.
 */
export async function lease(sql: Sql, keys: readonly MonitorKey[]): Promise<void> {
  const ordered = [...keys].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const { scope, monitorId } of ordered)
    await sql.run(
      `INSERT INTO {leases} (scope, monitor_id, taken_at) VALUES ($1, $2, now())
       ON CONFLICT (scope, monitor_id) DO UPDATE SET taken_at = excluded.taken_at`,
      scope,
      monitorId,
    );
}

const orderOf = ({ scope, monitorId }: MonitorKey): string => JSON.stringify([scope, monitorId]);

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

/** The driver writes a list out at once: so many rows at a time, and the event loop turns between them. */
function partsOf<Item>(
  items: readonly Item[],
): readonly { readonly part: readonly Item[]; readonly from: number }[] {
  const { partRows } = LIMITS.state;
  return Array.from({ length: Math.ceil(items.length / partRows) }, (_, k) => {
    const from = k * partRows;
    return { part: items.slice(from, from + partRows), from };
  });
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

async function insertBatch(sql: Sql, monitor: number, batch: NewBatch): Promise<void> {
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

type Head = Pick<NewBatch, 'batchId' | 'status' | 'keepContent' | 'offer'> & { readonly facts: BatchFacts };

async function insertHead(sql: Sql, monitor: number, batch: Head, size: number): Promise<number> {
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

/** A batch of what was recorded since a time, in the order in which it was; null where there is none. */
export async function batchSince(
  sql: Sql,
  monitor: number,
  { since, after, limit }: SinceQuery,
  head: Head,
): Promise<{ row: Row; next: Place | null } | null> {
  const rows = await sql.all(
    `SELECT e.seq, e.fetched_at FROM {entries} e WHERE e.monitor = $1 AND (e.fetched_at, e.seq) > ($2, $3::bigint)
        AND NOT EXISTS (SELECT 1 FROM {batch_entries} be JOIN {batches} b ON b.seq = be.batch
                         WHERE be.entry = e.seq AND be.changes IS NULL AND b.status = 'queued')
      ORDER BY e.fetched_at, e.seq LIMIT $4`,
    monitor,
    after?.time ?? since,
    after?.seq ?? 0,
    limit,
  );
  if (rows.length === 0) return null;
  const batch = await insertHead(sql, monitor, head, rows.length);
  const entries = rows.map((row) => whole(row, 'seq'));
  await sql.run(
    `INSERT INTO {batch_entries} (batch, position, entry, changes)
     SELECT $1, place - 1, entry, NULL FROM unnest($2::bigint[]) WITH ORDINALITY AS kept (entry, place)`,
    batch,
    entries,
  );
  await sql.run(
    'UPDATE {entries} SET batch = $1 WHERE batch IS NULL AND seq = ANY ($2::bigint[])',
    batch,
    entries,
  );
  const row = await sql.get('SELECT * FROM {batches} WHERE seq = $1', batch);
  return row === undefined ? null : { row, next: placeAfter(rows, limit) };
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

/** Moves a monitor's rows to another key; the caller holds both leases. */
export async function moveMonitor(sql: Sql, from: MonitorKey, to: MonitorKey): Promise<boolean> {
  const monitor = await monitorNumber(sql, from);
  if (monitor === null) return false;
  await sql.run(
    'UPDATE {monitors} SET scope = $2, monitor_id = $3 WHERE num = $1',
    monitor,
    to.scope,
    to.monitorId,
  );
  return true;
}
