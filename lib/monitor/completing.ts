import { decodeText } from '../charset';
import { messageOf, ToolError, type ErrorCode } from '../errors';
import { LIMITS } from '../limits';
import type { Entry } from './entry';
import type { Monitor } from './monitor';
import { getPage, type PagingContext } from './paging';
import type { Detail } from './parsers/parser';
import type { PlanContext, Reported } from './planContext';
import type { Awaited } from './store/store';

/** After these the document may well be there at the next check. */
const PASSING: readonly ErrorCode[] = ['RATE_LIMITED', 'BLOCKED', 'NETWORK', 'TIMEOUT'];

/**
 * Fetches the document of each new entry, oldest first, those that failed before last, until the check's time is over or
 * several fail in a row. Entries without their document stay unknown and wait, until it has failed in too many checks;
 * those, and those whose document cannot be read, are reported as the list has them. That of an edited entry is fetched
 * again; without it the edit is left for the next check, so that nothing replaces what is known.
 */
export async function completeEntries(
  fresh: readonly Reported[],
  { read, awaited, monitor }: PlanContext,
  awaiting: readonly Awaited[],
  paging: PagingContext,
): Promise<Pick<PlanContext, 'read' | 'listed' | 'awaited' | 'unfinished'>> {
  const failed = new Map(awaiting.map(({ entry, failures }) => [entry.id, failures]));
  const completed = new Map<string, Entry>();
  const unfinished = new Map<string, number>();
  const warnings: string[] = [];
  let failing: readonly unknown[] = [];
  for (const { entry, detail, failures, edited } of inOrder(fresh, failed, monitor, paging)) {
    if (failing.length >= LIMITS.monitors.documentFailuresInARow || paging.now() >= paging.deadline) {
      unfinished.set(entry.id, failures);
      continue;
    }
    try {
      completed.set(entry.id, await completeEntry(detail, entry, monitor, paging));
      failing = [];
    } catch (error) {
      if (error instanceof ToolError && error.code === 'CANCELLED') throw error;
      const passing = isPassing(error);
      if (passing) failing = [...failing, error];
      if (edited || (passing && failures + 1 < LIMITS.monitors.documentTries)) {
        unfinished.set(entry.id, failures + 1);
        continue;
      }
      completed.set(entry.id, detail.without ?? entry);
      warnings.push(`The document of ${entry.id} could not be read and was left out: ${messageOf(error)}`);
    }
  }
  const complete = (entry: Entry) => completed.get(entry.id) ?? entry;
  return {
    read: {
      ...read,
      entries: read.entries.map(complete),
      validators: unfinished.size > 0 ? null : read.validators,
      warnings: [...read.warnings, ...warnings, ...waitingWarning(unfinished.size, failing.at(-1))],
    },
    listed: new Map(
      [...read.entries, ...awaited].filter(({ id }) => completed.has(id)).map((entry) => [entry.id, entry]),
    ),
    awaited: awaited.map(complete),
    unfinished,
  };
}

function inOrder(
  fresh: readonly Reported[],
  failed: ReadonlyMap<string, number>,
  monitor: Monitor,
  { parser }: PagingContext,
) {
  return fresh
    .flatMap(({ entry, changes }) => {
      const detail = parser.detail?.(entry, monitor) ?? null;
      const failures = failed.get(entry.id) ?? 0;
      return detail === null ? [] : [{ entry, detail, failures, edited: changes !== null }];
    })
    .sort((a, b) => a.failures - b.failures);
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof ToolError)) return false;
  return PASSING.includes(error.code) || (error.status ?? 0) >= 500;
}

function waitingWarning(waiting: number, error: unknown): readonly string[] {
  if (waiting === 0) return [];
  const why = error === undefined ? '' : ` The last failure: ${messageOf(error)}`;
  return [`${waiting} new entries wait for the next check: their documents were not fetched in time.${why}`];
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
