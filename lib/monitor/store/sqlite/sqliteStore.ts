import { chmod, open, rm, stat } from 'node:fs/promises';
import { newestFacts, text, whole } from '../rows';
import type { SqliteSettings } from '../settings';
import type { Acknowledged, Batch, Decision, MonitorKey, Snapshot, Store } from '../store';
import { LIMITS } from '../../../limits';
import { noDelivery, noState, unknownBatch } from '../unknown';
import { finishBatch } from './batches';
import { Connection, type ConnectionOptions } from './connection';
import { stateError } from './failures';
import { inThread } from './inThread';
import { monitorNumber, monitorsOfPage, readHistory, readMonitors, readSnapshot } from './reading';
import { redeliver, redeliverOpen, redeliverSince } from './redelivering';
import type { Sql } from './sql';
import { locateBackup, locateState } from './stateFile';
import { pruneMonitor, putAside, sweep } from './upkeep';
import { applyDecision } from './writing';

/** The state in one SQLite file. Opened on first use; the file is only looked for then. */
export async function openSqliteStore(
  settings: SqliteSettings,
  options: ConnectionOptions = {},
): Promise<Store> {
  const path = await locateState(settings);
  const connection = new Connection(path, options);
  return {
    location: path,
    look: (key, ids) => connection.readInParts((sql) => readSnapshot(sql, key, ids), key),
    check: (key, ids, decide) => connection.writeInParts((sql) => check(sql, key, ids, decide), key),
    history: (key, query) =>
      connection.read((sql) => {
        const monitor = monitorNumber(sql, key);
        return monitor === null ? { rows: [], more: false } : readHistory(sql, monitor, query);
      }, key),
    monitors: (scope, monitorId) => connection.read((sql) => readMonitors(sql, scope, monitorId)),
    ofPage: (url) => connection.read((sql) => monitorsOfPage(sql, url)),
    acknowledge: (what) => connection.write((sql) => acknowledge(sql, what)),
    redeliver: (key, batchId, offer) => connection.write((sql) => redeliver(sql, key, batchId, offer), key),
    redeliverOpen: (key, since, offer) =>
      connection.writeInParts((sql) => redeliverOpen(sql, key, since, offer), key),
    redeliverSince: (key, from, batch, offer) =>
      connection.write((sql) => redeliverSince(sql, key, from, batch, offer), key),
    reset: async (key) => {
      await connection.write((sql) => {
        putAside(sql, key);
      });
      await sweep(connection);
    },
    adopt: async (from, to) => {
      await connection.write((sql) => {
        adopt(sql, from, to);
      });
      await sweep(connection);
    },
    prune: (key, keep, onPage, raise) => pruneMonitor(connection, key, { keep, onPage, raise }),
    backup: (fileName) => backup(connection, fileName),
    bytes: async () => (await stat(path).catch(() => null))?.size ?? null,
    close: () => connection.close(),
  };
}

function* check(
  sql: Sql,
  key: MonitorKey,
  ids: readonly string[],
  decide: (snapshot: Snapshot) => Decision,
): Generator<undefined, Batch[]> {
  const snapshot = yield* readSnapshot(sql, key, ids);
  const isLong = ids.length > LIMITS.state.partRows;
  // deciding about a long list takes a turn of its own
  if (isLong) yield;
  const decision = decide(snapshot);
  if (isLong) yield;
  return yield* applyDecision(sql, key, decision);
}

function acknowledge(sql: Sql, what: Parameters<Store['acknowledge']>[0]): Acknowledged {
  const rows =
    'batchIds' in what
      ? what.batchIds.map((id) => namedBatch(sql, id))
      : deliveredBatches(sql, what.executionId);
  const open = rows.filter((row) => row['status'] !== 'done');
  for (const row of open) finishBatch(sql, whole(row, 'seq'));
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

function namedBatch(sql: Sql, batchId: string) {
  const row = sql.get(
    'SELECT b.*, m.monitor_id FROM batches b JOIN monitors m ON m.num = b.monitor WHERE b.batch_id = ?',
    batchId,
  );
  if (row === undefined) throw unknownBatch(batchId);
  return row;
}

function deliveredBatches(sql: Sql, executionId: string) {
  const rows = sql.all(
    `SELECT b.*, m.monitor_id FROM offers o JOIN batches b ON b.seq = o.batch JOIN monitors m ON m.num = b.monitor
      WHERE o.execution = ? ORDER BY b.seq`,
    executionId,
  );
  if (rows.length > 0) return rows;
  throw noDelivery();
}

function adopt(sql: Sql, from: MonitorKey, to: MonitorKey): void {
  if (monitorNumber(sql, from) === null) throw noState(from);
  putAside(sql, to);
  sql.run(
    'UPDATE monitors SET scope = ?, monitor_id = ? WHERE scope = ? AND monitor_id = ?',
    to.scope,
    to.monitorId,
    from.scope,
    from.monitorId,
  );
}

/** Copying a file that is in use copies no state: VACUUM INTO does. */
async function backup(connection: Connection, fileName: string): Promise<{ path: string; bytes: number }> {
  const driver = await connection.driverName().catch((error: unknown) => {
    throw stateError(error, connection.path);
  });
  const path = await locateBackup(connection.path, fileName);
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    throw stateError(error, path);
  }
  try {
    await inThread(connection.path, `VACUUM INTO '${path.replaceAll("'", "''")}'`, driver);
    await chmod(path, 0o600);
    return { path, bytes: (await stat(path)).size };
  } catch (error) {
    // Half a copy looks like a backup and is none.
    await rm(path, { force: true }).catch(() => undefined);
    throw stateError(error, path);
  }
}
