import { ToolError } from '../../errors';
import { LIMITS } from '../../limits';
import type { StateTools } from '../checkContext';
import { storedOffers } from '../delivery';
import { readBound } from '../historyOf';
import type { CheckResult } from '../request';
import { storedResult } from '../results';
import type { Batch, CheckFacts, MonitorKey, Offer, Place, Snapshot } from '../store/store';
import { findMonitor } from './findMonitor';
import type { RedeliverRequest } from './request';

/**
 * Offers a stored batch again, or all that was recorded since a time: what is in an open batch by that one, the rest in
 * new ones of a bounded size. A batch that waits for its confirmation waits on, however it is offered.
 */
export async function redeliver(
  request: RedeliverRequest,
  tools: StateTools,
): Promise<readonly CheckResult[]> {
  const { store, now } = tools;
  const since = readBound(request.since, 'since');
  const { key, state } = await findMonitor(store, request, request.monitorId);
  const offer = {
    executionId: request.executionId,
    at: new Date(now()).toISOString(),
    leaseUntil: null,
    done: request.delivery === 'onRead',
  };
  const batchId = request.batchId?.trim() ?? '';
  if (batchId === '' && since === null)
    throw new ToolError(
      'INVALID_REQUEST',
      'Redeliver needs a batch id, or a time since which everything is offered again.',
    );
  // Looked at before the offer: where that fails, nothing has been marked as read.
  const before = await store.look(key, []);
  const offered =
    since === null || batchId !== ''
      ? [await store.redeliver(key, batchId, offer)]
      : await offerSince(key, since, state.facts, offer, tools);
  const remaining = waitingBeside(offered, before, offer);
  const asked = { monitorId: key.monitorId, delivery: request.delivery };
  return offered.map((batch) => storedResult(batch, state, remaining, asked));
}

/** Open batches first: what is confirmed meanwhile comes twice rather than never. */
async function offerSince(
  key: MonitorKey,
  since: string,
  newest: CheckFacts | null,
  offer: Offer,
  { store, newId }: StateTools,
): Promise<readonly Batch[]> {
  if (newest === null) return [];
  const facts = { ...newest, firstCheck: false };
  const offered = [...(await store.redeliverOpen(key, since, offer))];
  let after: Place | null = null;
  do {
    const from = { since, after, limit: LIMITS.delivery.batchEntries };
    const part = await store.redeliverSince(key, from, { batchId: newId(), facts }, offer);
    if (part !== null) offered.push(part.batch);
    after = part?.next ?? null;
  } while (after !== null);
  return offered;
}

/** As a check counts it. */
function waitingBeside(
  offered: readonly Batch[],
  { batches, queuedEntries }: Snapshot,
  offer: Offer,
): number {
  const ids = new Set(offered.map((it) => it.batchId));
  const others = batches.filter((it) => !ids.has(it.batchId));
  const first = offered.reduce((sum, { status, size }) => sum + (status === 'queued' ? size : 0), 0);
  return storedOffers({ batches: others, queuedEntries: queuedEntries - first }, others, {
    limit: null,
    offer,
  }).waitingBefore;
}
