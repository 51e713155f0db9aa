import type { CheckFacts, MonitorRow } from '../store/store';

/** The facts of the newest check among some monitors; null before the first. */
export function lastCheckOf(rows: readonly MonitorRow[]): CheckFacts | null {
  return rows
    .map(({ state }) => state.facts)
    .reduce((a, b) => ((a?.fetchedAt ?? '') < (b?.fetchedAt ?? '') ? b : a), null);
}
