import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { asked, nothing, type CheckContext, type CheckTools } from './checkContext';
import { recordFailure } from './checkFailure';
import { completeEntries } from './completing';
import { storedOffers } from './delivery';
import { rulesOf } from './deliveryRules';
import { floorsAfterPruning } from './delta';
import { refuseEmptyList } from './emptyList';
import { refuseOtherNode } from './fingerprint';
import { ofGeneration, restarting } from './generation';
import { isTooEarly } from './interval';
import type { Monitor } from './monitor';
import { readPages, type NotModified, type PagesRead, type PagingContext } from './paging';
import { pagingOf } from './pagingContext';
import { planCheck } from './plan';
import type { Plan, PlanContext } from './planContext';
import type { CheckRequest, CheckResult } from './request';
import { checkResult, offeredResult, quietResult } from './results';
import { statesOfThisPage } from './samePage';
import { unchanged } from './stateAfter';
import type { MonitorState, RaiseFloors } from './store/store';

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
  const deadline = tools.now() + LIMITS.checkDeadlineMs;
  return await restarting(() => checkOnce(monitor, request, tools, deadline));
}

async function checkOnce(
  monitor: Monitor,
  request: CheckRequest,
  given: CheckTools,
  deadline: number,
): Promise<readonly CheckResult[]> {
  const key = { scope: request.scope, monitorId: monitor.id };
  const before = await given.store.look(key, []);
  const tools = { ...given, store: ofGeneration(given.store, before) };
  refuseOtherNode(before.state, monitor, request.nodeId ?? null);
  const rules = rulesOf(request, tools.now());
  const context: CheckContext = { monitor, request, tools, key, before, rules, deadline };
  if (before.state !== null && isTooEarly(before.state, context))
    return await offerStored(context, before.state, null);
  try {
    return await lookAtPage(context);
  } catch (error) {
    throw await recordFailure(error, context);
  }
}

async function lookAtPage(context: CheckContext): Promise<readonly CheckResult[]> {
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
  context: CheckContext,
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
async function pruneQuietly(state: MonitorState, { monitor, tools, key }: CheckContext): Promise<void> {
  const { idsPerMonitor: ids, batchesPerMonitor: batches } = LIMITS.state;
  if (state.knownIds <= ids && state.checks % 100 !== 0) return;
  const raise: RaiseFloors = (floors, forgotten, remaining) =>
    floorsAfterPruning(floors, forgotten, remaining, (id) => tools.parser.seriesOf(id));
  const raised = monitor.strategy === 'maxId' ? raise : undefined;
  await tools.store.prune(key, { ids, batches }, state.page, raised).catch(() => 0);
}

/** Too early, or nothing changed: no list was read, and batches that are due are offered all the same. */
async function offerStored(
  context: CheckContext,
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

/** Where nothing overlaps, the earlier page is needed to tell new entries from renamed ones: it is cheap to look up. */
function idsToLookUp({ entries, otherIds }: PagesRead, state: MonitorState | null): readonly string[] {
  const awaited = (state?.awaiting ?? []).map(({ entry }) => entry.id);
  return [
    ...new Set([...entries.map(({ id }) => id), ...otherIds.values(), ...(state?.page ?? []), ...awaited]),
  ];
}

async function withDetails(
  read: PagesRead,
  ids: readonly string[],
  paging: PagingContext,
  { monitor, request, tools, key, before, rules }: CheckContext,
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
    checksBefore: before.state?.checks ?? 0,
    gapOpenBefore: before.state?.gapOpenSince ?? null,
    newId: tools.newId,
    awaited: awaiting.filter(({ entry }) => !onPage.has(entry.id)).map(({ entry }) => entry),
    beforeDocuments: null,
    listed: new Map(),
    unfinished: new Map(),
  };
  if (tools.parser.detail === undefined) return planning;
  const { fresh } = planCheck(await tools.store.look(key, ids), planning);
  const shown = request.preview
    ? fresh.slice(-(request.previewCount ?? LIMITS.monitors.previewCount))
    : fresh;
  const beforeDocuments = { reported: idsOf(fresh), shown: idsOf(shown) };
  return { ...planning, beforeDocuments, ...(await completeEntries(shown, planning, awaiting, paging)) };
}

function idsOf(reported: Plan['fresh']): ReadonlySet<string> {
  return new Set(reported.map(({ entry }) => entry.id));
}
