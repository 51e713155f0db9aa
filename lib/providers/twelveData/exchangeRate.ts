import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromUnixSeconds } from '../../instant';
import { at, priceOf, secondsOf, textOf, type Amount } from '../json';
import type { Crypto, Endpoint, Forex, JsonAnswer, Target } from '../provider';
import { pairInstrument, parsePair, type Pair } from '../symbols';
import { quoteTime } from './quote';
import { bodyOf } from './symbol';

/** /exchange_rate: one number and the minute it belongs to. */
export const forexEndpoint: Endpoint<'forex'> = {
  request: request,
  read(answer, pair): Reading<Forex> {
    const { amount, answered, time, body } = read(answer, pair);
    const isOpen = at(body, 'is_market_open');
    return {
      data: {
        base: answered.base,
        quote: answered.quote,
        rate: amount.number,
        rateText: amount.text,
        bid: null,
        ask: null,
        marketOpen: typeof isOpen === 'boolean' ? isOpen : null,
      },
      ...time,
    };
  },
};

export const cryptoEndpoint: Endpoint<'crypto'> = {
  cannot: ({ byId }) => (byId ? 'Twelve Data does not know CoinGecko ids; write a ticker such as BTC' : null),
  request: ({ base, vs }) => request({ base: base.toUpperCase(), quote: vs }),
  read(answer, { base, vs }): Reading<Crypto> {
    const { amount, answered, time, body } = read(answer, { base: base.toUpperCase(), quote: vs });
    return {
      data: {
        coinId: null,
        pair: `${answered.base}/${answered.quote}`,
        symbol: answered.base,
        name: textOf(at(body, 'currency_base')),
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
  return { path: '/exchange_rate', params: { symbol: `${base}/${quote}` } };
}

function read(
  answer: JsonAnswer,
  pair: Pair,
): { amount: Amount; answered: Pair; time: Omit<Reading<unknown>, 'data'>; body: unknown } {
  const body = bodyOf(answer, answer.json, pairInstrument(pair));
  const rate = priceOf(at(body, 'rate'));
  const amount = rate ?? priceOf(at(body, 'close')) ?? priceOf(at(body, 'price'));
  if (amount === null)
    throw new ToolError('NO_DATA', `Twelve Data has no rate for ${pair.base}/${pair.quote}.`);
  const answered = parsePair(textOf(at(body, 'symbol')) ?? '');
  if (answered === null)
    throw new ToolError('PROVIDER_ERROR', 'Twelve Data did not say which pair its answer is about.');
  return { amount, answered, time: rate === null ? quoteTime(body) : rateTime(body), body };
}

function rateTime(body: unknown): Omit<Reading<unknown>, 'data'> {
  const seconds = secondsOf(at(body, 'timestamp'));
  const instant = instantFromUnixSeconds(seconds);
  if (seconds === null || instant === null) return { dataAsOf: null, dataAsOfFrom: null };
  const precision = seconds % 60 === 0 ? 'minute' : 'second';
  return { dataAsOf: instant, dataAsOfFrom: 'twelvedata:timestamp', dataAsOfPrecision: precision };
}
