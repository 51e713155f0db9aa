import { invalid, kindOf } from '../check';
import { type Envelope, seal } from '../envelope';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { futureWarning } from './futureTimes';
import { historyEntry, readBound, readHistoryQuery } from './historyOf';
import type {
  AcknowledgeRequest,
  AcknowledgeResult,
  AdoptRequest,
  AdoptResult,
  BackupRequest,
  BackupResult,
  CheckResult,
  HistoryRequest,
  HistoryResult,
  MonitorRequest,
  RedeliverRequest,
  ResetRequest,
  ResetResult,
  StatusRequest,
  StatusResult,
} from './request';
import { dataTimeOf, storedResult } from './results';
import { needsAttention, statusOf } from './status';
import type {
  CheckFacts,
  MonitorKey,
  MonitorRow,
  MonitorState,
  Place,
  SinceQuery,
  Store,
} from './store/store';

/** Operations that look at or change the state and make no request: their envelope is that of the last real check. */
export interface StateTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function history(request: HistoryRequest, { store }: StateTools): Promise<HistoryResult> {
  const query = readHistoryQuery(request);
  const { key, state } = await findMonitor(store, request, request.monitorId);
  const { rows, more } = await store.history(key, query);
  const entries = rows.map((row) => historyEntry(row, key.monitorId));
  const warnings = futureWarning(entries);
  return {
    ...envelope({ entries }, state.facts, warnings),
    monitorId: key.monitorId,
    count: entries.length,
    more,
  };
}

export async function status(request: StatusRequest, { store, now }: StateTools): Promise<StatusResult> {
  const scope = request.allScopes === true ? null : scopeOf(request);
  const rows = await store.monitors(scope, request.monitorId);
  if (rows.length === 0 && request.monitorId !== null)
    throw await unknownMonitor(store, scope, request.monitorId);
  const bytes = await store.bytes();
  const monitors = rows.map((row) => statusOf(row, now(), bytes));
  return {
    ...envelope({ monitors }, lastCheckOf(rows)),
    alarm: monitors.some(needsAttention),
    location: store.location,
  };
}

/** The facts of the newest check among some monitors; null before the first. */
function lastCheckOf(rows: readonly MonitorRow[]): CheckFacts | null {
  return rows
    .map(({ state }) => state.facts)
    .reduce((a, b) => ((a?.fetchedAt ?? '') < (b?.fetchedAt ?? '') ? b : a), null);
}

/** Its envelope is that of the check whose batch it confirms, the newest of several; where none, of the scope's last. */
export async function acknowledge(
  request: AcknowledgeRequest,
  { store, now }: StateTools,
): Promise<AcknowledgeResult> {
  const batchIds = (request.batchIds ?? []).map((id) => id.trim()).filter((id) => id !== '');
  const nothing = { acknowledged: [], alreadyAcknowledged: [] };
  if (request.preview) {
    const rows = request.scope.trim() === '' ? [] : await store.monitors(scopeOf(request), null);
    return { ...envelope(nothing, lastCheckOf(rows)), preview: true };
  }
  const { acknowledged, already, facts } = await store.acknowledge(
    whatToAcknowledge([...new Set(batchIds)], request),
    isoOf(now()),
  );
  return { ...envelope({ acknowledged, alreadyAcknowledged: already }, facts), preview: false };
}

function whatToAcknowledge(batchIds: readonly string[], { executionId }: AcknowledgeRequest) {
  if (batchIds.length > 0) return { batchIds };
  if (executionId !== null && executionId !== '') return { executionId };
  throw new ToolError(
    'UNKNOWN_BATCH',
    'Neither a batch id nor an execution is given, so there is nothing to confirm. Give the batch id of the Summary.',
  );
}

export async function redeliver(
  request: RedeliverRequest,
  tools: StateTools,
): Promise<readonly CheckResult[]> {
  const { store, now, newId } = tools;
  const since = readBound(request.since, 'since');
  const { key, state } = await findMonitor(store, request, request.monitorId);
  const offer = {
    executionId: request.executionId,
    at: isoOf(now()),
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

export async function reset(request: ResetRequest, { store }: StateTools): Promise<ResetResult> {
  const row = await findMonitor(store, request, request.monitorId);
  if (request.confirm) await store.reset(row.key);
  const { monitorId } = row.key;
  const { knownIds, facts } = row.state;
  const data = {
    monitorId,
    done: request.confirm,
    knownIds,
    pendingEntries: row.pendingEntries,
    batches: row.batches,
  };
  return envelope(data, facts);
}

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
  return envelope({ fromScope: request.fromScope, adopted }, rows[0]?.state.facts ?? null);
}

/** The node that used it belongs to the other workflow: whichever checks next is its node now. */
async function forgetNode(store: Store, key: MonitorKey, adopted: MonitorState): Promise<void> {
  await store.check(key, [], ({ state }) => ({
    state: { ...(state ?? adopted), nodeId: null },
    insert: [],
    update: [],
    batches: [],
    offers: [],
  }));
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

export async function backup(request: BackupRequest, { store, now }: StateTools): Promise<BackupResult> {
  const stamp = isoOf(now()).replaceAll(':', '-').replace(/\.\d+/, '');
  const name = request.fileName?.trim() ?? '';
  return envelope(await store.backup(name === '' ? `backup-${stamp}.db` : name), null);
}

async function findMonitor(store: Store, request: MonitorRequest, monitorId: string): Promise<MonitorRow> {
  const scope = scopeOf(request);
  const [row] = await store.monitors(scope, monitorId);
  if (row === undefined) throw await unknownMonitor(store, scope, monitorId);
  return row;
}

async function unknownMonitor(
  store: Store,
  scope: string | null,
  monitorId: string | null,
): Promise<ToolError> {
  const rows = await store.monitors(null, null);
  const here = rows
    .filter(({ key }) => scope === null || key.scope === scope)
    .map(({ key }) => key.monitorId);
  const scopes = [...new Set(rows.map(({ key }) => key.scope))].slice(0, 20);
  const known =
    here.length > 0
      ? `Known: ${here.slice(0, 50).join(', ')}`
      : `Scopes with a state: ${scopes.join(', ') || 'none'}`;
  const what = monitorId === null ? 'any monitor' : `a monitor ${kindOf(monitorId)}`;
  return new ToolError(
    'UNKNOWN_MONITOR',
    `There is no state of ${what}${scope === null ? '' : ` in the scope ${kindOf(scope)}`}. ${known}.`,
  );
}

/** The scope keys the state: an unsaved workflow has no id yet. */
export function scopeOf({ scope }: MonitorRequest): string {
  const name = scope.trim();
  if (name === '')
    throw new ToolError(
      'INVALID_REQUEST',
      'The state belongs to a workflow, and this one has no id yet. Save it, or name a scope.',
    );
  // eslint-disable-next-line no-control-regex -- control characters mark scopes of the store's own
  if (/[\u0000-\u001f\u007f]/.test(name) || name.length > 200)
    throw invalid('scope', 'must be a name of at most 200 characters on one line');
  return name;
}

function isoOf(millis: number): string {
  return new Date(millis).toISOString();
}

function envelope<Data>(
  data: Data,
  facts: CheckFacts | null,
  warnings: readonly string[] = [],
): Envelope<Data> {
  if (facts === null)
    return {
      fetchedAt: null,
      dataAsOf: null,
      dataAsOfPrecision: null,
      dataAsOfFrom: null,
      source: null,
      data,
    };
  return seal(
    { data, ...dataTimeOf(facts) },
    { fetchedAtMs: Date.parse(facts.fetchedAt), source: facts.source, untrusted: true, warnings },
  );
}
