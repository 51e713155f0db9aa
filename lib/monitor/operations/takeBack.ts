import type { CheckOutcome, CheckRequest, CheckResult, DeliveredEntry } from '../request';
import type { MonitorKey, Offer, StoredEntry } from '../store/store';
import { unknownBatch } from '../store/unknown';
import type { StateTools } from './stateTools';

/** Makes deliveries of `onRead` that could not be handed on pending: their entries count as delivered already. */
export async function takeBack(
  request: CheckRequest,
  outcomes: readonly CheckOutcome[],
  tools: StateTools,
): Promise<void> {
  if (request.preview || request.delivery !== 'onRead') return;
  const at = new Date(tools.now()).toISOString();
  const offer = { executionId: null, at, leaseUntil: null, done: false };
  const keeping = new Set(request.monitors.flatMap(({ id, storeHistory }) => (storeHistory ? [id] : [])));
  for (const outcome of outcomes)
    if (outcome.ok && outcome.result.batchId !== null) {
      const key = { scope: request.scope, monitorId: outcome.monitorId };
      if (keeping.has(key.monitorId)) await tools.store.redeliver(key, outcome.result.batchId, offer);
      else await restore(key, outcome.result.batchId, outcome.result, offer, tools);
    }
}

/** Where contents are not kept they went with the delivery, and the only ones left are those that it held. */
async function restore(
  key: MonitorKey,
  batchId: string,
  { data }: CheckResult,
  offer: Offer,
  { store }: StateTools,
): Promise<void> {
  const entries = data.newEntries.map(storedOf);
  await store.check(
    key,
    entries.map(({ id }) => id),
    ({ state, known }) => {
      if (state === null) throw unknownBatch(batchId);
      const update = entries.flatMap((entry) => {
        const before = known.get(entry.id);
        if (before === undefined) return [];
        const { watched, twin } = before;
        return [{ entry, watched, twin, keepContent: true, contentChanged: true }];
      });
      return { state, insert: [], update, batches: [], offers: [{ batchId, offer }] };
    },
  );
}

function storedOf(entry: DeliveredEntry): StoredEntry {
  const { monitorId: _, batchId: __, redelivered: ___, changes: ____, ...rest } = entry;
  const { dataAsOf: _____, dataAsOfFrom: ______, ...stored } = rest;
  return stored;
}
