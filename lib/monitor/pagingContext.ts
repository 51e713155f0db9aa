import { LIMITS } from '../limits';
import type { CheckContext } from './checkContext';
import { fingerprintOf } from './fingerprint';
import type { PagingContext } from './paging';
import { knownOtherwise, otherIdsOf } from './otherIds';
import type { ParsedPage, Parser } from './parsers/parser';
import type { MonitorState } from './store/store';

/** How far a check reads, and what it need not read, by what the checks before it know. */
export function pagingOf(context: CheckContext): PagingContext {
  const { request, tools, before, deadline } = context;
  const { state } = before;
  const first = state === null || state.firstCheckAt === null;
  return {
    http: tools.http,
    threads: tools.threads,
    parser: tools.parser,
    options: request.fetch ?? {},
    signal: request.signal,
    validators: first ? null : usableValidators(state, context),
    isKnown: first ? null : (page) => overlapping(page, state, context),
    readBackTo: readBackTo(state, tools.parser),
    lastRead: state?.page ?? null,
    deadline,
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
  const from = Date.parse(newest) - lateMs;
  // a first check that is later than the last one: the clock was ahead then, and says nothing
  const isSound = firstAt <= (state?.lastSuccessAt ?? firstAt);
  return isSound ? Math.max(from, Date.parse(firstAt)) : from;
}

/** For this very definition only; and now and then none, since some servers say "not modified" for ever. */
function usableValidators(state: MonitorState, { monitor, request, tools }: CheckContext) {
  const same = state.fingerprint === fingerprintOf(monitor, tools.parser);
  const whole =
    request.preview || state.gapOpenSince !== null || state.notModifiedInARow >= LIMITS.notModifiedInARow;
  return same && !whole ? state.validators : null;
}

/** After a check that ran out of time only what was known before it counts: behind it lies what it did not reach. */
async function overlapping(
  page: ParsedPage,
  state: MonitorState,
  { tools, key }: CheckContext,
): Promise<ReadonlySet<string>> {
  const ids = page.entries.map(({ id }) => id);
  const otherIds = otherIdsOf(page);
  const { known } = await tools.store.look(key, [...ids, ...otherIds.values()]);
  const before = state.gapOpenSince ?? Infinity;
  const reached = new Map([...known].filter(([, { firstCheck }]) => firstCheck < before));
  return new Set([
    ...ids.filter((id) => reached.has(id)),
    ...knownOtherwise(page.entries, otherIds, reached),
  ]);
}
