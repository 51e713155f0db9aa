import type { CheckResult, DeliveredEntry } from '../../../../lib/webMonitor';

/** An entry of a check, as small as a test needs it. */
export function entry(id: string, more: Partial<DeliveredEntry> = {}): DeliveredEntry {
  return {
    id,
    numericId: id,
    detailUrl: `https://list.example/${id}`,
    publishedAt: '2026-05-13T07:42:00Z',
    publishedText: '07:42 Today',
    tradedAt: '2026-05-01',
    fields: { politician: 'Ada Example', price: null },
    monitorId: 'trades',
    batchId: 'b1',
    redelivered: false,
    fetchedAt: '2026-05-13T08:00:00.000Z',
    source: 'https://list.example/',
    dataAsOf: '2026-05-13T07:42:00Z',
    dataAsOfFrom: 'entry:publishedAt',
    ...more,
  };
}

/** The result of a check with these entries. */
export function result(newEntries: readonly DeliveredEntry[], more: Partial<CheckResult> = {}): CheckResult {
  return {
    fetchedAt: '2026-05-13T08:00:00.000Z',
    dataAsOf: '2026-05-13T07:42:00Z',
    dataAsOfPrecision: 'second',
    dataAsOfFrom: 'entry:publishedAt',
    source: 'https://list.example/',
    data: { newEntries },
    monitorId: 'trades',
    newCount: newEntries.filter(({ changes }) => changes === undefined).length,
    editedCount: newEntries.filter(({ changes }) => changes !== undefined).length,
    firstCheck: false,
    preview: false,
    batchId: newEntries.length > 0 ? 'b1' : null,
    redelivered: false,
    offersBefore: 0,
    gap: null,
    skipped: false,
    notModified: false,
    delivery: 'onRead',
    alertOnNew: true,
    totalNew: newEntries.filter(({ changes }) => changes === undefined).length,
    totalEdited: newEntries.filter(({ changes }) => changes !== undefined).length,
    remaining: 0,
    entriesOnPage: 12,
    pagesRead: 1,
    total: null,
    parser: 'generic',
    parserVersion: 1,
    ...more,
  };
}
