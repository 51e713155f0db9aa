import { contentJson, text, whole } from '../rows';
import type { Batch, Decision, MonitorKey, Offer, StoredEntry } from '../store';
import type { Connection } from './connection';
import { lease } from './leases';
import type { Sql } from './sql';

/** A check of which nobody knows whether it is stored, and what it returned where it is. */
export interface Doubt {
  readonly key: MonitorKey;
  readonly decision: Decision;
  readonly offered: readonly Batch[];
}

/** What this process has to find out before it works on. */
export interface Doubts {
  add(doubt: Doubt): void;
  /** Finds out what it can; what it cannot is tried again the next time. */
  settle(): Promise<void>;
}

/**
 * Where COMMIT was never answered the check fails, and hands nothing on. If it was stored all the same, its entries are
 * known and count as delivered: in `onRead` at once, else as soon as its execution acknowledges. They would never be told.
 * So its offers are taken back as soon as the database answers, and the next check offers its batches, flagged. Kept in memory: it ends with the process, as any delivery
 * does that was stored and not handed on.
 */
export function createDoubts(connection: Connection): Doubts {
  const open = new Set<Doubt>();
  let settling: Promise<void> | null = null;
  const settleAll = async (): Promise<void> => {
    for (const doubt of [...open])
      try {
        await connection.write((sql) => takeBack(sql, doubt));
        open.delete(doubt);
      } catch {
        // The database does not answer yet, or the transaction is still under way there: what comes next says so.
      }
  };
  return {
    add: (doubt) => void open.add(doubt),
    settle: async () => {
      if (open.size === 0) return;
      // once, however many ask: a batch that was taken back may be offered by one of them already
      settling ??= settleAll().finally(() => {
        settling = null;
      });
      await settling;
    },
  };
}

/** The lease waits for the end of the transaction in doubt: then its batches are there or never will be. */
async function takeBack(sql: Sql, { key, decision, offered }: Doubt): Promise<void> {
  await lease(sql, [key]);
  const entries = [...decision.insert, ...decision.update].map(({ entry }) => entry);
  for (const { batchId, offer } of decision.batches)
    if (offer !== null) await takeBackOffer(sql, batchId, offer, entries);
  for (const { batchId, offer } of decision.offers) {
    const batch = offered.find((it) => it.batchId === batchId);
    await takeBackOffer(sql, batchId, offer, batch?.entries.map(({ entry }) => entry) ?? []);
  }
}

async function takeBackOffer(
  sql: Sql,
  batchId: string,
  { executionId, leaseUntil, done }: Offer,
  entries: readonly StoredEntry[],
): Promise<void> {
  // nothing was handed on: an Acknowledge of that execution would confirm what nobody has seen
  await sql.run(
    'DELETE FROM {offers} WHERE execution = $1 AND batch = (SELECT seq FROM {batches} WHERE batch_id = $2)',
    executionId,
    batchId,
  );
  if (done) {
    await makePending(sql, batchId, entries);
    return;
  }
  await sql.run(
    "UPDATE {batches} SET lease_until = NULL WHERE batch_id = $1 AND status = 'pending' AND lease_until = $2",
    batchId,
    leaseUntil,
  );
}

/** By its id alone: the monitor may have been adopted meanwhile. Contents that are not kept went with the delivery. */
async function makePending(sql: Sql, batchId: string, entries: readonly StoredEntry[]): Promise<void> {
  const row = await sql.get(
    "UPDATE {batches} SET status = 'pending', lease_until = NULL WHERE batch_id = $1 AND status = 'done' RETURNING seq",
    batchId,
  );
  if (row === undefined) return;
  const bare = await sql.all(
    `SELECT e.seq, e.id FROM {batch_entries} b JOIN {entries} e ON e.seq = b.entry
      WHERE b.batch = $1 AND e.content IS NULL`,
    whole(row, 'seq'),
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const found = bare.flatMap((it) => {
    const entry = byId.get(text(it, 'id'));
    return entry === undefined ? [] : [{ seq: whole(it, 'seq'), content: contentOf(entry) }];
  });
  await sql.run(
    `UPDATE {entries} e SET content = new.content
       FROM unnest($1::bigint[], $2::text[]) AS new (seq, content) WHERE e.seq = new.seq`,
    found.map(({ seq }) => seq),
    found.map(({ content }) => content),
  );
}

function contentOf({ fetchedAt: _, source: __, ...content }: StoredEntry): string {
  return contentJson(content);
}
