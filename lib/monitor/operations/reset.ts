import { findMonitor } from './findMonitor';
import { checkEnvelope } from '../checkEnvelope';
import type { ResetRequest, ResetResult } from './request';
import type { StateTools } from '../checkContext';

/** Forgets a monitor, or only says what would be forgotten. */
export async function reset(request: ResetRequest, { store }: StateTools): Promise<ResetResult> {
  const row = await findMonitor(store, request, request.monitorId);
  if (request.confirm) await store.reset(row.key);
  const { monitorId } = row.key;
  const { knownIds, facts } = row.state;
  const data = {
    monitorId,
    done: request.confirm,
    knownIds,
    pendingEntries: row.pendingEntries,
    batches: row.batches,
  };
  return checkEnvelope(data, facts);
}
