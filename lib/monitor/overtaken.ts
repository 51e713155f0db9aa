import type { PlanContext } from './planContext';
import type { MonitorState } from './store/store';

/** Another check has read the list later and is stored already: what this one saw of known entries is the past. */
export function isOvertaken(state: MonitorState | null, { checksBefore, read }: PlanContext): boolean {
  const last = state?.facts?.fetchedAt ?? '';
  return state !== null && state.checks !== checksBefore && last > read.facts.fetchedAt;
}

/** The state after a check that was overtaken: what the later one saw of the list stays. */
export function withLater(after: MonitorState, later: MonitorState | null): MonitorState {
  if (later === null) return after;
  const { facts, page, total, validators, notModifiedInARow, vanished, health, lastCheckAt, lastSuccessAt } =
    later;
  return {
    ...after,
    facts,
    page,
    total,
    validators,
    notModifiedInARow,
    vanished,
    health,
    lastCheckAt,
    lastSuccessAt,
  };
}
