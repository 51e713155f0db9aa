import { LIMITS } from '../limits';
import { showUrl } from '../redact';
import type { MonitorStatus } from './operations/request';
import type { MonitorRow } from './store/store';

const HOUR = 3_600_000;

/** What a workflow can alarm on, from what the store holds. */
export function statusOf(
  { key, state, ...counts }: MonitorRow,
  now: number,
  stateBytes: number | null,
): MonitorStatus {
  return {
    scope: key.scope,
    monitorId: key.monitorId,
    url: state.url === '' ? null : showUrl(state.url),
    parser: state.parser === '' ? null : state.parser,
    parserVersion: state.parserVersion === 0 ? null : state.parserVersion,
    firstCheckAt: state.firstCheckAt,
    lastCheckAt: state.lastCheckAt,
    lastSuccessAt: state.lastSuccessAt,
    nextDueAt: nextDue(state.lastSuccessAt, state.checkIntervalMinutes),
    checkIntervalMinutes: state.checkIntervalMinutes === 0 ? null : state.checkIntervalMinutes,
    lastResult: state.lastResult,
    lastError: state.lastError,
    failureStreak: state.failureStreak,
    failingSince: state.failingSince,
    failures: state.failures,
    checks: state.checks,
    knownIds: state.knownIds,
    reportedEntries: state.reported,
    pendingBatches: counts.pendingBatches,
    pendingEntries: counts.pendingEntries,
    heldEntries: counts.heldEntries,
    oldestPendingAt: counts.oldestPendingAt,
    mostOffers: counts.mostOffers,
    deliveryAlarm: counts.mostOffers >= LIMITS.delivery.alarmOffers,
    stale: isStale(state.lastSuccessAt, state.checkIntervalMinutes, now),
    gap: state.gap,
    gapAt: state.gapAt,
    vanished: state.vanished,
    parserHealth: state.health,
    stateBytes,
  };
}

export function needsAttention(status: MonitorStatus): boolean {
  return (
    status.failureStreak > 0 ||
    status.stale ||
    status.deliveryAlarm ||
    status.gap !== null ||
    status.heldEntries > 0
  );
}

function nextDue(lastSuccessAt: string | null, minutes: number): string | null {
  if (lastSuccessAt === null || minutes === 0) return null;
  return new Date(Date.parse(lastSuccessAt) + minutes * 60_000).toISOString();
}

function isStale(lastSuccessAt: string | null, minutes: number, now: number): boolean {
  if (lastSuccessAt === null) return true;
  const allowed = minutes === 0 ? 25 * HOUR : 2 * minutes * 60_000;
  const since = now - Date.parse(lastSuccessAt);
  // The clock was ahead then: how long ago that is nobody knows, and by the number it could take a year to tell.
  return since > allowed || since < -LIMITS.clockSkewMs;
}
