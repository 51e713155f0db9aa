import { fingerprintOf } from './fingerprint';
import type { NoOverlap } from './idScheme';
import type { PagesRead } from './paging';
import type { PlanContext } from './planContext';
import type { Gap } from './request';
import type { Snapshot } from './store/store';
import { twinOf } from './twin';

/** Whether entries may have come and gone unseen; null where known ones were reached. */
export function gapOf(
  read: PagesRead,
  scheme: NoOverlap | null,
  held: number,
  heldBatchId: string | null,
): Gap | null {
  if (read.stopped === null && scheme === null) return null;
  const idSchemeChanged = scheme !== null && scheme.kind !== 'gap';
  return {
    suspected: true,
    pagesRead: read.pages,
    reason: read.stopped === null || read.stopped === 'statusAsEnd' ? 'endOfList' : read.stopped,
    idSchemeChanged,
    held,
    heldBatchId,
  };
}

/** What the list and the definition have to say. */
export function warningsOf(snapshot: Snapshot, firstCheck: boolean, context: PlanContext): readonly string[] {
  const { state } = snapshot;
  const { monitor, parser, read } = context;
  const changed = state?.fingerprint !== fingerprintOf(monitor, parser);
  const again = firstCheck && state !== null && state.firstCheckAt !== null;
  return [
    ...read.warnings,
    ...(changed ? (monitor.warnings ?? []) : []),
    ...rowsWarning(read.rowsWithoutId, state?.health?.rowsWithoutId ?? 0),
    ...(firstCheck ? [] : otherListWarning(snapshot, context)),
    ...(again
      ? [
          'The definition of this monitor has changed and no known entry is on the page: this counts as a first check.',
        ]
      : []),
  ];
}

/** Many lists count their entries from 1: on another one the ids of the first are no proof that an entry is known. */
function otherListWarning(
  { state, known }: Snapshot,
  { monitor, read, listed }: PlanContext,
): readonly string[] {
  if (state === null || state.url === monitor.url) return [];
  const seen = read.entries.filter(({ id }) => known.has(id));
  const recognised = seen.filter((entry) => {
    const twin = twinOf(listed.get(entry.id) ?? entry);
    return twin !== null && twin === known.get(entry.id)?.twin;
  });
  if (recognised.length * 2 >= seen.length) return [];
  return [
    `The address of this monitor has changed. ${seen.length} entries there have known ids and are not reported, ` +
      'though nothing shows that they are the entries known by them. If this is another list, reset this monitor or give it an id of its own.',
  ];
}

/** Rows without an id may hide entries. Said when they appear and when they become more, not at every check. */
function rowsWarning(now: number, before: number): readonly string[] {
  if (now <= before) return [];
  return [
    `${now} rows of the list have no id and were left out (at the check before: ${before}): if they are entries, look at the settings of this monitor.`,
  ];
}

/** What a list without known entries was taken for, in words. */
export function schemeWarnings(
  scheme: NoOverlap | null,
  held: number,
  heldId: string | null,
  gap: Gap | null,
): readonly string[] {
  if (gap === null) return [];
  if (scheme?.kind === 'renamed')
    return [
      'The source gives its entries other ids than before: those recognised by their content were not reported again.' +
        (held === 0
          ? ''
          : ` ${held} entries say the same as others, so that nothing tells old from new: they are held back as batch ${heldId ?? ''}; the operation Redeliver offers them.`),
    ];
  if (scheme?.kind === 'unclear')
    return [
      `No entry is known and the ids or times do not fit what was known: the source seems to have changed. ` +
        `${held} entries are held back as batch ${heldId ?? ''}; the operation Redeliver offers them.`,
    ];
  const why = {
    maxPages: 'the most pages allowed',
    deadline: 'the time of a check',
    endOfList: 'the end of the list',
  }[gap.reason];
  return [
    `No known entry was reached within ${why} (pages read: ${gap.pagesRead}): entries may have come and gone between two checks. ` +
      'Check more often, or allow more pages.',
  ];
}
