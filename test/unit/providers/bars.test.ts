import { barTime, historyOf, isDayOver, type Row } from '../../../lib/providers/bars';
import { NumberToken } from '../../../lib/providers/json';
import { refusalOf } from '../../helpers/providerAnswers';

const facts = {
  from: 'test:t',
  outputSize: 500,
  fetchedAtMs: Date.parse('2026-05-14T00:00:00Z'),
  symbol: 'ACME',
  providerSymbol: 'ACME',
  name: null,
  interval: '1day' as const,
  zone: 'UTC',
  adjusted: 'splits' as const,
  exchange: null,
  mic: null,
  currency: null,
  currencyMinor: null,
  events: null,
};
const row = (t: string | null, close: string | null, complete = true): Row => ({
  t,
  close: close === null ? null : new NumberToken(close),
  complete,
});
const closes = (rows: readonly Row[]) => historyOf(rows, facts).data.bars.map(({ t, close }) => [t, close]);

it.each(['1day', '5min'] as const)('have no time that no calendar holds (%s)', (interval) => {
  expect(barTime(1e15, interval, 'America/New_York')).toBeNull();
  expect(barTime(Date.UTC(2026, 4, 13), interval, 'America/New_York')).toMatch(/^2026-05-1[23]/);
});

it('sorts, and keeps each time once', () => {
  expect(closes([row('2026-05-13', '2'), row('2026-05-12', '1'), row('2026-05-12', '1')])).toEqual([
    ['2026-05-12', 1],
    ['2026-05-13', 2],
  ]);
});

it('names bars that contradict each other and uses the later row', () => {
  const { data, warnings } = historyOf([row('2026-05-12', '1'), row('2026-05-12', '3')], facts);
  expect(data.bars).toMatchObject([{ close: 3 }]);
  expect(warnings).toEqual([expect.stringContaining('2026-05-12')]);
});

it('takes a running row of the same day for a newer state, without a warning', () => {
  const { data, warnings } = historyOf([row('2026-05-12', '1', false), row('2026-05-12', '3', false)], facts);
  expect(data.bars).toMatchObject([{ close: 3, complete: false }]);
  expect(warnings).toEqual([expect.stringContaining('No bar is complete')]);
});

it('does not call a day a gap that another row of it fills', () => {
  expect(
    historyOf([row('2026-05-11', '1'), row('2026-05-12', null), row('2026-05-12', '3')], facts).data.gaps,
  ).toEqual([]);
});

it.each([[[]], [[row('2026-05-12', null)]], [[row('2026-05-12', '0')]], [[row(null, '1')]]])(
  'is NO_DATA without a single priced bar (case %#)',
  (rows) => {
    expect(refusalOf(() => historyOf(rows, facts)).code).toBe('NO_DATA');
  },
);

it('flags a jump of about a hundred, as between pence and pounds, and repairs nothing', () => {
  const { data, warnings } = historyOf([row('2026-05-11', '337'), row('2026-05-12', '3.38')], facts);
  expect(data.bars.map(({ close }) => close)).toEqual([337, 3.38]);
  expect(warnings).toEqual([expect.stringContaining('factor of about 100')]);
});

it('flags a price that jumps at a split although it should be adjusted', () => {
  const events = { splits: [{ t: '2026-05-12', numerator: 4, denominator: 1 }], dividends: [] };
  const jump = historyOf([row('2026-05-11', '400'), row('2026-05-12', '101')], { ...facts, events });
  const smooth = historyOf([row('2026-05-11', '100'), row('2026-05-12', '101')], { ...facts, events });
  expect([jump.warnings, smooth.warnings]).toEqual([[expect.stringContaining('split')], undefined]);
});

it('takes a bar of the day that no later row follows for running until an hour after its end: exchanges are delayed', () => {
  const rows = [row('2026-05-13T10:00:00.000Z', '1'), row('2026-05-13T10:05:00.000Z', '2')];
  const read = (at: string) =>
    historyOf(rows, { ...facts, interval: '5min', fetchedAtMs: Date.parse(`2026-05-13T${at}Z`) });
  expect(read('10:20:00')).toMatchObject({
    dataAsOf: '2026-05-13T10:00:00.000Z',
    data: { bars: [{ complete: true }, { complete: false }] },
  });
  expect(read('11:10:00').dataAsOf).toBe('2026-05-13T10:05:00.000Z');
  rows.push(row('2026-05-13T10:07:30.000Z', '3', false));
  expect(read('10:20:00').dataAsOf).toBe('2026-05-13T10:00:00.000Z');
  rows.push(row('2026-05-13T10:10:00.000Z', null, false));
  expect(read('10:20:00').dataAsOf).toBe('2026-05-13T10:05:00.000Z');
});

it('waits for the last zone of the world where the zone of a date is unknown', () => {
  const over = (at: string) => isDayOver('2026-05-12', null, Date.parse(at));
  expect([over('2026-05-13T11:59:00Z'), over('2026-05-13T12:00:00Z')]).toEqual([false, true]);
});
