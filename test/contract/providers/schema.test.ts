import { endpointOf, PROVIDERS } from '../../../lib/providers/index';
import {
  OPERATIONS,
  PROVIDER_NAMES,
  type Operation,
  type ProviderName,
} from '../../../lib/providers/provider';
import { queryOf, readReply } from '../../helpers/providerAnswers';

const QUOTE = [
  ...['symbol', 'providerSymbol', 'name', 'exchange', 'mic', 'assetType', 'currency', 'currencyMinor'],
  ...['price', 'priceText', 'priceMajor', 'open', 'high', 'low', 'previousClose', 'change', 'changePercent'],
  ...['volume', 'marketState', 'delayedMinutes', 'extended'],
];
const HISTORY = [
  ...['symbol', 'providerSymbol', 'name', 'interval', 'zone', 'adjusted', 'exchange', 'mic', 'currency'],
  ...['currencyMinor', 'bars', 'events', 'gaps'],
];
const BAR = ['t', 'open', 'high', 'low', 'close', 'closeText', 'adjClose', 'volume', 'complete'];
const CRYPTO = [
  ...[
    'coinId',
    'pair',
    'symbol',
    'name',
    'vs',
    'price',
    'priceText',
    'change24hPercent',
    'volume24h',
    'marketCap',
  ],
];
const FOREX = ['base', 'quote', 'rate', 'rateText', 'bid', 'ask', 'marketOpen'];
const MATCH = [
  ...[
    'symbol',
    'coinId',
    'name',
    'exchange',
    'mic',
    'type',
    'currency',
    'country',
    'score',
    'rank',
    'provider',
  ],
];

/** Who serves what, a body for it, and the fields that every answer has. */
const CASES: readonly [Operation, ProviderName, string, string, readonly string[]][] = [
  ['quote', 'twelvedata', 'ACME', 'quote-market-open.json', QUOTE],
  ['quote', 'alphavantage', 'ACME', 'quote.json', QUOTE],
  ['quote', 'yahoo', 'ACME', 'chart-market-open.json', QUOTE],
  ['history', 'twelvedata', 'ACME', 'series-daily-newest-first.json', HISTORY],
  ['history', 'alphavantage', 'BTC/CNY', 'crypto-daily-two-currencies.json', HISTORY],
  ['history', 'coingecko', 'BTC/USD', 'chart-daily-with-live-point.json', HISTORY],
  ['history', 'yahoo', 'ACME', 'chart-daily-running-bar.json', HISTORY],
  ['crypto', 'twelvedata', 'EUR/USD', 'exchange-rate.json', CRYPTO],
  ['crypto', 'alphavantage', 'USD/JPY', 'rate-without-bid.json', CRYPTO],
  ['crypto', 'coingecko', 'BTC', 'price.json', CRYPTO],
  ['crypto', 'yahoo', 'BTC', 'chart-bitcoin.json', CRYPTO],
  ['forex', 'twelvedata', 'EUR/USD', 'exchange-rate.json', FOREX],
  ['forex', 'alphavantage', 'USD/JPY', 'rate-without-bid.json', FOREX],
  ['forex', 'yahoo', 'EUR/USD', 'chart-euro-dollar.json', FOREX],
  ['search', 'twelvedata', 'acme', 'search.json', ['query', 'results']],
  ['search', 'alphavantage', 'acme', 'search.json', ['query', 'results']],
  ['search', 'coingecko', 'axl', 'search.json', ['query', 'results']],
  ['search', 'yahoo', 'acme', 'search.json', ['query', 'results']],
];

it('covers every operation of every provider', () => {
  const served = PROVIDER_NAMES.flatMap((name) =>
    OPERATIONS.filter((operation) => endpointOf(PROVIDERS[name], operation) !== null).map(
      (operation) => `${operation} ${name}`,
    ),
  );
  expect(CASES.map(([operation, name]) => `${operation} ${name}`).sort()).toEqual(served.sort());
});

it.each(CASES)(
  '%s of %s has the fields of its operation, all of them',
  (operation, provider, symbol, body, fields) => {
    const { data } = readReply(provider, operation, queryOf(operation, symbol), { body });
    expect(Object.keys(data).sort()).toEqual([...fields].sort());
    const rows = 'bars' in data ? data.bars : 'results' in data ? data.results : [];
    for (const row of rows)
      expect(Object.keys(row).sort()).toEqual([...('bars' in data ? BAR : MATCH)].sort());
    if (operation === 'history' || operation === 'search') expect(rows.length).toBeGreaterThan(0);
  },
);

it.each(CASES)('%s of %s is asked below its base URL and without the key', (operation, provider, symbol) => {
  const access = { baseUrl: 'https://example.com', key: 'SECRETKEY99', plan: 'pro' as const, isLocal: false };
  const target = endpointOf(PROVIDERS[provider], operation)?.request(queryOf(operation, symbol), access);
  expect(target?.path).toMatch(/^\/[^?#]*$/);
  expect(JSON.stringify(target)).not.toContain('SECRETKEY99');
  expect(Object.values(target?.params ?? {})).not.toContain('undefined');
});
