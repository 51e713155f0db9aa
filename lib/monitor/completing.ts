import { decodeText } from '../charset';
import { messageOf, ToolError, type ErrorCode } from '../errors';
import type { Entry } from './entry';
import type { Monitor } from './monitor';
import { getPage, type PagesRead, type PagingContext } from './paging';
import type { Detail } from './parsers/parser';
import type { PlanContext, Reported } from './planContext';

/** After these no further document is asked for: the rest waits for the next check. */
const STOPS: readonly ErrorCode[] = ['RATE_LIMITED', 'BLOCKED', 'NETWORK', 'TIMEOUT', 'CANCELLED'];

/**
 * Fetches the document of each new entry, oldest first, until the check's time is over. Entries that were not reached
 * stay unknown, so that the next check finds them again; one whose document cannot be read is reported as the list has it.
 */
export async function completeEntries(
  fresh: readonly Reported[],
  read: PagesRead,
  monitor: Monitor,
  paging: PagingContext,
): Promise<Pick<PlanContext, 'read' | 'unfinished'>> {
  const completed = new Map<string, Entry>();
  const warnings: string[] = [];
  const unfinished = new Set<string>();
  let stop: unknown = null;
  for (const { entry, changes } of fresh) {
    const detail = changes === null ? (paging.parser.detail?.(entry, monitor) ?? null) : null;
    if (detail === null) continue;
    if (stop !== null || paging.now() >= paging.deadline) {
      unfinished.add(entry.id);
      continue;
    }
    try {
      completed.set(entry.id, await completeEntry(detail, entry, monitor, paging));
    } catch (error) {
      if (error instanceof ToolError && STOPS.includes(error.code)) {
        stop = error;
        unfinished.add(entry.id);
      } else
        warnings.push(`The document of ${entry.id} could not be read and was left out: ${messageOf(error)}`);
    }
  }
  if (stop instanceof ToolError && (completed.size === 0 || stop.code === 'CANCELLED')) throw stop;
  if (unfinished.size > 0)
    warnings.push(
      `${unfinished.size} new entries wait for the next check: their documents were not fetched in time.`,
    );
  const entries = read.entries.map((entry) => completed.get(entry.id) ?? entry);
  const validators = unfinished.size > 0 ? null : read.validators;
  return { read: { ...read, entries, validators, warnings: [...read.warnings, ...warnings] }, unfinished };
}

async function completeEntry(
  detail: Detail,
  entry: Entry,
  monitor: Monitor,
  paging: PagingContext,
): Promise<Entry> {
  const response = await getPage(detail.url, monitor, paging, null);
  const { text } = decodeText(response.body, response.headers['content-type'] ?? null);
  const { url, fetchedAtMs, headers } = response;
  return { ...detail.read({ text, url, fetchedAtMs, headers }), id: entry.id };
}
