import type { CheckOutcome, CheckRequest, CheckResult, DeliveredEntry } from '../request';
import type { MonitorKey, Offer, StoredEntry } from '../store/store';
import { unknownBatch } from '../store/unknown';
import type { StateTools } from '../checkContext';

/** Makes deliveries of `onRead` that could not be handed on pending: their entries count as delivered already. */
export async function takeBack(
  request: CheckRequest,
  outcomes: readonly CheckOutcome[],
  tools: StateTools,
): Promise<void> {
  if (request.preview || request.delivery !== 'onRead') return;
  const at = new Date(tools.now()).toISOString();
  const offer = { executionId: null, at, leaseUntil: null, done: false };
  for (const outcome of outcomes)
    if (outcome.ok && outcome.result.batchId !== null) {
      const key = { scope: request.scope, monitorId: outcome.monitorId };
      await restore(key, outcome.result.batchId, outcome.result, offer, tools);
    }
}

/**
 * Where contents are not kept they went with the delivery, and the only ones left are those that it held. The batch
 * knows whether they are, as of when it was made: here they are put back either way.
 */
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
  const { id, numericId, detailUrl, publishedAt, publishedPrecision, publishedText, tradedAt } = entry;
  const { fields, fetchedAt, source } = entry;
  return {
    id,
    numericId,
    detailUrl,
    publishedAt,
    ...(publishedPrecision === undefined ? {} : { publishedPrecision }),
    publishedText,
    tradedAt,
    fields,
    fetchedAt,
    source,
  };
}
