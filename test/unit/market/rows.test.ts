import { oneItemPerRow } from '../../../lib/market/rows';
import type { MarketEnvelope } from '../../../lib/market/result';
import { queryOf, readReply } from '../../helpers/providerAnswers';

const envelope = (sealed: Omit<MarketEnvelope, 'provider'>): MarketEnvelope => ({
  ...sealed,
  provider: 'yahoo',
});

it('gives each candle an envelope with its own time; a running one has none', () => {
  const history = readReply('yahoo', 'history', queryOf('history', 'ACME'), {
    body: 'chart-daily-running-bar.json',
  });
  expect(oneItemPerRow(envelope(history))).toMatchObject([
    {
      dataAsOf: '2026-05-08',
      dataAsOfPrecision: 'day',
      dataAsOfFrom: 'yahoo:timestamp',
      data: { close: 97.5 },
    },
    {
      dataAsOf: '2026-05-12',
      dataAsOfPrecision: 'day',
      data: { symbol: 'ACME', currency: 'USD', t: '2026-05-12' },
    },
    { dataAsOf: null, dataAsOfPrecision: null, dataAsOfFrom: null, data: { complete: false } },
  ]);
});

it('gives each match an envelope with the text that was searched', () => {
  const search = readReply('yahoo', 'search', queryOf('search', 'acme'), { body: 'search.json' });
  expect(oneItemPerRow(envelope(search))).toMatchObject([
    { dataAsOf: null, data: { query: 'acme', symbol: 'ACME' } },
  ]);
});

it('leaves a quote whole', () => {
  const quote = envelope(
    readReply('yahoo', 'quote', queryOf('quote', 'ACME'), { body: 'chart-market-open.json' }),
  );
  expect(oneItemPerRow(quote)).toEqual([quote]);
});
