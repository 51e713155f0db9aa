import { PROVIDERS } from '../../../lib/providers/index';
import { fixture, queryOf, readReply, refusalOf, type Reply } from '../../helpers/providerAnswers';

const price = (symbol: string, reply: Reply) =>
  readReply('coingecko', 'crypto', queryOf('crypto', symbol), reply);

describe('a CoinGecko price', () => {
  it('names the coin by its id, with the second of the price', () => {
    const { data, dataAsOf, dataAsOfFrom } = price('BTC', { body: 'price.json' });
    expect(data).toEqual({
      coinId: 'bitcoin',
      pair: null,
      symbol: 'BTC',
      name: 'Bitcoin',
      vs: 'USD',
      price: 100000.1,
      priceText: '100000.10',
      change24hPercent: -0.4293991463197649,
      volume24h: 31000000000.25,
      marketCap: 1990000000000.5,
    });
    expect([dataAsOf, dataAsOfFrom]).toEqual(['2026-05-13T14:24:05.000Z', 'coingecko:last_updated_at']);
  });

  it('keeps every digit of a tiny price', () => {
    expect(price('SHIB', { body: 'price-tiny.json' }).data.priceText).toBe('0.000000059134013');
  });

  it('has no ticker where the coin is only known by its id', () => {
    const { data } = price('id:link', { text: '{"link":{"usd":1.5}}' });
    expect([data.coinId, data.symbol, data.name]).toEqual(['link', null, null]);
  });

  it('has no time where the body has none', () => {
    expect(price('BTC', { text: '{"bitcoin":{"usd":1.5}}' }).dataAsOf).toBeNull();
  });

  it.each([
    ['NOT_FOUND', 'price-unknown-coin.json'],
    ['INVALID_REQUEST', 'price-unknown-currency.json'],
    ['NO_DATA', 'price-null.json'],
  ])('is %s and never 0: %s', (code, body) => {
    expect(refusalOf(() => price('BTC', { body })).code).toBe(code);
  });
});

describe('a CoinGecko history', () => {
  it('has the live point off the grid as a running bar, and no invented candles', () => {
    const { data, dataAsOf } = readReply('coingecko', 'history', queryOf('history', 'BTC/USD'), {
      body: 'chart-daily-with-live-point.json',
    });
    expect(dataAsOf).toBe('2026-05-13T00:00:00.000Z');
    expect(data.bars.at(-1)).toMatchObject({ complete: false, close: 100500 });
    expect(data.bars[2]).toEqual({
      t: '2026-05-13T00:00:00.000Z',
      open: null,
      high: null,
      low: null,
      close: 100000.1,
      closeText: '100000.10',
      adjClose: null,
      volume: null,
      complete: true,
    });
  });

  it('finds the live point by its time, and takes none that is yet to come for complete', () => {
    const complete = (prices: string) =>
      readReply('coingecko', 'history', queryOf('history', 'BTC/USD'), {
        text: `{"prices":[${prices}]}`,
      }).data.bars.map((bar) => bar.complete);
    expect(complete('[1778682245123,7],[1778630400000,6],[1778544000000,5]')).toEqual([true, true, false]);
    expect(complete('[1778544000000,5],[1778803200000,6]')).toEqual([true, false]);
  });

  it('has the price of an hour as soon as it is there: it is that of a moment', () => {
    const { dataAsOf } = readReply(
      'coingecko',
      'history',
      queryOf('history', 'BTC/USD', { interval: '1h' }),
      {
        text: '{"prices":[[1778677203000,6],[1778680803000,7],[1778682245123,8]]}',
      },
    );
    expect(dataAsOf).toBe('2026-05-13T14:00:03.000Z');
  });

  it('is refused from another address than that of its coin and currency, since it names neither', () => {
    const read = (path: string) =>
      readReply('coingecko', 'history', queryOf('history', 'BTC/EUR'), {
        body: 'chart-daily-with-live-point.json',
        url: `https://api.coingecko.com/api/v3/coins/${path}`,
      });
    expect(read('bitcoin/market_chart?vs_currency=eur&days=30').data.bars).toHaveLength(4);
    for (const path of ['ethereum/market_chart?vs_currency=eur', 'bitcoin/market_chart', 'bitcoin'])
      expect(refusalOf(() => read(path)).code).toBe('PROVIDER_ERROR');
  });

  it('asks for as many days as give the interval', () => {
    const { history } = PROVIDERS.coingecko.endpoints;
    const access = { baseUrl: '', key: null, plan: 'keyless' as const, isLocal: false };
    const ask = (interval: string, outputSize: number) =>
      history?.request(queryOf('history', 'BTC/EUR', { interval, outputSize }), access);
    expect(ask('5min', 12)).toMatchObject({
      path: '/coins/bitcoin/market_chart',
      params: { vs_currency: 'eur', days: '1' },
    });
    expect(ask('1h', 10)?.params).toMatchObject({ days: '2' });
    expect(ask('1h', 500)?.params).toMatchObject({ days: '22' });
    expect(ask('1day', 90)?.params).toMatchObject({ days: '90', interval: 'daily' });
  });

  it('is refused for minutes, and beyond what the plan reaches back', () => {
    const { history } = PROVIDERS.coingecko.endpoints;
    const access = { baseUrl: '', key: null, plan: 'demo' as const, isLocal: false };
    expect(history?.cannot?.(queryOf('history', 'BTC/USD', { interval: '1min' }), access)).toContain('1min');
    expect(history?.cannot?.(queryOf('history', 'AAPL'), access)).toContain('coins only');
    const year = queryOf('history', 'BTC/USD', { outputSize: 400 });
    expect(history?.tooMany?.(year, access)).toContain('364');
    expect(history?.tooMany?.(year, { ...access, plan: 'pro' })).toBeNull();
  });
});

describe('errors of CoinGecko', () => {
  it.each([
    ['PLAN_LIMIT', 401, fixture('coingecko/error-older-than-a-year.json')],
    ['RATE_LIMITED', 200, fixture('coingecko/error-rate-limit.json')],
    ['AUTH', 400, fixture('coingecko/error-pro-key-at-public-host.json')],
    ['NOT_FOUND', 404, '{"error":"coin not found"}'],
    ['INVALID_REQUEST', 422, '{"error":"Missing parameter ids"}'],
    ['PROVIDER_ERROR', 500, '{"status":500,"error":"Internal Server Error"}'],
    ['BLOCKED', 403, '<!DOCTYPE html><title>Just a moment...</title>'],
    ['PROVIDER_ERROR', 200, '[]'],
  ])('are %s (status %i): %s', (code, status, text) => {
    expect(refusalOf(() => price('BTC', { text, status })).code).toBe(code);
  });

  it('hand on how long the server wants to be left alone', () => {
    const refused = refusalOf(() =>
      price('BTC', { text: 'Throttled: too many requests', status: 429, headers: { 'retry-after': '119' } }),
    );
    expect([refused.code, refused.retryAfterMs]).toEqual(['RATE_LIMITED', 119_000]);
  });
});

it.each([
  ['demo', 'x-cg-demo-api-key'],
  ['pro', 'x-cg-pro-api-key'],
] as const)('sends the key of a %s plan as %s', (plan, header) => {
  const access = { baseUrl: '', key: 'SECRETKEY99', plan, isLocal: false };
  expect(PROVIDERS.coingecko.authorize(access)).toEqual({ headers: { [header]: 'SECRETKEY99' }, params: {} });
});
