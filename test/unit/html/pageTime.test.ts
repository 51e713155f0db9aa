import { pageTime } from '../../../lib/html/pageTime';

const page = (publishedAt: string | null) => ({
  publishedAt,
  publishedAsWritten: publishedAt,
  publishedFrom: publishedAt === null ? null : 'meta:article:published_time',
  modifiedAt: null,
  modifiedFrom: null,
});
const sent = {
  headers: { date: 'Wed, 13 May 2026 08:00:00 GMT' },
  fetchedAtMs: Date.parse('2026-05-13T08:00:00Z'),
};

it('tells of a date of the page that was refused, also where another time took its place', () => {
  const { dataAsOfFrom, warnings } = pageTime(page('2027-01-01'), sent, true);
  expect(dataAsOfFrom).toBe('date-header');
  expect(warnings).toEqual([
    expect.stringContaining('2027-01-01 is later than the time of the request'),
    expect.stringContaining('only when the page was sent'),
  ]);
});

it('tells of a publication that was refused where the modification is taken', () => {
  const dates = {
    ...page('2027-01-01'),
    modifiedAt: '2026-05-01',
    modifiedFrom: 'meta:article:modified_time',
  };
  const { dataAsOf, warnings } = pageTime(dates, sent, true);
  expect(dataAsOf).toBe('2026-05-01');
  expect(warnings).toEqual([expect.stringContaining('2027-01-01 is later than the time of the request')]);
});

it('says nothing of a date that is simply not chosen', () => {
  expect(pageTime(page('2026-05-01'), sent, false).warnings).toHaveLength(1);
});
