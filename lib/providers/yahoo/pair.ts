import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { at, priceNumberOf, textOf, numberOf } from '../json';
import type { Crypto, Endpoint, Forex, Queries } from '../provider';
import { pairInstrument, parsePair, type Instrument, type Pair } from '../symbols';
import { chartOf, marketPriceOf, marketTimeOf } from './chart';
import { chartPath, marketStateOf } from './quote';

const PARAMS = { interval: '1m', range: '1d', includePrePost: 'false' };

/** EURUSD=X; `EUR=X` in an answer means USD/EUR. */
export const forexEndpoint: Endpoint<'forex'> = {
  request: (pair) => ({ path: chartPath(pairInstrument(pair)), params: PARAMS }),
  read({ json, fetchedAtMs }, pair): Reading<Forex> {
    const { meta } = chartOf(json, `${pair.base}/${pair.quote}`);
    const rate = marketPriceOf(meta, `${pair.base}/${pair.quote}`);
    const answered = answeredPair(meta);
    const state = marketStateOf(meta, fetchedAtMs);
    return {
      data: {
        base: answered.base,
        quote: answered.quote,
        rate: rate.number,
        rateText: rate.text,
        bid: priceNumberOf(at(meta, 'bid')),
        ask: priceNumberOf(at(meta, 'ask')),
        marketOpen: state === null ? null : state === 'open',
      },
      ...marketTimeOf(meta),
    };
  },
};

/** BTC-USD. Yahoo's tickers of lesser coins carry a number (UNI7083-USD), so a known coin is checked by its name. */
export const cryptoEndpoint: Endpoint<'crypto'> = {
  cannot: ({ byId }) =>
    byId ? 'Yahoo Finance does not know CoinGecko ids; write a ticker such as BTC' : null,
  request: (query) => ({ path: chartPath(instrumentOf(query)), params: PARAMS }),
  read({ json }, query): Reading<Crypto> {
    const { meta } = chartOf(json, `${query.base}/${query.vs}`);
    const price = marketPriceOf(meta, `${query.base}/${query.vs}`);
    const answered = answeredPair(meta);
    return {
      data: {
        coinId: null,
        pair: `${answered.base}/${answered.quote}`,
        symbol: answered.base,
        name: textOf(at(meta, 'longName')) ?? textOf(at(meta, 'shortName')),
        vs: answered.quote,
        price: price.number,
        priceText: price.text,
        change24hPercent: null,
        volume24h: numberOf(at(meta, 'regularMarketVolume')),
        marketCap: null,
      },
      ...marketTimeOf(meta),
    };
  },
};

function instrumentOf({ base, vs }: Queries['crypto']): Instrument {
  const pair = { base: base.toUpperCase(), quote: vs };
  return { kind: 'pair', text: `${pair.base}/${pair.quote}`, pair, isForex: false };
}

function answeredPair(meta: unknown): Pair {
  const pair = parsePair(textOf(at(meta, 'symbol')) ?? '');
  if (pair === null)
    throw new ToolError('PROVIDER_ERROR', 'Yahoo Finance did not say which pair its answer is about.');
  const currency = textOf(at(meta, 'currency'));
  if (currency !== null && currency !== pair.quote)
    throw new ToolError(
      'PROVIDER_ERROR',
      `Yahoo Finance states the price of ${pair.base}/${pair.quote} in ${currency.slice(0, 20)}.`,
    );
  return pair;
}
