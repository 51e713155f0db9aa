import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { dateInZone } from '../../instant';
import { LIMITS } from '../../limits';
import { barTime, historyOf, INTERVAL_MS, isDayOver, isPeriodOver, type Row } from '../bars';
import { checkInterval } from '../interval';
import { at, numberOf, priceOf, recordOf, secondsOf, textOf } from '../json';
import { inMajor, minorUnitOf } from '../money';
import type { Dividend, Endpoint, History, Interval, MinorUnit, Split } from '../provider';
import { chartOf, marketSecondsOf, rowsOf, sessionOf, zoneOf } from './chart';
import { cannotName, chartPath } from './quote';

const INTERVAL_NAMES: Readonly<Record<Interval, string>> = {
  '1min': '1m',
  '5min': '5m',
  '1h': '1h',
  '1day': '1d',
};

/** How the answer names the interval; an hour has two names. */
const GRANULARITIES: Readonly<Record<Interval, readonly string[]>> = {
  '1min': ['1m'],
  '5min': ['5m'],
  '1h': ['1h', '60m'],
  '1day': ['1d'],
};

/** What has its close at the end of the session; a fund's price comes later, currencies and coins have none. */
const EXCHANGE_TRADED: ReadonlySet<string> = new Set(['EQUITY', 'ETF', 'INDEX']);

/** The range that holds so many points of a market which is open some hours a day; the newest are kept. */
const RANGES: Readonly<Record<Interval, readonly (readonly [points: number, range: string])[]>> = {
  '1min': [[500, '5d']],
  '5min': [
    [200, '5d'],
    [500, '1mo'],
  ],
  '1h': [
    [90, '1mo'],
    [350, '3mo'],
    [500, '6mo'],
  ],
  '1day': [
    [18, '1mo'],
    [55, '3mo'],
    [115, '6mo'],
    [235, '1y'],
    [480, '2y'],
    [500, '5y'],
  ],
};

/** /v8/finance/chart: prices adjusted for splits, dates in the exchange's zone at that date. */
export const historyEndpoint: Endpoint<'history'> = {
  cannot: ({ instrument }) => cannotName(instrument),
  request: ({ instrument, interval, outputSize }) => ({
    path: chartPath(instrument),
    params: {
      interval: INTERVAL_NAMES[interval],
      range: RANGES[interval].find(([points]) => outputSize <= points)?.[1] ?? '5d',
      events: 'div|split',
      includePrePost: 'false',
    },
  }),
  read({ json, fetchedAtMs }, { instrument, interval, outputSize }): Reading<History> {
    const { result, meta } = chartOf(json, instrument.text);
    checkInterval('Yahoo Finance', textOf(at(meta, 'dataGranularity')), interval, GRANULARITIES[interval]);
    const rows = rowsOf(result);
    if (rows.length === 0 && priceOf(at(meta, 'regularMarketPrice')) === null)
      throw new ToolError(
        'NOT_FOUND',
        `Yahoo Finance has no prices for ${instrument.text}: it is delisted or unknown.`,
      );
    const zone = zoneOf(meta);
    const currency = textOf(at(meta, 'currency'));
    const minor = minorUnitOf(currency);
    return historyOf(
      rows.map((row) => ({
        t: row.seconds === null ? null : barTime(row.seconds * 1000, interval, zone),
        open: row.field('open'),
        high: row.field('high'),
        low: row.field('low'),
        close: row.field('close'),
        adjClose: row.adjClose,
        volume: row.field('volume'),
        complete: row.seconds !== null && isComplete(row.seconds, interval, meta, fetchedAtMs),
      })) satisfies Row[],
      {
        from: 'yahoo:timestamp',
        outputSize,
        fetchedAtMs,
        symbol: instrument.text,
        providerSymbol: textOf(at(meta, 'symbol')),
        name: textOf(at(meta, 'longName')) ?? textOf(at(meta, 'shortName')),
        interval,
        zone,
        adjusted: 'splits',
        exchange: textOf(at(meta, 'fullExchangeName')) ?? textOf(at(meta, 'exchangeName')),
        mic: null,
        currency,
        currencyMinor: minor,
        events: eventsOf(result, zone, minor),
      },
    );
  },
};

/**
 * A daily bar is over when its date has passed, or an hour after the end of the session that Yahoo states for that date.
 * Within the day a row that carries the time of the last trade, or stands off the grid, is the running one.
 */
function isComplete(seconds: number, interval: Interval, meta: unknown, fetchedAtMs: number): boolean {
  if (interval !== '1day')
    return (
      seconds !== marketSecondsOf(meta) &&
      (seconds * 1000) % Math.min(INTERVAL_MS[interval], INTERVAL_MS['5min']) === 0 &&
      isPeriodOver(seconds * 1000, interval, fetchedAtMs)
    );
  const zone = zoneOf(meta);
  const date = zone === null ? null : dateInZone(seconds * 1000, zone);
  if (zone === null || date === null) return false;
  if (isDayOver(date, zone, fetchedAtMs)) return true;
  const regular = sessionOf(meta, 'regular');
  return (
    regular !== null &&
    dateInZone(regular.start * 1000, zone) === date &&
    EXCHANGE_TRADED.has(textOf(at(meta, 'instrumentType')) ?? '') &&
    fetchedAtMs >= regular.end * 1000 + LIMITS.market.settledAfterMs
  );
}

function eventsOf(result: unknown, zone: string | null, minor: MinorUnit | null): History['events'] {
  const events = at(result, 'events');
  const listed = (name: string): readonly unknown[] => Object.values(recordOf(at(events, name)) ?? {});
  const dayOf = (event: unknown): string | null => {
    const seconds = secondsOf(at(event, 'date'));
    return seconds === null ? null : barTime(seconds * 1000, '1day', zone);
  };
  const byTime = (a: { t: string }, b: { t: string }): number => (a.t < b.t ? -1 : a.t > b.t ? 1 : 0);
  const splits = listed('splits').flatMap((event): Split[] => {
    const t = dayOf(event);
    const numerator = numberOf(at(event, 'numerator'));
    const denominator = numberOf(at(event, 'denominator'));
    return t === null || !numerator || !denominator ? [] : [{ t, numerator, denominator }];
  });
  const dividends = listed('dividends').flatMap((event): Dividend[] => {
    const t = dayOf(event);
    const amount = priceOf(at(event, 'amount'));
    if (t === null || amount === null) return [];
    return [{ t, amount: amount.number, amountText: amount.text, amountMajor: inMajor(amount, minor) }];
  });
  return { splits: splits.sort(byTime), dividends: dividends.sort(byTime) };
}
