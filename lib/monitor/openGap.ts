import type { PagesRead } from './paging';
import type { PlanContext } from './planContext';
import type { MonitorState } from './store/store';

/**
 * Since which check a gap is open that the next one is to close; null for none. One that another check left open meanwhile
 * stays open: this one did not read for it.
 */
export function openSince(
  state: MonitorState | null,
  check: number,
  { read, gapOpenBefore }: PlanContext,
): number | null {
  const open = state?.gapOpenSince ?? null;
  if (open !== null && open !== gapOpenBefore) return open;
  return staysOpen(state, read) ? (open ?? check) : null;
}

/**
 * Whether the next check reads on to what was known before this one: after the time was over, and after a status that
 * says "end of the list" for the first time. One that says so twice running is believed.
 */
function staysOpen(state: MonitorState | null, { stopped }: PagesRead): boolean {
  const saidBefore = state !== null && state.gapOpenSince !== null && state.gap?.reason === 'endOfList';
  return stopped === 'deadline' || (stopped === 'statusAsEnd' && !saidBefore);
}
