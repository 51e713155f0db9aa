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
  const { monitorId, newCount, editedCount, firstCheck, redelivered, skipped, alertOnNew } = result;
  const { totalNew, totalEdited } = result;
  if (redelivered)
    return `${monitorId}: ${entries(newCount + editedCount)} offered again, since nothing acknowledged the earlier offer.`;
  if (skipped)
    return `${monitorId}: the last check is more recent than its interval, so no request was made.`;
  if (firstCheck) return `${monitorId}: first check, ${entries(totalNew)} found, ${newCount} reported.`;
  if (!alertOnNew && totalNew + totalEdited > 0)
    return `${monitorId}: ${found(totalNew, totalEdited)} recorded without a report, as the monitor is set.`;
  return `${monitorId}: ${found(newCount, editedCount)}.`;
}

function rest(result: CheckResult): string[] {
  const { preview, firstCheck, newCount, editedCount, totalNew, totalEdited, remaining } = result;
  const shown = newCount + editedCount;
  if (preview && totalNew + totalEdited > shown && !firstCheck)
    return [
      totalEdited === 0
        ? `${totalNew} would be new; the newest ${shown} are shown.`
        : `${found(totalNew, totalEdited)} would be reported; the newest ${shown} are shown.`,
    ];
  return remaining > 0 ? [`${entries(remaining)} more wait for the next check.`] : [];
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

/** Edits count apart: an edited entry is nothing new. */
function found(fresh: number, edited: number): string {
  const news = fresh === 1 ? '1 new entry' : `${fresh} new entries`;
  if (edited === 0) return fresh === 0 ? 'nothing new' : news;
  if (fresh === 0) return edited === 1 ? '1 edited entry' : `${edited} edited entries`;
  return `${news}, ${edited} edited`;
}
