import { secretsIn } from '../../redact';
import { futureWarning } from '../futureTimes';
import { historyEntry, readHistoryQuery } from '../historyOf';
import { findMonitor } from './findMonitor';
import { checkEnvelope } from '../checkEnvelope';
import type { HistoryRequest, HistoryResult } from './request';
import type { StateTools } from '../checkContext';

/** Recorded entries, newest first. */
export async function history(request: HistoryRequest, { store }: StateTools): Promise<HistoryResult> {
  const query = readHistoryQuery(request);
  const { key, state } = await findMonitor(store, request, request.monitorId);
  const { rows, more } = await store.history(key, query);
  const entries = rows.map((row) => historyEntry(row, key.monitorId));
  const warnings = futureWarning(entries, secretsIn(state.url));
  return {
    ...checkEnvelope({ entries }, state.facts, warnings),
    monitorId: key.monitorId,
    count: entries.length,
    more,
  };
}
