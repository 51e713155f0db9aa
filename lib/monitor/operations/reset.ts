import { ToolError } from '../../errors';
import { UnreadableRow } from '../store/rows';
import { findMonitor, scopeOf } from './findMonitor';
import { checkEnvelope } from '../checkEnvelope';
import type { ResetRequest, ResetResult } from './request';
import type { StateTools } from '../checkContext';

/** Forgets a monitor, or only says what would be forgotten: null where its row cannot be read any more. */
export async function reset(request: ResetRequest, { store }: StateTools): Promise<ResetResult> {
  const { monitorId } = request;
  const row = await findMonitor(store, request, monitorId).catch((error: unknown) => {
    if (error instanceof ToolError && error.cause instanceof UnreadableRow) return null;
    throw error;
  });
  if (request.confirm) await store.reset(row?.key ?? { scope: scopeOf(request), monitorId });
  const data = {
    monitorId,
    done: request.confirm,
    knownIds: row?.state.knownIds ?? null,
    pendingEntries: row?.pendingEntries ?? null,
    batches: row?.batches ?? null,
  };
  return checkEnvelope(data, row?.state.facts ?? null);
}
