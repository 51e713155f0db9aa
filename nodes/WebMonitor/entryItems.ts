import { precisionOf } from '../../lib/instant';
import type { DeliveredEntry, HistoryEntry } from '../../lib/webMonitor';

type Stored = DeliveredEntry | HistoryEntry;

/** One entry as a full envelope: `data` is the entry, everything about its delivery stands beside it. */
export function entryEnvelope(entry: Stored): object {
  const { fetchedAt, dataAsOf, dataAsOfFrom, source, monitorId, batchId, ...rest } = entry;
  const {
    id,
    numericId,
    detailUrl,
    publishedAt,
    publishedText,
    tradedAt,
    fields,
    publishedPrecision,
    ...delivery
  } = rest;
  return {
    fetchedAt,
    dataAsOf,
    dataAsOfPrecision: dataAsOf === null ? null : (publishedPrecision ?? precisionOf(dataAsOf)),
    dataAsOfFrom,
    source,
    monitorId,
    batchId,
    ...delivery,
    untrusted: true,
    data: { id, numericId, detailUrl, publishedAt, publishedText, tradedAt, fields },
  };
}
