import { PROVIDERS } from '../../../lib/providers/index';
import { fixture, NOON, queryOf, readReply, refusalOf } from '../../helpers/providerAnswers';

const quote = (symbol: string, body: string, at = NOON) =>
  readReply('yahoo', 'quote', queryOf('quote', symbol), { body, at });
const daily = (at = NOON) =>
  readReply('yahoo', 'history', queryOf('history', 'ACME'), { body: 'chart-daily-running-bar.json', at });
const access = { baseUrl: '', key: null, plan: null, isLocal: false };

describe('a Yahoo quote', () => {
  it('is the header of the chart with its own time', () => {
    const { data, dataAsOf, dataAsOfFrom } = quote('ACME', 'chart-market-open.json');
    expect([dataAsOf, dataAsOfFrom]).toEqual(['2026-05-13T14:24:00.000Z', 'yahoo:regularMarketTime']);
    expect(data).toMatchObject({
      price: 102.5,
      open: 101.1,
      previousClose: 100,
      change: 2.5,
      changePercent: 2.5,
      marketState: 'open',
      name: 'Acme Inc.',
    });
  });

  it.each([
    ['2026-05-13T09:00:00Z', 'pre'],
    ['2026-05-13T20:00:00Z', 'post'],
    ['2026-05-14T01:00:00Z', 'closed'],
  ])('at %s is marked %s', (at, state) => {
    expect(quote('ACME', 'chart-market-open.json', at).data.marketState).toBe(state);
  });

  it('has a change with the digits of the prices, however they are written', () => {
    const change = (price: string, before: string) =>
      readReply('yahoo', 'quote', queryOf('quote', 'ACME'), {
        text: `{"chart":{"result":[{"meta":{"symbol":"ACME","regularMarketPrice":"${price}","previousClose":"${before}"}}]}}`,
      }).data.change;
    expect([change('.75', '.5'), change('+1.25', '1.'), change('1.5e-3', '1e-3')]).toEqual([
      0.25, 0.25, 0.0005,
    ]);
  });

  it('has no percentage of a price below zero', () => {
    const text =
      '{"chart":{"result":[{"meta":{"symbol":"CL=F","regularMarketPrice":5,"previousClose":-1}}]}}';
    const { data } = readReply('yahoo', 'quote', queryOf('quote', 'CL=F'), { text });
    expect([data.change, data.changePercent]).toEqual([6, null]);
  });

  it('does not take the close before another range for that of yesterday', () => {
    expect(quote('ACME', 'chart-daily-running-bar.json').data).toMatchObject({
      previousClose: null,
      change: null,
      changePercent: null,
    });
  });

  it.each(['0', '5e-324'])('has no change in percent of a previous close of %s', (previous) => {
    const text = fixture('yahoo/chart-market-open.json').replace(
      /("(?:chartPreviousClose|previousClose|regularMarketPreviousClose)":\s*)[\d.]+/g,
      `$1${previous}`,
    );
    expect(text).toContain(previous);
    const { data } = readReply('yahoo', 'quote', queryOf('quote', 'ACME'), { text });
    expect(data).toMatchObject({ price: 102.5, changePercent: null });
    expect(JSON.stringify(data)).not.toContain('Infinity');
  });

  it('of a coin of millionths has the change of its last digits', () => {
    const text = fixture('yahoo/chart-market-open.json')
      .replace(/("regularMarketPrice":\s*)[\d.]+/, '$18.5e-6')
      .replace(/("(?:chartPreviousClose|previousClose)":\s*)[\d.]+/g, '$18.4e-6');
    const { data } = readReply('yahoo', 'quote', queryOf('quote', 'ACME'), { text });
    expect(data).toMatchObject({ price: 8.5e-6, change: 1e-7, changePercent: 1.1905 });
  });

  it('of pence names the pounds', () => {
    expect(quote('ACM.L', 'chart-pence-in-london.json').data).toMatchObject({
      currency: 'GBp',
      priceMajor: 3.3705,
    });
  });

  it('without a price is a delisted symbol, whatever its placeholder time', () => {
    const refused = refusalOf(() => quote('GONE', 'chart-delisted.json'));
    expect([refused.code, refused.message.includes('delisted')]).toEqual(['NOT_FOUND', true]);
  });

  it('with the placeholder time has no time', () => {
    const text = fixture('yahoo/chart-market-open.json').replace('1778682240', '1561759658');
    const { dataAsOf, warnings } = readReply('yahoo', 'quote', queryOf('quote', 'ACME'), { text });
    expect(dataAsOf).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('no time')]);
  });

  it('with a time in milliseconds says that it was not used', () => {
    const text = fixture('yahoo/chart-market-open.json').replace('1778682240', '1778682240000');
    for (const [operation, symbol] of [
      ['quote', 'ACME'],
      ['crypto', 'BTC'],
    ] as const) {
      const answer = text.replace('"symbol": "ACME"', `"symbol": "${symbol === 'BTC' ? 'BTC-USD' : symbol}"`);
      const { dataAsOf, dataAsOfFrom, warnings } = readReply('yahoo', operation, queryOf(operation, symbol), {
        text: answer,
      });
      expect([dataAsOf, dataAsOfFrom]).toEqual([null, null]);
      expect(warnings?.join(' ')).toContain('1778682240000 seconds since 1970');
    }
  });

  it('that is old says so', () => {
    expect(quote('ACME', 'chart-market-open.json', '2026-06-13T14:24:00Z').warnings).toEqual([
      expect.stringContaining('31 days old'),
    ]);
  });
});

describe('a Yahoo history', () => {
  it('dates bars in the zone of the exchange; the bar of today is running', () => {
    const { data, dataAsOf } = daily();
    expect(data.bars.map(({ t, complete }) => [t, complete])).toEqual([
      ['2026-05-08', true],
      ['2026-05-12', true],
      ['2026-05-13', false],
    ]);
    expect(data.gaps).toEqual(['2026-05-11']);
    expect(dataAsOf).toBe('2026-05-12');
  });

  it('calls the bar of today complete an hour after the end of the session', () => {
    expect(daily('2026-05-13T20:59:00Z').dataAsOf).toBe('2026-05-12');
    expect(daily('2026-05-13T21:00:00Z').dataAsOf).toBe('2026-05-13');
  });

  it('names dividends and splits by date, and keeps the adjusted close beside the close', () => {
    const { data } = daily();
    expect(data.events).toEqual({
      dividends: [{ t: '2026-05-08', amount: 0.22, amountText: '0.22', amountMajor: null }],
      splits: [{ t: '2026-05-12', numerator: 10, denominator: 1 }],
    });
    expect(data.bars[0]).toMatchObject({ close: 97.5, adjClose: 97.4 });
  });

  it('uses the offset of each date, on both sides of a change of the clocks', () => {
    const { data } = readReply('yahoo', 'history', queryOf('history', 'ACX.AX'), {
      body: 'chart-daily-sydney-across-autumn-change.json',
    });
    expect(data.bars.map(({ t }) => t)).toEqual(['2026-04-03', '2026-04-06']);
  });

  it('marks a row with the time of the last trade as running, within the day', () => {
    const { data } = readReply('yahoo', 'history', queryOf('history', 'ACME', { interval: '1min' }), {
      text: fixture('yahoo/chart-market-open.json').replace('1778679060', '1778682240'),
      at: '2026-05-13T15:00:00Z',
    });
    expect(data.bars.map(({ complete }) => complete)).toEqual([true, false]);
  });

  it('is NO_DATA for an empty window and NOT_FOUND for a dead symbol', () => {
    const read = (body: string) => () => readReply('yahoo', 'history', queryOf('history', 'ACME'), { body });
    expect(refusalOf(read('chart-empty-window.json')).code).toBe('NO_DATA');
    expect(refusalOf(read('chart-delisted.json')).code).toBe('NOT_FOUND');
  });

  it('asks for a range that holds 500 minutes, and for 500 days', () => {
    const { history } = PROVIDERS.yahoo.endpoints;
    const range = (interval: string, outputSize: number) =>
      history?.request(queryOf('history', 'ACME', { interval, outputSize }), access).params['range'];
    expect([range('1min', 500), range('1day', 500), range('1day', 10)]).toEqual(['5d', '5y', '1mo']);
  });
});

it('reads the short notation of a dollar pair the right way round', () => {
  const read = (pair: string, body: string) =>
    readReply('yahoo', 'forex', queryOf('forex', pair), { body }).data;
  expect(read('EUR/USD', 'chart-euro-dollar.json')).toMatchObject({
    base: 'EUR',
    quote: 'USD',
    rate: 1.1034,
  });
  expect(read('USD/EUR', 'chart-dollar-euro-in-short-notation.json')).toMatchObject({
    base: 'USD',
    quote: 'EUR',
    rate: 0.9062,
  });
});

it.each([
  ['forex', 'EUR/USD', '{"symbol":"EURUSD=X","currency":"JPY","regularMarketPrice":160}'],
  ['crypto', 'BTC/GBP', '{"symbol":"BTC-GBP","longName":"Bitcoin","currency":"GBp","regularMarketPrice":9}'],
] as const)('refuses a price of %s %s that is stated in another currency', (operation, pair, meta) => {
  const text = `{"chart":{"result":[{"meta":${meta}}]}}`;
  expect(refusalOf(() => readReply('yahoo', operation, queryOf(operation, pair), { text })).code).toBe(
    'PROVIDER_ERROR',
  );
});

it('takes no list of a search that came with an error for the matches', () => {
  const text = '{"quotes":[],"error":{"code":"Too Many Requests","description":"x"}}';
  const refused = refusalOf(() => readReply('yahoo', 'search', queryOf('search', 'acme'), { text }));
  expect(refused.code).toBe('RATE_LIMITED');
});

it('encodes carets and equals signs, and writes class shares with a dash', () => {
  const path = (symbol: string) =>
    PROVIDERS.yahoo.endpoints.quote?.request(queryOf('quote', symbol), access).path;
  expect(path('^GSPC')).toBe('/v8/finance/chart/%5EGSPC');
  expect(path('BRK.B')).toBe('/v8/finance/chart/BRK-B');
  expect(path('eur usd')).toBe('/v8/finance/chart/EURUSD%3DX');
});

describe('errors of Yahoo', () => {
  it.each([
    ['NOT_FOUND', 404, fixture('yahoo/error-not-found.json')],
    ['PROVIDER_ERROR', 500, fixture('yahoo/error-other-root-key.json')],
    ['BLOCKED', 401, fixture('yahoo/error-no-session.json')],
    ['RATE_LIMITED', 429, fixture('yahoo/too-many-requests.txt')],
    ['RATE_LIMITED', 200, fixture('yahoo/too-many-requests.txt')],
    ['BLOCKED', 200, fixture('yahoo/consent-page.html')],
    ['BLOCKED', 401, '<html><body>Unauthorized</body></html>'],
    ['BLOCKED', 401, '{}'],
    ['BLOCKED', 307, ''],
    ['NOT_FOUND', 200, '{"chart":{"result":null,"error":null}}'],
    ['PROVIDER_ERROR', 200, '{"quoteResponse":{"result":[],"error":null}}'],
    [
      'INVALID_REQUEST',
      422,
      '{"chart":{"result":null,"error":{"code":"Unprocessable Entity","description":"x"}}}',
    ],
  ])('are %s (status %i): %s', (code, status, text) => {
    const refused = refusalOf(() => readReply('yahoo', 'quote', queryOf('quote', 'ACME'), { text, status }));
    expect(refused.code).toBe(code);
  });
});

it('leaves out what is no symbol of its own from a search', () => {
  const { data } = readReply('yahoo', 'search', queryOf('search', 'acme'), { body: 'search.json' });
  expect(data.results.map(({ symbol, exchange }) => [symbol, exchange])).toEqual([['ACME', 'NASDAQ']]);
});
