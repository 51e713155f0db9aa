import type { Entry } from './entry';
import type { NoOverlap } from './idScheme';
import type { PlanContext } from './planContext';

/** Which unseen entries are reported, and which are held back. The others are only recorded. */
export function sortOut(
  fresh: readonly Entry[],
  firstCheck: boolean,
  scheme: NoOverlap | null,
  context: PlanContext,
): { readonly report: readonly Entry[]; readonly held: readonly Entry[] } {
  const { monitor, parser, read } = context;
  const wanted = fresh.filter((entry) => parser.wants?.(entry, monitor) ?? true);
  if (firstCheck) return { report: ofFirstCheck(wanted, context), held: [] };
  if (scheme?.kind === 'unclear') {
    const onPage = new Set(read.entries.map(({ id }) => id));
    return {
      report: wanted.filter(({ id }) => !onPage.has(id)),
      held: wanted.filter(({ id }) => onPage.has(id)),
    };
  }
  if (scheme?.kind === 'renamed')
    return {
      report: wanted.filter(({ id }) => !scheme.renamed.has(id) && !scheme.doubtful.has(id)),
      held: wanted.filter(({ id }) => scheme.doubtful.has(id)),
    };
  return { report: wanted, held: [] };
}

/** Where documents complete entries, of the newest those that were read: of others nothing is known but their row. */
function ofFirstCheck(
  wanted: readonly Entry[],
  { monitor: { firstCheck }, beforeDocuments }: PlanContext,
): readonly Entry[] {
  if (firstCheck.kind === 'baseline') return [];
  if (firstCheck.kind === 'all') return wanted;
  if (beforeDocuments === null) return wanted.slice(-firstCheck.count);
  return wanted.filter(({ id }) => beforeDocuments.reported.has(id));
}
