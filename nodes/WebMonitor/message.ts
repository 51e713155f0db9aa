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
  if (firstCheck) return `${monitorId}: ${first(result)}.`;
  if (!alertOnNew && totalNew + totalEdited > 0)
    return `${monitorId}: ${found(totalNew, totalEdited)} recorded without a report, as the monitor is set.`;
  return `${monitorId}: ${found(newCount, editedCount)}.`;
}

/** Also what is not reported is known from now on: `totalNew` counts only what is. */
function first({ preview, newCount, totalNew, entriesOnPage, pagesRead }: CheckResult): string {
  // a part that waited is delivered by a check that may read no page at all
  if (entriesOnPage === 0 && totalNew > 0) return `${entries(totalNew)} of the first check`;
  const read = `first check, ${entries(entriesOnPage)} on ${pagesRead > 1 ? `${pagesRead} pages` : 'the page'}`;
  if (entriesOnPage === 0) return read;
  if (!preview) return `${read}, remembered, ${newCount === 0 ? 'none' : newCount} reported`;
  const shown = totalNew > newCount ? `; the newest ${newCount} are shown` : '';
  return `${read}, ${totalNew === 0 ? 'none' : totalNew} would be reported${shown}`;
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
