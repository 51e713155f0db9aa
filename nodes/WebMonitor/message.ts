import type { CheckResult } from '../../lib/webMonitor';

/** What a check came to, in a sentence or two of plain English. */
export function checkMessage(result: CheckResult): string {
  return [
    ...(result.preview ? ['Preview, nothing was stored.'] : []),
    outcome(result),
    ...rest(result),
    ...(result.gap === null ? [] : ['Entries may be missing between this check and the one before.']),
  ].join(' ');
}

function outcome(result: CheckResult): string {
  const { monitorId, newCount, firstCheck, redelivered, skipped, alertOnNew, totalNew } = result;
  if (redelivered)
    return `${monitorId}: ${entries(newCount)} offered again, since nothing acknowledged the earlier offer.`;
  if (skipped)
    return `${monitorId}: the last check is more recent than its interval, so no request was made.`;
  if (firstCheck) return `${monitorId}: first check, ${entries(totalNew)} found, ${newCount} reported.`;
  if (!alertOnNew && totalNew > 0)
    return `${monitorId}: ${entries(totalNew)} recorded without a report, as the monitor is set.`;
  return newCount === 0 ? `${monitorId}: nothing new.` : `${monitorId}: ${newEntries(newCount)}.`;
}

function rest({ preview, firstCheck, newCount, totalNew, remaining }: CheckResult): string[] {
  if (preview && totalNew > newCount && !firstCheck)
    return [`${totalNew} would be new; the newest ${newCount} are shown.`];
  return remaining > 0 ? [`${entries(remaining)} more wait for the next check.`] : [];
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

function newEntries(count: number): string {
  return count === 1 ? '1 new entry' : `${count} new entries`;
}
