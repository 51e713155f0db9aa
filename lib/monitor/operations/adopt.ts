import { kindOf } from '../../check';
import { ToolError } from '../../errors';
import { nothing } from '../checkContext';
import type { MonitorKey, MonitorRow, MonitorState, Store } from '../store/store';
import { scopeOf, unknownMonitor } from './findMonitor';
import { checkEnvelope } from '../checkEnvelope';
import type { AdoptRequest, AdoptResult } from './request';
import type { StateTools } from '../checkContext';

/** Takes over the state of another scope. INVALID_REQUEST where a state of its own would be overwritten. */
export async function adopt(request: AdoptRequest, { store }: StateTools): Promise<AdoptResult> {
  const scope = scopeOf(request);
  const fromId = request.fromMonitorId?.trim() ?? '';
  const wanted = fromId === '' ? request.monitorId : fromId;
  const rows = await store.monitors(request.fromScope, wanted);
  if (rows.length === 0) throw await unknownMonitor(store, request.fromScope, wanted);
  const moves = rows.map((row) => ({
    row,
    to: { scope, monitorId: request.monitorId ?? row.key.monitorId },
  }));
  for (const { row, to } of moves) await refuseOverwriting(store, row, to.scope, to.monitorId);
  for (const { row, to } of moves) {
    await store.adopt(row.key, to);
    await forgetNode(store, to, row.state);
  }
  const adopted = moves.map(({ row, to }) => ({
    monitorId: to.monitorId,
    knownIds: row.state.knownIds,
    pendingEntries: row.pendingEntries,
  }));
  return checkEnvelope({ fromScope: request.fromScope, adopted }, rows[0]?.state.facts ?? null);
}

/** The node that used it belongs to the other workflow: whichever checks next is its node now. */
async function forgetNode(store: Store, key: MonitorKey, adopted: MonitorState): Promise<void> {
  await store.check(key, [], ({ state }) => nothing({ ...(state ?? adopted), nodeId: null }));
}

async function refuseOverwriting(
  store: Store,
  from: MonitorRow,
  scope: string,
  monitorId: string,
): Promise<void> {
  if (from.key.scope === scope && from.key.monitorId === monitorId)
    throw new ToolError(
      'INVALID_REQUEST',
      `Monitor ${kindOf(monitorId)} is in this scope already: there is nothing to adopt.`,
    );
  const [there] = await store.monitors(scope, monitorId);
  if (there === undefined || there.state.knownIds === 0) return;
  throw new ToolError(
    'INVALID_REQUEST',
    `Monitor ${kindOf(monitorId)} has a state of its own here (${there.state.knownIds} known ids). Reset it first if the other one shall take its place.`,
  );
}
