import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromUnixSeconds } from '../../instant';
import { at, listOf, priceOf, recordOf, secondsOf, textOf, type Amount } from '../json';

/** The time that Yahoo stamps on symbols which have none. */
const PLACEHOLDER_SECONDS = 1_561_759_658;

/** The one result of a chart; NOT_FOUND where there is none. */
export function chartOf(json: unknown, symbol: string): { result: unknown; meta: unknown } {
  const chart = at(json, 'chart');
  if (recordOf(chart) === null)
    throw new ToolError('PROVIDER_ERROR', 'Yahoo Finance answered without a chart in its usual form.');
  const result = listOf(at(chart, 'result'))?.[0];
  const meta = at(result, 'meta');
  if (recordOf(meta) === null) throw new ToolError('NOT_FOUND', `Yahoo Finance does not know ${symbol}.`);
  return { result, meta };
}

/** The price of a chart's header; NOT_FOUND for delisted symbols, which have a header but no price. */
export function marketPriceOf(meta: unknown, symbol: string): Amount {
  const price = priceOf(at(meta, 'regularMarketPrice'));
  if (price === null)
    throw new ToolError(
      'NOT_FOUND',
      `Yahoo Finance has no price for ${symbol}: the symbol is delisted or unknown.`,
    );
  return price;
}

/** The time of that price, which no bar has: bars of another range may stand in the same answer. */
export function marketTimeOf(meta: unknown): Omit<Reading<unknown>, 'data'> {
  const seconds = marketSecondsOf(meta);
  const instant = instantFromUnixSeconds(seconds);
  if (instant !== null) return { dataAsOf: instant, dataAsOfFrom: 'yahoo:regularMarketTime' };
  return { dataAsOf: null, dataAsOfFrom: null, ...(seconds === null ? {} : { warnings: [noTime(seconds)] }) };
}

/** Milliseconds, most likely: read as the seconds that they should be, they lie beyond any calendar. */
function noTime(seconds: number): string {
  return `Yahoo's time of the price, ${seconds} seconds since 1970, is later than the time of the request and was not used.`;
}

export function marketSecondsOf(meta: unknown): number | null {
  const seconds = secondsOf(at(meta, 'regularMarketTime'));
  return seconds === PLACEHOLDER_SECONDS ? null : seconds;
}

/** A session of the day as Yahoo states it, in unix seconds; null where it states none. */
export function sessionOf(
  meta: unknown,
  name: 'pre' | 'regular' | 'post',
): { start: number; end: number } | null {
  const period = at(meta, 'currentTradingPeriod', name);
  const start = secondsOf(at(period, 'start'));
  const end = secondsOf(at(period, 'end'));
  return start === null || end === null || end <= start ? null : { start, end };
}

export function zoneOf(meta: unknown): string | null {
  return textOf(at(meta, 'exchangeTimezoneName'));
}

/** Rows of a chart by their start in unix seconds; an empty window has no `timestamp` at all. */
export function rowsOf(
  result: unknown,
): readonly { seconds: number | null; field: (name: string) => unknown; adjClose: unknown }[] {
  const times = listOf(at(result, 'timestamp')) ?? [];
  const indicators = at(result, 'indicators');
  const quote = listOf(at(indicators, 'quote'))?.[0];
  const adjusted = listOf(at(listOf(at(indicators, 'adjclose'))?.[0], 'adjclose'));
  return times.map((time, i) => ({
    seconds: secondsOf(time),
    field: (name) => listOf(at(quote, name))?.[i],
    adjClose: adjusted?.[i],
  }));
}
