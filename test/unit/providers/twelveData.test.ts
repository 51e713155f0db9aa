import { PROVIDERS } from '../../../lib/providers/index';
import { fixture, NOON, queryOf, readReply, refusalOf } from '../../helpers/providerAnswers';

const quote = (body: string, symbol = 'ACME', at = NOON) =>
  readReply('twelvedata', 'quote', queryOf('quote', symbol), { body, at });
const error = (text: string, status = 200) =>
  refusalOf(() => readReply('twelvedata', 'quote', queryOf('quote', 'ACME'), { text, status }));

describe('the time of a Twelve Data quote', () => {
  it('is last_quote_at while the market is open, by the minute, and never the opening in timestamp', () => {
    const { dataAsOf, dataAsOfFrom, dataAsOfPrecision } = quote('quote-market-open.json');
    expect([dataAsOf, dataAsOfFrom, dataAsOfPrecision]).toEqual([
      '2026-05-13T14:24:00.000Z',
      'twelvedata:last_quote_at',
      'minute',
    ]);
  });

  it('is the date of the session when last_quote_at only repeats the opening', () => {
    const { dataAsOf, dataAsOfFrom, dataAsOfPrecision } = quote(
      'quote-after-the-close-repeats-the-open.json',
    );
    expect([dataAsOf, dataAsOfFrom, dataAsOfPrecision]).toEqual(['2026-05-12', 'twelvedata:datetime', 'day']);
  });

  it('is that date also while the market is open, where last_quote_at repeats the opening', () => {
    const text = fixture('twelvedata/quote-after-the-close-repeats-the-open.json').replace('false', 'true');
    const query = queryOf('quote', 'ACME');
    const { data, dataAsOf } = readReply('twelvedata', 'quote', query, { text, at: '2026-05-12T19:00:00Z' });
    expect([data.marketState, dataAsOf]).toEqual(['open', '2026-05-12']);
  });

  it('outside the session is null when it would lie after the request', () => {
    const extended = (seconds: number) =>
      readReply('twelvedata', 'quote', queryOf('quote', 'ACME'), {
        text: `{"symbol":"ACME","close":"5","extended_price":"5.5","extended_timestamp":${seconds}}`,
      }).data.extended;
    const now = Date.parse(NOON) / 1000;
    expect(extended(now - 60)).toEqual({ price: 5.5, at: '2026-05-13T14:23:30.000Z', session: null });
    expect(extended(now + 3600)).toEqual({ price: 5.5, at: null, session: null });
  });

  it('is null when it would lie after the request', () => {
    const sealed = quote('quote-market-open.json', 'ACME', '2026-05-13T14:00:00Z');
    expect(sealed.dataAsOf).toBeNull();
    expect(sealed.warnings).toHaveLength(1);
  });
});

describe('a Twelve Data quote', () => {
  it('keeps the exact characters of the price beside the number', () => {
    expect(quote('quote-market-open.json').data).toMatchObject({
      price: 102.5,
      priceText: '102.50000',
      currency: 'USD',
      currencyMinor: null,
      priceMajor: null,
      marketState: 'open',
      mic: 'XNGS',
      volume: 1200300,
    });
  });

  it('gives pence as pence and in pounds beside it; a previous close of zero is none', () => {
    expect(quote('quote-pence-in-london.json', 'ACM.L').data).toMatchObject({
      price: 337.05,
      currency: 'GBp',
      currencyMinor: { code: 'GBP', factor: 100 },
      priceMajor: 3.3705,
      previousClose: null,
      volume: 0,
    });
  });

  it('finds one symbol in a body that is keyed by symbol, and the error of another', () => {
    const body = 'quotes-keyed-by-symbol-one-failed.json';
    expect(quote(body).data.price).toBe(100);
    expect(refusalOf(() => quote(body, 'NOPE')).code).toBe('NOT_FOUND');
    expect(refusalOf(() => quote(body, 'MISSING')).code).toBe('NOT_FOUND');
  });
});

describe('a Twelve Data history', () => {
  const daily = (more: { at?: string; outputSize?: number } = {}) =>
    readReply('twelvedata', 'history', queryOf('history', 'ACME', { outputSize: more.outputSize ?? 30 }), {
      body: 'series-daily-newest-first.json',
      ...(more.at === undefined ? {} : { at: more.at }),
    });

  it('is turned to oldest first; the bar of today is running, the last complete one gives the time', () => {
    const { data, dataAsOf } = daily();
    expect(data.bars.map(({ t, complete }) => [t, complete])).toEqual([
      ['2026-05-08', true],
      ['2026-05-12', true],
      ['2026-05-13', false],
    ]);
    expect(dataAsOf).toBe('2026-05-12');
    expect(data.bars[2]).toMatchObject({ closeText: '102.50000', volume: 120 });
  });

  it('reports a row without a price as a gap and does not fill it', () => {
    expect(daily().data.gaps).toEqual(['2026-05-11']);
  });

  it('takes the newest bars when fewer are asked for', () => {
    expect(daily({ outputSize: 1 }).data.bars.map(({ t }) => t)).toEqual(['2026-05-13']);
    expect(daily({ outputSize: 1 }).dataAsOf).toBeNull();
  });

  it('calls a day complete once it has passed at the exchange', () => {
    expect(daily({ at: '2026-05-14T03:59:00Z' }).dataAsOf).toBe('2026-05-12');
    expect(daily({ at: '2026-05-14T04:00:00Z' }).dataAsOf).toBe('2026-05-13');
  });

  it('reads intraday bars in the zone that the request asked for', () => {
    const { data, dataAsOf, dataAsOfPrecision } = readReply(
      'twelvedata',
      'history',
      queryOf('history', 'EUR/USD', { interval: '5min' }),
      { body: 'series-5min-utc.json', url: 'https://api.twelvedata.com/time_series?timezone=UTC' },
    );
    expect(data.bars.map(({ t }) => t)).toEqual(['2026-05-13T14:20:00.000Z', '2026-05-13T14:25:00.000Z']);
    expect(data).toMatchObject({ currency: 'USD', zone: 'UTC', adjusted: 'none' });
    expect([dataAsOf, dataAsOfPrecision]).toEqual([null, null]);
  });
});

it('reads an exchange rate with its digits and its minute', () => {
  const { data, dataAsOf, dataAsOfPrecision } = readReply('twelvedata', 'forex', queryOf('forex', 'EURUSD'), {
    body: 'exchange-rate.json',
  });
  expect(data).toEqual({
    base: 'EUR',
    quote: 'USD',
    rate: 1.1,
    rateText: '1.10',
    bid: null,
    ask: null,
    marketOpen: null,
  });
  expect([dataAsOf, dataAsOfPrecision]).toEqual(['2026-05-13T14:24:00.000Z', 'minute']);
});

it('answers a search without hits with an empty list and no time', () => {
  const read = (body: string) => readReply('twelvedata', 'search', queryOf('search', 'acme'), { body });
  expect(read('search-no-hit.json')).toMatchObject({ data: { results: [] }, dataAsOf: null });
  expect(read('search.json').data.results).toMatchObject([
    { symbol: 'ACME', mic: 'XNGS', country: 'United States', score: null, provider: 'twelvedata' },
  ]);
});

it('takes no other field of a rate for its time than the one that belongs to its price', () => {
  const { data, dataAsOf, dataAsOfFrom } = readReply('twelvedata', 'forex', queryOf('forex', 'EUR/USD'), {
    text: '{"symbol":"EUR/USD","rate":null,"close":"1.10","datetime":"2026-05-13","timestamp":1778630400}',
  });
  expect([data.rate, dataAsOf, dataAsOfFrom]).toEqual([1.1, '2026-05-13', 'twelvedata:datetime']);
});

describe('errors of Twelve Data', () => {
  it('waits for the next full minute when the credits are used up, whatever the status', () => {
    const refused = refusalOf(() =>
      readReply('twelvedata', 'quote', queryOf('quote', 'ACME'), {
        body: 'error-credits-of-the-minute-with-status-200.json',
      }),
    );
    expect([refused.code, refused.retryAfterMs]).toEqual(['RATE_LIMITED', 30_000]);
  });

  it.each([
    ['NOT_FOUND', 404, fixture('twelvedata/error-symbol-unknown.json')],
    [
      'PLAN_LIMIT',
      404,
      '{"code":404,"message":"This symbol is not available with your plan","status":"error"}',
    ],
    ['PLAN_LIMIT', 403, '{"code":403,"message":"exclusively with pro plans","status":"error"}'],
    [
      'PLAN_LIMIT',
      403,
      '{"code":403,"message":"with pro plans. Consider upgrading your API Key now","status":"error"}',
    ],
    ['AUTH', 401, '<html><body>Unauthorized</body></html>'],
    ['AUTH', 200, '{"code":401,"message":"**apikey** parameter is incorrect"}'],
    ['RATE_LIMITED', 200, '{"code":429,"message":"You have run out of API credits for the current minute."}'],
    ['AUTH', 401, '{"code":401,"message":"**apikey** parameter is incorrect","status":"error"}'],
    ['NO_DATA', 400, '{"code":400,"message":"No data is available on the specified dates","status":"error"}'],
    ['INVALID_REQUEST', 400, '{"code":400,"message":"Invalid **interval** provided","status":"error"}'],
    ['PROVIDER_ERROR', 500, '{"code":500,"message":"Internal error","status":"error"}'],
    ['PROVIDER_ERROR', 200, '{"symbol":'],
    ['PROVIDER_ERROR', 503, '<html><body>Service Unavailable</body></html>'],
    ['BLOCKED', 200, '<!doctype html><title>Attention Required</title>'],
    ['NO_DATA', 200, '{"symbol":"ACME","close":null}'],
  ])('are %s (status %i): %s', (code, status, text) => {
    expect(error(text, status).code).toBe(code);
  });
});

it('puts the key into a header and nowhere else', () => {
  const access = { baseUrl: 'https://x', key: 'SECRETKEY99', plan: null, isLocal: false };
  expect(PROVIDERS.twelvedata.authorize(access)).toEqual({
    headers: { authorization: 'apikey SECRETKEY99' },
    params: {},
  });
});

it('names the exchange in a parameter and asks for UTC within the day only', () => {
  const { history, quote: quotes } = PROVIDERS.twelvedata.endpoints;
  const access = { baseUrl: 'https://x', key: 'k', plan: null, isLocal: false };
  expect(quotes?.request(queryOf('quote', 'VOD.L'), access)).toEqual({
    path: '/quote',
    params: { symbol: 'VOD', mic_code: 'XLON' },
  });
  const params = (interval: string) =>
    history?.request(queryOf('history', 'BRK-B', { interval, outputSize: 7 }), access).params;
  expect(params('1day')).toEqual({ symbol: 'BRK.B', interval: '1day', outputsize: '7', order: 'asc' });
  expect(params('1h')).toMatchObject({ interval: '1h', timezone: 'UTC' });
});
