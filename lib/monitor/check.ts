import { readInteger } from '../check';
import { messageOf, ToolError } from '../errors';
import type { HttpClient } from '../http/client';
import { LIMITS } from '../limits';
import { removeSecrets, secretsIn, showUrl } from '../redact';
import { completeEntries } from './completing';
import { storedOffers, type DeliveryRules } from './delivery';
import { floorsAfterPruning } from './delta';
import { fingerprintOf, refuseOtherNode } from './fingerprint';
import { ofGeneration, restarting } from './generation';
import type { Monitor } from './monitor';
import { readPages, type NotModified, type PagesRead, type PagingContext } from './paging';
import type { Parser } from './parsers/parser';
import { planCheck } from './plan';
import type { Plan, PlanContext } from './planContext';
import type { CheckRequest, CheckResult } from './request';
import { checkResult, offeredResult, quietResult } from './results';
import { failed, unchanged } from './stateAfter';
import type { Decision, MonitorKey, MonitorState, RaiseFloors, Snapshot, Store } from './store/store';

export interface CheckTools {
  readonly http: HttpClient;
  readonly store: Store;
  readonly parser: Parser;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * One look at one monitor: load the state, one conditional GET (more only to close a gap), parse, delta, ONE transaction.
 * Batches that are offered again come first, the check's own result last. A failure is counted and thrown; what is
 * known stays as it was. Where the state is replaced meanwhile (reset, adopted) it begins anew.
 */
export async function checkMonitor(
  monitor: Monitor,
  request: CheckRequest,
  tools: CheckTools,
): Promise<readonly CheckResult[]> {
  return await restarting(() => checkOnce(monitor, request, tools));
}

async function checkOnce(
  monitor: Monitor,
  request: CheckRequest,
  given: CheckTools,
): Promise<readonly CheckResult[]> {
  const key = { scope: request.scope, monitorId: monitor.id };
  const before = await given.store.look(key, []);
  const tools = { ...given, store: ofGeneration(given.store, before) };
  refuseOtherNode(before.state, monitor, request.nodeId ?? null);
  const rules = rulesOf(request, tools.now());
  const context: Context = { monitor, request, tools, key, before, rules };
  if (before.state !== null && isTooEarly(before.state, context))
    return await offerStored(context, before.state, null);
  try {
    return await lookAtPage(context);
  } catch (error) {
    throw await recordFailure(error, context);
  }
}

interface Context {
  readonly monitor: Monitor;
  readonly request: CheckRequest;
  readonly tools: CheckTools;
  readonly key: MonitorKey;
  readonly before: Snapshot;
  readonly rules: DeliveryRules;
}

async function lookAtPage(context: Context): Promise<readonly CheckResult[]> {
  const { monitor, before } = context;
  const paging = pagingOf(context);
  const answer = await readPages(monitor, paging);
  if (!('entries' in answer)) return await offerStored(context, before.state, answer);
  refuseEmptyList(answer, context);
  const read = { ...answer, warnings: [...answer.warnings, ...(await statesOfThisPage(context))] };
  const ids = idsToLookUp(read, before.state);
  const planning = await withDetails(read, ids, paging, context);
  if (context.request.preview) {
    const plan = planCheck(await context.tools.store.look(context.key, ids), planning);
    return [checkResult(plan, planning.read, context)];
  }
  return await commit(ids, planning, context);
}

async function commit(
  ids: readonly string[],
  planning: PlanContext,
  context: Context,
): Promise<readonly CheckResult[]> {
  const { store } = context.tools;
  const made: { plan?: Plan } = {};
  const offered = await store.check(context.key, ids, (snapshot) => {
    made.plan = planCheck(snapshot, planning);
    return made.plan.decision;
  });
  const { plan } = made;
  if (plan === undefined) throw new TypeError('The store returned without a decision.');
  await pruneQuietly(plan.decision.state, context);
  return [
    ...offered.map((batch) => offeredResult(batch, plan.decision.state, plan.remaining, context)),
    checkResult(plan, planning.read, context),
  ];
}

/** The check is stored: what cannot be tidied up now is tidied up by the next one. */
async function pruneQuietly(state: MonitorState, { monitor, tools, key }: Context): Promise<void> {
  const { idsPerMonitor: ids, batchesPerMonitor: batches } = LIMITS.state;
  if (state.knownIds <= ids && state.checks % 100 !== 0) return;
  const raise: RaiseFloors = (floors, forgotten, remaining) =>
    floorsAfterPruning(floors, forgotten, remaining, (id) => tools.parser.seriesOf(id));
  const raised = monitor.strategy === 'maxId' ? raise : undefined;
  await tools.store.prune(key, { ids, batches }, state.page, raised).catch(() => 0);
}

/** Too early, or nothing changed: no list was read, and batches that are due are offered all the same. */
async function offerStored(
  context: Context,
  state: MonitorState | null,
  answer: NotModified | null,
): Promise<readonly CheckResult[]> {
  const { before, rules, tools, key, request } = context;
  if (state === null)
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      'The server answered "not modified" to a request without conditions.',
    );
  const after = answer === null ? state : unchanged(state, asked(context), answer);
  const own = (remaining: number) =>
    quietResult(after, { skipped: answer === null, notModified: answer !== null, remaining }, context);
  const due = storedOffers(before, before.batches, rules);
  if (request.preview || (answer === null && due.offers.length === 0)) return [own(due.waitingBefore)];
  const made = { remaining: due.waitingAfter };
  const offered = await tools.store.check(key, [], (snapshot) => {
    const now = snapshot.state ?? state;
    const kept = answer === null ? now : unchanged(now, asked(context), answer);
    const { offers, waitingAfter } = storedOffers(snapshot, before.batches, rules);
    made.remaining = waitingAfter;
    return { ...nothing(kept), offers };
  });
  return [
    ...offered.map((batch) => offeredResult(batch, after, made.remaining, context)),
    own(made.remaining),
  ];
}

function asked({ monitor, request, tools }: Context) {
  return { monitor, parser: tools.parser, nodeId: request.nodeId ?? null };
}

function nothing(state: MonitorState): Decision {
  return { state, insert: [], update: [], batches: [], offers: [] };
}

function rulesOf(
  { delivery, executionId, leaseSeconds = 0, limit: given = null }: CheckRequest,
  now: number,
): DeliveryRules {
  const limit = given === null ? null : readInteger(given, 'limit', { min: 1, max: Number.MAX_SAFE_INTEGER });
  const done = delivery === 'onRead';
  const lease = Math.min(leaseSeconds, LIMITS.delivery.maxLeaseSeconds) * 1000;
  const leaseUntil = done || lease <= 0 ? null : new Date(now + lease).toISOString();
  return { limit, offer: { executionId, at: new Date(now).toISOString(), leaseUntil, done } };
}

/** n8n's schedule is not exact: a check may come up to a minute (or a tenth of the interval) early. */
function isTooEarly(state: MonitorState, { monitor, request, tools }: Context): boolean {
  const interval = monitor.checkIntervalMinutes * 60_000;
  if (request.preview || request.skipInterval === true || interval === 0 || state.lastSuccessAt === null)
    return false;
  if (state.fingerprint !== fingerprintOf(monitor, tools.parser)) return false;
  const { earlyMs, earlyShare } = LIMITS.monitors;
  const since = tools.now() - Date.parse(state.lastSuccessAt);
  // A negative span: the clock was set back, and nothing can be said about the interval.
  return since >= 0 && since < interval - Math.min(earlyMs, interval * earlyShare);
}

function pagingOf(context: Context): PagingContext {
  const { request, tools, before } = context;
  const { state } = before;
  const first = state === null || state.firstCheckAt === null;
  return {
    http: tools.http,
    parser: tools.parser,
    options: request.fetch ?? {},
    signal: request.signal,
    validators: first ? null : usableValidators(state, context),
    isKnown: first ? null : (ids) => overlapping(ids, state, context),
    readBackTo: readBackTo(state, tools.parser),
    wasEmpty: state?.page.length === 0,
    deadline: tools.now() + LIMITS.checkDeadlineMs,
    now: tools.now,
  };
}

/**
 * Behind the newest entry that the last check saw, by the source's own clock; but not behind the first check: what was
 * there before it is not new.
 */
function readBackTo(state: MonitorState | null, { lateMs }: Parser): number | null {
  const newest = state?.facts?.dataAsOf ?? null;
  const firstAt = state?.firstCheckAt ?? null;
  if (lateMs === undefined || newest === null || firstAt === null) return null;
  return Math.max(Date.parse(newest) - lateMs, Date.parse(firstAt));
}

/** For this very definition only; and now and then none, since some servers say "not modified" for ever. */
function usableValidators(state: MonitorState, { monitor, request, tools }: Context) {
  const same = state.fingerprint === fingerprintOf(monitor, tools.parser);
  const whole =
    request.preview || state.gapOpenSince !== null || state.notModifiedInARow >= LIMITS.notModifiedInARow;
  return same && !whole ? state.validators : null;
}

/** After a check that ran out of time only what was known before it counts: behind it lies what it did not reach. */
async function overlapping(
  ids: readonly string[],
  state: MonitorState,
  { tools, key }: Context,
): Promise<ReadonlySet<string>> {
  const { known } = await tools.store.look(key, ids);
  const before = state.gapOpenSince ?? Infinity;
  return new Set([...known].filter(([, { firstCheck }]) => firstCheck < before).map(([id]) => id));
}

/** A first answer without entries is no baseline where nothing but the entries tells what the page is. */
function refuseEmptyList({ entries, facts }: PagesRead, { monitor, before }: Context): void {
  if (entries.length > 0 || monitor.allowEmpty) return;
  const had = before.state?.page.length ?? 0;
  const isFirst = (before.state?.firstCheckAt ?? null) === null;
  if (isFirst && MAY_BE_ANYTHING.has(monitor.parser))
    throw new ToolError(
      'PAGE_CHANGED',
      `${facts.source} lists nothing at the first check, so there is nothing to start from. ` +
        'Look at the page; where the list may be empty at times, allow that for this monitor.',
      { url: facts.source },
    );
  if (had === 0) return;
  throw new ToolError(
    'PAGE_CHANGED',
    `${facts.source} lists nothing, and ${had} entries were there at the last check. ` +
      'Nothing was changed. Look at the page; where the list may be empty at times, allow that for this monitor.',
    { url: facts.source },
  );
}

/** A monitor that was renamed, or a workflow that was copied or imported again, starts from nothing: said once. */
async function statesOfThisPage({
  monitor,
  request,
  tools,
  key,
  before,
}: Context): Promise<readonly string[]> {
  if (before.state !== null && before.state.firstCheckAt !== null) return [];
  const rows = await tools.store.ofPage(monitor.url);
  const ours = new Set(request.monitors.map(({ id }) => id));
  const found = rows.find(
    (row) => row.state.knownIds > 0 && (row.key.scope !== key.scope || !ours.has(row.key.monitorId)),
  );
  if (found === undefined) return [];
  const { scope, monitorId } = found.key;
  return [
    `The same page is known as monitor "${monitorId}" of the scope "${scope}" (${found.state.knownIds} ids). ` +
      'If this monitor was renamed, or this workflow copied, the operation Adopt takes that state over.',
  ];
}

/** Where nothing overlaps, the earlier page is needed to tell new entries from renamed ones: it is cheap to look up. */
function idsToLookUp({ entries }: PagesRead, state: MonitorState | null): readonly string[] {
  const awaited = (state?.awaiting ?? []).map(({ entry }) => entry.id);
  return [...new Set([...entries.map(({ id }) => id), ...(state?.page ?? []), ...awaited])];
}

async function withDetails(
  read: PagesRead,
  ids: readonly string[],
  paging: PagingContext,
  { monitor, request, tools, key, before, rules }: Context,
): Promise<PlanContext> {
  const awaiting = before.state?.awaiting ?? [];
  const onPage = new Set(read.entries.map(({ id }) => id));
  const planning: PlanContext = {
    monitor,
    parser: tools.parser,
    read,
    nodeId: request.nodeId ?? null,
    rules,
    seenBatches: before.batches,
    newId: tools.newId,
    awaited: awaiting.filter(({ entry }) => !onPage.has(entry.id)).map(({ entry }) => entry),
    listed: new Map(),
    unfinished: new Map(),
  };
  if (tools.parser.detail === undefined) return planning;
  const { fresh } = planCheck(await tools.store.look(key, ids), planning);
  const shown = request.preview
    ? fresh.slice(-(request.previewCount ?? LIMITS.monitors.previewCount))
    : fresh;
  return { ...planning, ...(await completeEntries(shown, planning, awaiting, paging)) };
}

/** Kinds of pages that have no look of their own by which an empty list could be told from another page. */
const MAY_BE_ANYTHING: ReadonlySet<Monitor['parser']> = new Set(['generic', 'feed']);

/** The error to throw. The count of failures is the only thing that changes; it never hides the failure itself. */
async function recordFailure(error: unknown, context: Context): Promise<ToolError> {
  const { monitor, request, tools, key } = context;
  const failure = withoutKeys(
    error instanceof ToolError
      ? error
      : new ToolError(
          'UNEXPECTED_CONTENT',
          `${showUrl(monitor.url)} could not be read: ${messageOf(error)}.`,
          { cause: error },
        ),
    monitor,
  );
  // a state that is merely busy is nobody's failure; any other that cannot be counted either is still thrown
  const ours = failure.code === 'STATE_LOCKED' || failure.code === 'CANCELLED';
  if (request.preview || ours) return failure;
  const at = new Date(tools.now()).toISOString();
  await tools.store
    .check(key, [], ({ state }) => nothing(failed(state, asked(context), failure, at)))
    .catch(() => []);
  return failure;
}

/** A page may echo the key of its address, and an error quotes the page. */
function withoutKeys(error: ToolError, { url: address }: Monitor): ToolError {
  const secrets = secretsIn(address);
  const { code, message, url, status, retryAfterMs } = error;
  const shown = removeSecrets(message, secrets);
  const where = url === undefined ? undefined : removeSecrets(url, secrets);
  if (shown === message && where === url) return error;
  return new ToolError(code, shown, { url: where, status, retryAfterMs });
}
