import type { MonitorKey } from '../store';
import type { Sql } from './sql';

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
