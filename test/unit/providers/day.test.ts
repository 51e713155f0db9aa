import { dayOf } from '../../../lib/providers/day';
import { queryOf, readReply } from '../../helpers/providerAnswers';

it.each([
  ['2026-05-13', '2026-05-13'],
  ['2026-05-13 16:00:00', '2026-05-13'],
  ['2024-02-29', '2024-02-29'],
])('%s has the date %s', (text, date) => {
  expect(dayOf(text)).toBe(date);
});

it.each(['2026-02-29', '2026-13-01', '0000-00-00', '0000-01-01', '2026-05-133', '05/13/2026', '', null])(
  '%p has none',
  (text) => {
    expect(dayOf(text)).toBeNull();
  },
);

it.each([
  ['twelvedata', '{"symbol":"ACME","close":"5","datetime":"0000-00-00"}'],
  [
    'alphavantage',
    '{"Global Quote":{"01. symbol":"ACME","05. price":"5","07. latest trading day":"2026-02-30"}}',
  ],
] as const)('a quote of %s with a date that no calendar has has no time, and says so', (provider, text) => {
  const { dataAsOf, dataAsOfFrom, warnings } = readReply(provider, 'quote', queryOf('quote', 'ACME'), {
    text,
  });
  expect([dataAsOf, dataAsOfFrom]).toEqual([null, null]);
  expect(warnings).toEqual([expect.stringContaining('no time for this price')]);
});

it('a candle with such a date is left out, and said', () => {
  const { data, dataAsOf, warnings } = readReply('twelvedata', 'history', queryOf('history', 'ACME'), {
    text: '{"meta":{"symbol":"ACME"},"values":[{"datetime":"2026-02-27","close":"6"},{"datetime":"2026-02-30","close":"5"}]}',
  });
  expect([data.bars.length, dataAsOf]).toEqual([1, '2026-02-27']);
  expect(warnings).toEqual([expect.stringContaining('1 bars were left out')]);
});
