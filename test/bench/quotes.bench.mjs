/**
 * A quote that no cache has, beside yahoo-finance2: both ask one server on this machine, which answers as Yahoo does. The peer has no setting for
 * another address, so its own `fetch` option brings its requests there; it uses its session of before, as it does in real life.
 *   npm run bench -- quotes
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { marketOverDist } from './marketSite.mjs';

const peers = createRequire(new URL('./peers/', import.meta.url));
const YahooFinance = peers('yahoo-finance2').default;

const ROUNDS = 300;
const WARM_UP = 100;
const PAUSE_MS = 7;
const NOW = Math.floor(Date.now() / 1000);

const site = await serveYahoo();
const market = marketOverDist(site.url, { provider: 'yahoo', perMinute: 10_000 });
const yahoo = new YahooFinance({
  suppressNotices: ['yahooSurvey'],
  versionCheck: false,
  logger: { info() {}, warn() {}, error() {}, debug() {}, dir() {} },
  fetch: (url, init) => fetch(site.url + new URL(url).pathname + new URL(url).search, init),
});

const opponents = [
  ['DirectAPI quote', async (symbol) => (await market.quote(symbol)).data.price],
  ['yahoo-finance2 quote()', async (symbol) => (await yahoo.quote(symbol)).regularMarketPrice],
  [
    'yahoo-finance2 chart(), the endpoint that DirectAPI uses',
    async (symbol) =>
      (await yahoo.chart(symbol, { period1: '2026-01-01', interval: '1m' })).meta.regularMarketPrice,
  ],
];
const times = opponents.map(() => ({ wall: [], cpu: [] }));
for (let round = -WARM_UP; round < ROUNDS; round += 1)
  for (const [k, [name, quote]] of opponents.entries()) {
    // DirectAPI spreads requests over the minute, at most one in 6 ms: that wait is no work
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const before = process.cpuUsage();
    const from = performance.now();
    const price = await quote(`S${round + WARM_UP}`);
    const wall = performance.now() - from;
    const { user, system } = process.cpuUsage(before);
    if (price !== 102.5) throw new Error(`${name}: ${price}`);
    if (round < 0) continue;
    times[k].wall.push(wall);
    times[k].cpu.push((user + system) / 1000);
  }
await market.close();
await site.close();

const rows = opponents.map(([name], k) => ({ name, wall: median(times[k].wall), cpu: mean(times[k].cpu) }));
console.log('## A quote that no cache has\n');
console.log(
  `Against one server on this machine, ${ROUNDS} symbols after ${WARM_UP} to warm up, in turns. CPU includes the server, which is the same for all.\n`,
);
console.log(
  '| what | ms, median | of quote() | CPU ms, mean | of quote() |\n| --- | --: | --: | --: | --: |',
);
for (const { name, wall, cpu } of rows)
  console.log(
    `| ${name} | ${wall.toFixed(2)} | ${(wall / rows[1].wall).toFixed(2)} | ${cpu.toFixed(2)} | ${(cpu / rows[1].cpu).toFixed(2)} |`,
  );
console.log(
  '\nNo ratio is wanted here: DirectAPI keeps every number as the source wrote it and reads a whole day of minutes for it, which a parser of plain JSON does not.',
);

/** The pages of a session, quotes and charts, for any symbol. */
async function serveYahoo() {
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const json = (value) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname.startsWith('/v8/finance/chart/')) json(chart(url.pathname.split('/').at(-1)));
    else if (url.pathname === '/v7/finance/quote')
      json({ quoteResponse: { result: [quoted(url.searchParams.get('symbols'))], error: null } });
    else if (url.pathname === '/v1/test/getcrumb') response.end('crumb');
    else
      response
        .writeHead(200, { 'set-cookie': 'A1=session; Max-Age=86400; Domain=.yahoo.com; Path=/; Secure' })
        .end('<html></html>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function shared(symbol) {
  return {
    symbol,
    currency: 'USD',
    exchangeTimezoneName: 'America/New_York',
    regularMarketPrice: 102.5,
    regularMarketDayHigh: 103,
    regularMarketDayLow: 100.5,
    regularMarketVolume: 1_200_300,
    regularMarketTime: NOW,
    longName: 'Acme Inc.',
    shortName: 'Acme',
    fullExchangeName: 'NasdaqGS',
    priceHint: 2,
    fiftyTwoWeekHigh: 120,
    fiftyTwoWeekLow: 80,
  };
}

/** A day of minutes: what Yahoo sends for a quote by way of its chart. */
function chart(symbol) {
  const start = NOW - 390 * 60;
  const session = (from, to) => ({ timezone: 'EDT', start: from, end: to, gmtoffset: -14_400 });
  const minutes = Array.from({ length: 390 }, (_, k) => start + k * 60);
  const values = (at) => minutes.map((_, k) => at + (k % 17) / 100);
  return {
    chart: {
      result: [
        {
          meta: {
            ...shared(symbol),
            exchangeName: 'NMS',
            instrumentType: 'EQUITY',
            firstTradeDate: 345_479_400,
            hasPrePostMarketData: true,
            gmtoffset: -14_400,
            timezone: 'EDT',
            chartPreviousClose: 100,
            previousClose: 100,
            scale: 3,
            currentTradingPeriod: {
              pre: session(start - 19_800, start),
              regular: session(start, NOW + 60),
              post: session(NOW + 60, NOW + 14_460),
            },
            tradingPeriods: [[session(start, NOW + 60)]],
            dataGranularity: '1m',
            range: '1d',
            validRanges: ['1d', '5d', '1mo'],
          },
          timestamp: minutes,
          indicators: {
            quote: [
              {
                open: values(101),
                high: values(101.3),
                low: values(100.9),
                close: values(101.1),
                volume: minutes.map((_, k) => 1000 + k),
              },
            ],
          },
        },
      ],
      error: null,
    },
  };
}

function quoted(symbol) {
  return {
    ...shared(symbol),
    language: 'en-US',
    region: 'US',
    quoteType: 'EQUITY',
    typeDisp: 'Equity',
    quoteSourceName: 'Nasdaq Real Time Price',
    triggerable: true,
    customPriceAlertConfidence: 'HIGH',
    marketState: 'REGULAR',
    exchange: 'NMS',
    market: 'us_market',
    exchangeTimezoneShortName: 'EDT',
    gmtOffSetMilliseconds: -14_400_000,
    esgPopulated: false,
    tradeable: false,
    cryptoTradeable: false,
    hasPrePostMarketData: true,
    firstTradeDateMilliseconds: 345_479_400_000,
    regularMarketChange: 2.5,
    regularMarketChangePercent: 2.5,
    regularMarketDayRange: '100.5 - 103.0',
    regularMarketPreviousClose: 100,
    regularMarketOpen: 101,
    bid: 102.4,
    ask: 102.6,
    bidSize: 1,
    askSize: 1,
    sourceInterval: 15,
    exchangeDataDelayedBy: 0,
    fiftyTwoWeekRange: '80.0 - 120.0',
    marketCap: 1_000_000_000,
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function mean(values) {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
