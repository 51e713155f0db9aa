import { endsInKnown, isOnlyPinned, isPastLateEntries } from '../../../lib/monitor/overlap';
import type { ParsedPage } from '../../../lib/monitor/parsers/parser';

function page(ids: readonly string[], publishedAt: string | null = null): ParsedPage {
  return {
    entries: ids.map((id) => ({
      id,
      numericId: null,
      detailUrl: null,
      publishedAt,
      publishedText: null,
      tradedAt: null,
      fields: {},
    })),
    total: null,
    nextPage: null,
    dataAsOf: null,
    dataAsOfFrom: null,
    rowsWithoutId: 0,
    duplicatesOnPage: 0,
    warnings: [],
  };
}

const eight = ['8', '7', '6', '5', '4', '3', '2', '1'];

it('a page ends in known entries where one of its last quarter is known', () => {
  expect(endsInKnown(page(eight), new Set(['2']))).toBe(true);
  expect(endsInKnown(page(eight), new Set(['8', '3']))).toBe(false);
});

it('an overlap is only pinned where it stands on top and the end of the last list is gone', () => {
  expect(isOnlyPinned(new Set(['8', '7']), [page(eight)], ['8', '7', 'b', 'a'])).toBe(true);
  expect(isOnlyPinned(new Set(['8', '7']), [page(eight)], ['8', '7', 'b', '1'])).toBe(false);
  expect(isOnlyPinned(new Set(['8', '6']), [page(eight)], ['8', '6', 'b', 'a'])).toBe(false);
});

it('a page is past late entries where its end is older than the time to read back to', () => {
  const noon = page(eight, '2026-01-05T12:00:00Z');
  expect(isPastLateEntries(noon, Date.parse('2026-01-05T12:00:01Z'))).toBe(true);
  expect(isPastLateEntries(noon, Date.parse('2026-01-05T11:59:59Z'))).toBe(false);
  expect(isPastLateEntries(page(eight), Date.parse('2026-01-05T12:00:01Z'))).toBe(false);
  expect(isPastLateEntries(page(eight), null)).toBe(true);
});
