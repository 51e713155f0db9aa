import type { Reading } from '../../envelope';
import { at, numberOf, priceNumberOf, priceOf, textOf, type Amount } from '../json';
import { inMajor, minorUnitOf } from '../money';
import type { Endpoint, Quote } from '../provider';
import { yahooSymbol, type Instrument } from '../symbols';
import { chartOf, marketPriceOf, marketTimeOf, rowsOf, sessionOf } from './chart';

/** The header of /v8/finance/chart over one day. */
export const quoteEndpoint: Endpoint<'quote'> = {
  cannot: ({ instrument }) => cannotName(instrument),
  request: ({ instrument }) => ({
    path: chartPath(instrument),
    params: { interval: '1m', range: '1d', includePrePost: 'false' },
  }),
  read({ json, fetchedAtMs }, { instrument }): Reading<Quote> {
    const { result, meta } = chartOf(json, instrument.text);
    const price = marketPriceOf(meta, instrument.text);
    const currency = textOf(at(meta, 'currency'));
    const minor = minorUnitOf(currency);
    const before = previousCloseOf(meta);
    const time = marketTimeOf(meta);
    return {
      data: {
        symbol: instrument.text,
        providerSymbol: textOf(at(meta, 'symbol')),
        name: textOf(at(meta, 'longName')) ?? textOf(at(meta, 'shortName')),
        exchange: textOf(at(meta, 'fullExchangeName')) ?? textOf(at(meta, 'exchangeName')),
        mic: null,
        assetType: textOf(at(meta, 'instrumentType')),
        currency,
        currencyMinor: minor,
        price: price.number,
        priceText: price.text,
        priceMajor: inMajor(price, minor),
        open: openOf(result, meta),
        high: priceNumberOf(at(meta, 'regularMarketDayHigh')),
        low: priceNumberOf(at(meta, 'regularMarketDayLow')),
        previousClose: before?.number ?? null,
        ...changeOf(price, before),
        volume: numberOf(at(meta, 'regularMarketVolume')),
        marketState: marketStateOf(meta, fetchedAtMs),
        delayedMinutes: numberOf(at(meta, 'exchangeDataDelayedBy')),
        extended: null,
      },
      ...time,
    };
  },
};

export function cannotName(instrument: Instrument): string | null {
  return yahooSymbol(instrument) === null
    ? 'Yahoo Finance does not know CoinGecko ids; write a pair such as BTC/USD'
    : null;
}

export function chartPath(instrument: Instrument): string {
  return `/v8/finance/chart/${encodeURIComponent(yahooSymbol(instrument) ?? '')}`;
}

/** By the sessions that Yahoo states for the day; null where it states none. */
export function marketStateOf(meta: unknown, nowMs: number): Quote['marketState'] {
  const seconds = nowMs / 1000;
  const during = (name: 'pre' | 'regular' | 'post'): boolean => {
    const session = sessionOf(meta, name);
    return session !== null && seconds >= session.start && seconds < session.end;
  };
  if (sessionOf(meta, 'regular') === null) return null;
  if (during('regular')) return 'open';
  if (during('pre')) return 'pre';
  return during('post') ? 'post' : 'closed';
}

/** `chartPreviousClose` is the close before the range, so it is yesterday's only for a range of one day. */
function previousCloseOf(meta: unknown): Amount | null {
  return (
    priceOf(at(meta, 'previousClose')) ??
    (textOf(at(meta, 'range')) === '1d' ? priceOf(at(meta, 'chartPreviousClose')) : null)
  );
}

/**
 * Difference and percentage, by Yahoo's own two prices; rounded to the digits that they have. Nothing is a percentage of
 * a price below zero.
 */
function changeOf(
  price: Amount,
  before: Amount | null,
): { change: number | null; changePercent: number | null } {
  if (before === null) return { change: null, changePercent: null };
  const digits = Math.min(12, Math.max(decimalsOf(price.text), decimalsOf(before.text)));
  const change = price.number - before.number;
  const percent = before.number > 0 ? (change / before.number) * 100 : NaN;
  return {
    change: Number.isFinite(change) ? Number(change.toFixed(digits)) : null,
    changePercent: Number.isFinite(percent) ? Number(percent.toFixed(4)) : null,
  };
}

function decimalsOf(text: string): number {
  const [, fraction = '', exponent = '0'] = /^[+-]?\d*(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** The open of the session's first minute, only where the first row is that minute. */
function openOf(result: unknown, meta: unknown): number | null {
  const [first] = rowsOf(result);
  const regular = sessionOf(meta, 'regular');
  return first !== undefined && regular !== null && first.seconds === regular.start
    ? priceNumberOf(first.field('open'))
    : null;
}
