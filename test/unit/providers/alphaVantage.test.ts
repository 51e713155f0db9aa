import { PROVIDERS } from '../../../lib/providers/index';
import { NOON, queryOf, readReply, refusalOf } from '../../helpers/providerAnswers';

const quote = (body: string, at = NOON) =>
  readReply('alphavantage', 'quote', queryOf('quote', 'ACME'), { body, at });

describe('an Alpha Vantage quote', () => {
  it('has a bare date, and no currency, since the source states none', () => {
    const { data, dataAsOf, dataAsOfFrom, dataAsOfPrecision } = quote('quote.json');
    expect([dataAsOf, dataAsOfFrom, dataAsOfPrecision]).toEqual([
      '2026-05-12',
      'alphavantage:07. latest trading day',
      'day',
    ]);
    expect(data).toMatchObject({
      price: 100.1,
      priceText: '100.1000',
      changePercent: 1.6244,
      currency: null,
    });
  });

  it('is found under the renamed root of a delayed entitlement, which is named', () => {
    expect(quote('quote-delayed.json').data).toMatchObject({ price: 100.1, delayedMinutes: 15, open: null });
  });
});

it('takes "-" for no bid, and the refresh in UTC for the time', () => {
  const { data, dataAsOf } = readReply('alphavantage', 'forex', queryOf('forex', 'USD/JPY'), {
    body: 'rate-without-bid.json',
  });
  expect(data).toMatchObject({ rate: 150.25, rateText: '150.25000000', bid: null, ask: null });
  expect(dataAsOf).toBe('2026-05-13T07:40:05.000Z');
});

describe('an Alpha Vantage history', () => {
  it('converts wall times by the rules of their date, across the change of March', () => {
    const { data } = readReply('alphavantage', 'history', queryOf('history', 'ACME', { interval: '5min' }), {
      body: 'intraday-across-spring-change.json',
    });
    expect(data.bars.map(({ t }) => t)).toEqual(['2026-03-06T20:55:00.000Z', '2026-03-09T13:35:00.000Z']);
  });

  it('leaves out a bar whose hour exists twice and says so', () => {
    const { data, warnings } = readReply(
      'alphavantage',
      'history',
      queryOf('history', 'ACME', { interval: '5min' }),
      { body: 'intraday-in-the-hour-that-exists-twice.json', at: '2026-11-02T12:00:00Z' },
    );
    expect(data.bars.map(({ t }) => t)).toEqual(['2026-10-31T16:00:00.000Z']);
    expect(warnings).toEqual([expect.stringContaining('exists twice')]);
  });

  it('reads the close of the currency asked for where a row has two', () => {
    const { data } = readReply('alphavantage', 'history', queryOf('history', 'BTC/CNY'), {
      body: 'crypto-daily-two-currencies.json',
    });
    expect(data).toMatchObject({ providerSymbol: 'BTC/CNY', currency: 'CNY' });
    expect(data.bars).toMatchObject([{ t: '2026-05-12', close: 700000.1, volume: 3.5 }]);
  });

  it('is refused above 100 points before any request', () => {
    const { history } = PROVIDERS.alphavantage.endpoints;
    const access = { baseUrl: '', key: 'k', plan: null, isLocal: false };
    expect(history?.tooMany?.(queryOf('history', 'ACME', { outputSize: 100 }), access)).toBeNull();
    expect(history?.tooMany?.(queryOf('history', 'ACME', { outputSize: 101 }), access)).toContain(
      '100 points',
    );
  });
});

describe('errors of Alpha Vantage, all with status 200', () => {
  it.each([
    ['RATE_LIMITED', 'notice-daily-limit-echoes-key.json', (24 * 60 - 14 * 60 - 24) * 60_000 - 30_000],
    ['RATE_LIMITED', 'notice-burst-names-daily-limit-too.json', 1000],
    ['PLAN_LIMIT', 'notice-premium-endpoint.json', undefined],
    ['PLAN_LIMIT', 'artificial-sample-data.json', undefined],
    ['NOT_FOUND', 'error-invalid-call.json', undefined],
    ['AUTH', 'error-key-missing.json', undefined],
    ['NOT_FOUND', 'empty.json', undefined],
    ['NOT_FOUND', 'quote-unknown-symbol.json', undefined],
  ])('are %s: %s', (code, body, retryAfterMs) => {
    const refused = refusalOf(() => quote(body));
    expect([refused.code, refused.retryAfterMs]).toEqual([code, retryAfterMs]);
    expect(refused.message).not.toContain('SECRETKEY99');
  });
});

it('keeps the pounds-or-pence code of a search as the source has it', () => {
  const { data } = readReply('alphavantage', 'search', queryOf('search', 'acme'), { body: 'search.json' });
  expect(data.results).toMatchObject([{ symbol: 'ACM.LON', currency: 'GBX', score: 0.7273 }]);
});

it('writes exchanges with its own suffixes', () => {
  const access = { baseUrl: '', key: 'k', plan: null, isLocal: false };
  expect(PROVIDERS.alphavantage.endpoints.quote?.request(queryOf('quote', 'TSCO.L'), access).params).toEqual({
    function: 'GLOBAL_QUOTE',
    symbol: 'TSCO.LON',
  });
});
