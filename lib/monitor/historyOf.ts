import { invalid, kindOf, readInteger } from '../check';
import { isRealDate, precisionOf } from '../instant';
import { LIMITS } from '../limits';
import type { HistoryEntry, HistoryRequest } from './operations/request';
import { timeOf } from './results';
import type { HistoryQuery, HistoryRow } from './store/store';

/** The bounds of a request, checked. INVALID_CONFIG names the field. */
export function readHistoryQuery({ limit, since, until }: HistoryRequest): HistoryQuery {
  return {
    limit: readInteger(limit ?? LIMITS.history.default, 'limit', { min: 1, max: LIMITS.history.max }),
    since: readBound(since, 'since'),
    until: readBound(until, 'until'),
  };
}

/** An instant with a zone of any kind becomes one in UTC; a bare date stays one. Null for nothing. */
export function readBound(value: string | null | undefined, path: string): string | null {
  if (value === undefined || value === null || value.trim() === '') return null;
  const text = value.trim();
  if (precisionOf(text) === 'day') {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    if (isRealDate(year, month, day)) return text;
  } else if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
    return new Date(text).toISOString();
  }
  throw invalid(
    path,
    `must be a date (2026-05-13) or a time with its zone (2026-05-13T07:40:00Z), not ${kindOf(value)}`,
  );
}

export function historyEntry(
  { id, fetchedAt, source, entry, batchId, reported }: HistoryRow,
  monitorId: string,
): HistoryEntry {
  const bare = {
    id,
    numericId: null,
    detailUrl: null,
    publishedAt: null,
    publishedText: null,
    tradedAt: null,
    fields: {},
  };
  return {
    ...(entry ?? bare),
    monitorId,
    batchId,
    fetchedAt,
    source,
    ...timeOf(entry?.publishedAt ?? null, fetchedAt),
    reported,
    contentKept: entry !== null,
  };
}
