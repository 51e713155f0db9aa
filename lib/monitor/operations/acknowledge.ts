import { ToolError } from '../../errors';
import { scopeOf } from './findMonitor';
import { checkEnvelope } from '../checkEnvelope';
import { lastCheckOf } from './lastCheck';
import type { AcknowledgeRequest, AcknowledgeResult } from './request';
import type { StateTools } from '../checkContext';

/** Its envelope is that of the check whose batch it confirms, the newest of several; where none, of the scope's last. */
export async function acknowledge(
  request: AcknowledgeRequest,
  { store, now }: StateTools,
): Promise<AcknowledgeResult> {
  const batchIds = (request.batchIds ?? []).map((id) => id.trim()).filter((id) => id !== '');
  const nothing = { acknowledged: [], alreadyAcknowledged: [] };
  if (request.preview) {
    const rows = request.scope.trim() === '' ? [] : await store.monitors(scopeOf(request), null);
    return { ...checkEnvelope(nothing, lastCheckOf(rows)), preview: true };
  }
  const { acknowledged, already, facts } = await store.acknowledge(
    whatToAcknowledge([...new Set(batchIds)], request),
    new Date(now()).toISOString(),
  );
  return { ...checkEnvelope({ acknowledged, alreadyAcknowledged: already }, facts), preview: false };
}

function whatToAcknowledge(batchIds: readonly string[], { executionId }: AcknowledgeRequest) {
  if (batchIds.length > 0) return { batchIds };
  if (executionId !== null && executionId !== '') return { executionId };
  throw new ToolError(
    'UNKNOWN_BATCH',
    'Neither a batch id nor an execution is given, so there is nothing to confirm. Give the batch id of the Summary.',
  );
}
