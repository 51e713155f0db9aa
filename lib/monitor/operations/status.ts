import { needsAttention, statusOf } from '../status';
import { scopeOf, unknownMonitor } from './findMonitor';
import { checkEnvelope } from '../checkEnvelope';
import { lastCheckOf } from './lastCheck';
import type { StatusRequest, StatusResult } from './request';
import type { StateTools } from '../checkContext';

/** How monitors do. Its envelope is that of the newest check among them. */
export async function status(request: StatusRequest, { store, now }: StateTools): Promise<StatusResult> {
  const scope = request.allScopes === true ? null : scopeOf(request);
  const rows = await store.monitors(scope, request.monitorId);
  if (rows.length === 0 && request.monitorId !== null)
    throw await unknownMonitor(store, scope, request.monitorId);
  const bytes = await store.bytes();
  const monitors = rows.map((row) => statusOf(row, now(), bytes));
  return {
    ...checkEnvelope({ monitors }, lastCheckOf(rows)),
    alarm: monitors.some(needsAttention),
    location: store.location,
  };
}
