import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromUnixSeconds, isLaterThan } from '../../instant';
import { dayOf } from '../day';
import { at, numberOf, priceNumberOf, priceOf, secondsOf, textOf } from '../json';
import { inMajor, minorUnitOf } from '../money';
import type { Endpoint, Quote } from '../provider';
import { bodyOf, cannotName, currencyOf, symbolParams } from './symbol';

/** /quote of the daily interval. */
export const quoteEndpoint: Endpoint<'quote'> = {
  cannot: ({ instrument }) => cannotName(instrument),
  request: ({ instrument }) => ({ path: '/quote', params: symbolParams(instrument) }),
  read(answer, { instrument }): Reading<Quote> {
    const body = bodyOf(answer, answer.json, instrument);
    const price = priceOf(at(body, 'close'));
    if (price === null) throw new ToolError('NO_DATA', `Twelve Data has no price for ${instrument.text}.`);
    const symbol = textOf(at(body, 'symbol'));
    const currency = currencyOf(body, symbol);
    const minor = minorUnitOf(currency);
    const isOpen = at(body, 'is_market_open');
    return {
      data: {
        symbol: instrument.text,
        providerSymbol: symbol,
        name: textOf(at(body, 'name')),
        exchange: textOf(at(body, 'exchange')),
        mic: textOf(at(body, 'mic_code')),
        assetType: textOf(at(body, 'type')),
        currency,
        currencyMinor: minor,
        price: price.number,
        priceText: price.text,
        priceMajor: inMajor(price, minor),
        open: priceNumberOf(at(body, 'open')),
        high: priceNumberOf(at(body, 'high')),
        low: priceNumberOf(at(body, 'low')),
        previousClose: priceNumberOf(at(body, 'previous_close')),
        change: numberOf(at(body, 'change')),
        changePercent: numberOf(at(body, 'percent_change')),
        volume: numberOf(at(body, 'volume')),
        marketState: isOpen === true ? 'open' : isOpen === false ? 'closed' : null,
        delayedMinutes: null,
        extended: extendedOf(body, answer.fetchedAtMs),
      },
      ...quoteTime(body),
    };
  },
};

/**
 * The time of the price. `timestamp` is the opening of the daily candle and never used. `last_quote_at` is the start of
 * the last minute candle, but was seen to repeat `timestamp`, also hours after the opening: then, and in older answers
 * without it, only the session's date is known.
 */
export function quoteTime(body: unknown): Omit<Reading<unknown>, 'data'> {
  const opened = secondsOf(at(body, 'timestamp'));
  const lastQuoteAt = secondsOf(at(body, 'last_quote_at'));
  const isMeaningful =
    lastQuoteAt !== null && (opened === null ? at(body, 'is_market_open') === true : lastQuoteAt > opened);
  const instant = isMeaningful ? instantFromUnixSeconds(lastQuoteAt) : null;
  if (instant !== null)
    return { dataAsOf: instant, dataAsOfFrom: 'twelvedata:last_quote_at', dataAsOfPrecision: 'minute' };
  const date = dayOf(textOf(at(body, 'datetime')));
  return { dataAsOf: date, dataAsOfFrom: date === null ? null : 'twelvedata:datetime' };
}

function extendedOf(body: unknown, fetchedAtMs: number): Quote['extended'] {
  const price = priceNumberOf(at(body, 'extended_price'));
  if (price === null) return null;
  const time = instantFromUnixSeconds(secondsOf(at(body, 'extended_timestamp')));
  return { price, at: time === null || isLaterThan(time, fetchedAtMs) ? null : time, session: null };
}
