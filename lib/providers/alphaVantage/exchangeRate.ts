import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromWallTime } from '../../instant';
import { at, priceNumberOf, priceOf, recordOf, textOf, type Amount } from '../json';
import type { Crypto, Endpoint, Forex, JsonAnswer, Target } from '../provider';
import type { Pair } from '../symbols';

/** CURRENCY_EXCHANGE_RATE for currencies. Its time is the refresh of the service, which goes on at weekends. */
export const forexEndpoint: Endpoint<'forex'> = {
  request: request,
  read(answer, pair): Reading<Forex> {
    const { body, amount, answered, time } = read(answer, pair);
    return {
      data: {
        base: answered.base,
        quote: answered.quote,
        rate: amount.number,
        rateText: amount.text,
        bid: priceNumberOf(at(body, '8. Bid Price')),
        ask: priceNumberOf(at(body, '9. Ask Price')),
        marketOpen: null,
      },
      ...time,
    };
  },
};

export const cryptoEndpoint: Endpoint<'crypto'> = {
  cannot: ({ byId }) =>
    byId ? 'Alpha Vantage does not know CoinGecko ids; write a ticker such as BTC' : null,
  request: ({ base, vs }) => request({ base: base.toUpperCase(), quote: vs }),
  read(answer, { base, vs }): Reading<Crypto> {
    const { body, amount, answered, time } = read(answer, { base: base.toUpperCase(), quote: vs });
    return {
      data: {
        coinId: null,
        pair: `${answered.base}/${answered.quote}`,
        symbol: answered.base,
        name: textOf(at(body, '2. From_Currency Name')),
        vs: answered.quote,
        price: amount.number,
        priceText: amount.text,
        change24hPercent: null,
        volume24h: null,
        marketCap: null,
      },
      ...time,
    };
  },
};

function request({ base, quote }: Pair): Target {
  return {
    path: '/query',
    params: { function: 'CURRENCY_EXCHANGE_RATE', from_currency: base, to_currency: quote },
  };
}

function read(
  { json }: JsonAnswer,
  asked: Pair,
): { body: unknown; amount: Amount; answered: Pair; time: Omit<Reading<unknown>, 'data'> } {
  const body = at(json, 'Realtime Currency Exchange Rate');
  if (recordOf(body) === null)
    throw new ToolError('PROVIDER_ERROR', 'Alpha Vantage answered without a rate in its usual form.');
  const amount = priceOf(at(body, '5. Exchange Rate'));
  if (amount === null)
    throw new ToolError('NO_DATA', `Alpha Vantage has no rate for ${asked.base}/${asked.quote}.`);
  const base = textOf(at(body, '1. From_Currency Code'));
  const quote = textOf(at(body, '3. To_Currency Code'));
  if (base === null || quote === null)
    throw new ToolError('PROVIDER_ERROR', 'Alpha Vantage did not say which pair its answer is about.');
  const refreshed = textOf(at(body, '6. Last Refreshed'));
  const zone = textOf(at(body, '7. Time Zone'));
  const instant = refreshed === null || zone === null ? null : instantFromWallTime(refreshed, zone);
  const from = instant === null ? null : 'alphavantage:6. Last Refreshed';
  return { body, amount, answered: { base, quote }, time: { dataAsOf: instant, dataAsOfFrom: from } };
}
