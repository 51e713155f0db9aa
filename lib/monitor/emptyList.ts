import { ToolError } from '../errors';
import type { CheckContext } from './checkContext';
import type { Monitor } from './monitor';
import type { PagesRead } from './paging';

/** Kinds of pages that have no look of their own by which an empty list could be told from another page. */
const MAY_BE_ANYTHING: ReadonlySet<Monitor['parser']> = new Set(['generic', 'feed']);

/** A first answer without entries is no baseline where nothing but the entries tells what the page is. */
export function refuseEmptyList({ entries, facts }: PagesRead, { monitor, before }: CheckContext): void {
  if (entries.length > 0 || monitor.allowEmpty) return;
  const had = before.state?.page.length ?? 0;
  const isFirst = (before.state?.firstCheckAt ?? null) === null;
  if (isFirst && MAY_BE_ANYTHING.has(monitor.parser))
    throw new ToolError(
      'PAGE_CHANGED',
      `${facts.source} lists nothing at the first check, so there is nothing to start from. ` +
        'Look at the page; where the list may be empty at times, allow that for this monitor.',
      { url: facts.source },
    );
  if (had === 0) return;
  throw new ToolError(
    'PAGE_CHANGED',
    `${facts.source} lists nothing, and ${had} entries were there at the last check. ` +
      'Nothing was changed. Look at the page; where the list may be empty at times, allow that for this monitor.',
    { url: facts.source },
  );
}
