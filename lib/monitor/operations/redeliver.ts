import { ToolError } from '../../errors';
import { LIMITS } from '../../limits';
import { readBound } from '../historyOf';
import type { CheckResult } from '../request';
import { storedResult } from '../results';
import type { Place, SinceQuery } from '../store/store';
import { findMonitor } from './findMonitor';
import type { RedeliverRequest } from './request';
import type { StateTools } from './stateTools';

/** Offers a stored batch again, or all that was recorded since a time, in parts of a bounded size. */
export async function redeliver(
  request: RedeliverRequest,
  tools: StateTools,
): Promise<readonly CheckResult[]> {
  const { store, now, newId } = tools;
  const since = readBound(request.since, 'since');
  const { key, state } = await findMonitor(store, request, request.monitorId);
  const offer = {
    executionId: request.executionId,
    at: new Date(now()).toISOString(),
    leaseUntil: null,
    done: request.delivery === 'onRead',
  };
  const batchId = request.batchId?.trim() ?? '';
  if (batchId !== '')
    return [storedResult(await store.redeliver(key, batchId, offer), state, key.monitorId, request.delivery)];
  if (since === null)
    throw new ToolError(
      'INVALID_REQUEST',
      'Redeliver needs a batch id, or a time since which everything is offered again.',
    );
  if (state.facts === null) return [];
  const facts = { ...state.facts, firstCheck: false };
  const results: CheckResult[] = [];
  let after: Place | null = null;
  do {
    const from: SinceQuery = { since, after, limit: LIMITS.delivery.redeliverEntries };
    const part = await store.redeliverSince(key, from, { batchId: newId(), facts }, offer);
    if (part !== null) results.push(storedResult(part.batch, state, key.monitorId, request.delivery));
    after = part?.next ?? null;
  } while (after !== null);
  return results;
}
