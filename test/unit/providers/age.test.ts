import type { ProviderName } from '../../../lib/providers/provider';
import { fixture, queryOf, readReply } from '../../helpers/providerAnswers';

const DAY = 86_400_000;

/** Warnings of one answer, read so many days after the time that it states. */
function warningsAfter(days: number, read: (at: string) => ReturnType<typeof readReply>): readonly string[] {
  const { dataAsOf } = read('2030-01-01T00:00:00Z');
  const at = new Date(Date.parse(dataAsOf ?? '') + days * DAY + 60_000).toISOString();
  return read(at).warnings ?? [];
}

const of = (
  provider: ProviderName,
  operation: 'quote' | 'crypto' | 'forex',
  symbol: string,
  body: string,
): [string, (at: string) => ReturnType<typeof readReply>] => [
  `${operation} of ${provider}`,
  (at) => readReply(provider, operation, queryOf(operation, symbol), { body, at }),
];

it.each([
  of('yahoo', 'quote', 'ACME', 'chart-market-open.json'),
  of('twelvedata', 'quote', 'ACME', 'quote-market-open.json'),
  of('twelvedata', 'forex', 'EUR/USD', 'exchange-rate.json'),
  of('alphavantage', 'quote', 'ACME', 'quote.json'),
  of('coingecko', 'crypto', 'BTC', 'price.json'),
])('a price that is old says so: %s', (_name, read) => {
  expect(warningsAfter(7, read)).toEqual([]);
  expect(warningsAfter(31, read)).toEqual([expect.stringMatching(/^The price is 31 days old/)]);
});

it('a price without a time says so', () => {
  const text = fixture('coingecko/price.json').replace(/"last_updated_at":\s*\d+/, '"last_updated_at": null');
  const { dataAsOf, warnings } = readReply('coingecko', 'crypto', queryOf('crypto', 'BTC'), { text });
  expect([dataAsOf, warnings]).toEqual([null, ['CoinGecko gives no time for this price.']]);
});

it('old bars and matches of a search are no news', () => {
  const at = '2030-01-01T00:00:00Z';
  const history = readReply('yahoo', 'history', queryOf('history', 'ACME'), {
    body: 'chart-daily-running-bar.json',
    at,
  });
  const search = readReply('coingecko', 'search', queryOf('search', 'coin'), { body: 'search.json', at });
  expect(JSON.stringify([history.warnings, search.warnings])).not.toMatch(/days old|no time for/);
});
