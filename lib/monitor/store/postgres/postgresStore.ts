import { ToolError } from '../../../errors';
import { newestFacts, text, whole, type Row } from '../rows';
import type { PostgresSettings } from '../settings';
import type { Acknowledged, MonitorKey, Store } from '../store';
import { noDelivery, noState, unknownBatch } from '../unknown';
import { finishBatch } from './batches';
import { Connection, type Waits } from './connection';
import { createDoubts, type Doubt } from './doubts';
import { OutcomeUnknown } from './failures';
import { lease } from './leases';
import { monitorNumber, monitorsOfPage, readHistory, readMonitors, readSnapshot } from './reading';
import { redeliver, redeliverOpen, redeliverSince } from './redelivering';
import type { Sql } from './sql';
import { moveMonitor, pruneMonitor, putAside, sweep } from './upkeep';
import { applyDecision } from './writing';

const NEXT_CHECK = 'The next check finds out: it offers what was stored, and finds anew what was not.';

/**
 * The state in PostgreSQL, for n8n in queue mode: every worker sees the same. A check holds the lease of its monitor
 * for one transaction, so checks of one monitor follow each other and checks of others go on.
 */
export function openPostgresStore(settings: PostgresSettings, waits: Partial<Waits> = {}): Store {
  const connection = new Connection(settings, waits);
  const doubts = createDoubts(connection);
  return {
    location: connection.location,
    look: async (key, ids) => {
      await doubts.settle();
      return await connection.read((sql) => readSnapshot(sql, key, ids), key);
    },
    check: async (key, ids, decide) => {
      await doubts.settle();
      const made: { doubt?: Doubt } = {};
      try {
        return await connection.write(async (sql) => {
          await lease(sql, [key]);
          const decision = decide(await readSnapshot(sql, key, ids));
          const offered = await applyDecision(sql, key, decision);
          made.doubt = { key, decision, offered };
          return offered;
        }, key);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown) || made.doubt === undefined) throw error;
        doubts.add(made.doubt);
        throw new OutcomeUnknown(connection.location, error.cause, NEXT_CHECK);
      }
    },
    history: (key, query) =>
      connection.read(async (sql) => {
        const monitor = await monitorNumber(sql, key);
        return monitor === null ? { rows: [], more: false } : await readHistory(sql, monitor, query);
      }, key),
    monitors: (scope, monitorId) => connection.read((sql) => readMonitors(sql, scope, monitorId)),
    ofPage: (url) => connection.read((sql) => monitorsOfPage(sql, url)),
    acknowledge: async (what) => {
      await doubts.settle();
      return await connection.write((sql) => acknowledge(sql, what));
    },
    redeliver: (key, batchId, offer) => connection.write((sql) => redeliver(sql, key, batchId, offer), key),
    redeliverOpen: (key, since, offer) =>
      connection.write((sql) => redeliverOpen(sql, key, since, offer), key),
    redeliverSince: (key, from, batch, offer) =>
      connection.write((sql) => redeliverSince(sql, key, from, batch, offer), key),
    reset: async (key) => {
      await connection.write(async (sql) => {
        await lease(sql, [key]);
        await putAside(sql, key);
      });
      await sweep(connection);
    },
    adopt: async (from, to) => {
      await connection.write(async (sql) => {
        await lease(sql, [from, to]);
        if ((await monitorNumber(sql, from)) === null) throw noState(from);
        await putAside(sql, to);
        await moveMonitor(sql, from, to);
      });
      await sweep(connection);
    },
    prune: (key, keep, onPage, raise) => pruneMonitor(connection, key, { keep, onPage, raise }),
    backup: () =>
      Promise.reject(
        new ToolError(
          'INVALID_REQUEST',
          `The state lies in ${connection.location}: back it up with pg_dump (tables internet_tools_*), as the rest of the database.`,
        ),
      ),
    bytes: () => connection.read(bytesOf),
    close: () => connection.close(),
  };
}

async function acknowledge(sql: Sql, what: Parameters<Store['acknowledge']>[0]): Promise<Acknowledged> {
  const ids = 'batchIds' in what ? what.batchIds : await deliveredTo(sql, what.executionId);
  // A check that offers one of them again at this moment is waited for, then confirmed as well.
  await lease(sql, await monitorsOf(sql, ids));
  const rows: Row[] = [];
  for (const id of ids) rows.push(await namedBatch(sql, id));
  const open = rows.filter((row) => row['status'] !== 'done');
  for (const row of open) await finishBatch(sql, whole(row, 'seq'));
  return {
    acknowledged: open.map((row) => ({
      batchId: text(row, 'batch_id'),
      monitorId: text(row, 'monitor_id'),
      entries: whole(row, 'size'),
    })),
    already: rows.filter((row) => row['status'] === 'done').map((row) => text(row, 'batch_id')),
    facts: newestFacts(rows),
  };
}

async function deliveredTo(sql: Sql, executionId: string): Promise<string[]> {
  const rows = await sql.all(
    `SELECT b.batch_id FROM {offers} o JOIN {batches} b ON b.seq = o.batch WHERE o.execution = $1 ORDER BY b.seq`,
    executionId,
  );
  if (rows.length === 0) throw noDelivery();
  return rows.map((row) => text(row, 'batch_id'));
}

async function monitorsOf(sql: Sql, batchIds: readonly string[]): Promise<MonitorKey[]> {
  const rows = await sql.all(
    `SELECT DISTINCT m.scope, m.monitor_id FROM {batches} b JOIN {monitors} m ON m.num = b.monitor
      WHERE b.batch_id = ANY ($1::text[])`,
    batchIds,
  );
  return rows.map((row) => ({ scope: text(row, 'scope'), monitorId: text(row, 'monitor_id') }));
}

async function namedBatch(sql: Sql, batchId: string): Promise<Row> {
  const row = await sql.get(
    'SELECT b.*, m.monitor_id FROM {batches} b JOIN {monitors} m ON m.num = b.monitor WHERE b.batch_id = $1',
    batchId,
  );
  if (row === undefined) throw unknownBatch(batchId);
  return row;
}

async function bytesOf(sql: Sql): Promise<number | null> {
  const row = await sql.get(
    `SELECT pg_total_relation_size('{entries}') + pg_total_relation_size('{batches}')
          + pg_total_relation_size('{batch_entries}') + pg_total_relation_size('{offers}')
          + pg_total_relation_size('{monitors}') AS bytes`,
  );
  return row === undefined ? null : whole(row, 'bytes');
}
