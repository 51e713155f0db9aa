import { ToolError } from '../../errors';
import { LIMITS } from '../../limits';
import { storedOffers } from '../delivery';
import { readBound } from '../historyOf';
import type { CheckResult } from '../request';
import { storedResult } from '../results';
import type { Batch, Offer, Place, SinceQuery, Snapshot } from '../store/store';
import { findMonitor } from './findMonitor';
import type { RedeliverRequest } from './request';
import type { StateTools } from '../checkContext';

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
  const asked = { monitorId: key.monitorId, delivery: request.delivery };
  const batchId = request.batchId?.trim() ?? '';
  if (batchId !== '') {
    const before = await store.look(key, []);
    const batch = await store.redeliver(key, batchId, offer);
    return [storedResult(batch, state, waitingBeside(batch, before, offer), asked)];
  }
  if (since === null)
    throw new ToolError(
      'INVALID_REQUEST',
      'Redeliver needs a batch id, or a time since which everything is offered again.',
    );
  if (state.facts === null) return [];
  const facts = { ...state.facts, firstCheck: false };
  const remaining = waitingBeside(null, await store.look(key, []), offer);
  const results: CheckResult[] = [];
  let after: Place | null = null;
  do {
    const from: SinceQuery = { since, after, limit: LIMITS.delivery.batchEntries };
    const part = await store.redeliverSince(key, from, { batchId: newId(), facts }, offer);
    if (part !== null) results.push(storedResult(part.batch, state, remaining, asked));
    after = part?.next ?? null;
  } while (after !== null);
  return results;
}

/** Looked at before the offer: where that look fails, nothing has been marked as read. As a check counts it. */
function waitingBeside(offered: Batch | null, { batches, queuedEntries }: Snapshot, offer: Offer): number {
  const others = batches.filter((it) => it.batchId !== offered?.batchId);
  const queued = queuedEntries - (offered?.status === 'queued' ? offered.size : 0);
  return storedOffers({ batches: others, queuedEntries: queued }, others, { limit: null, offer })
    .waitingBefore;
}
