import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromMillis, isLaterThan } from '../../instant';
import { historyOf, type Row } from '../bars';
import { at, listOf, numberOf } from '../json';
import type { Endpoint, History, Interval, Queries } from '../provider';

/** Points that one request yields, by the provider's own rule: a day of 5 minutes, 90 days of hours, a year of days. */
const MOST_POINTS: Readonly<Record<Interval, number>> = { '1min': 0, '5min': 288, '1h': 500, '1day': 500 };
/** Plans other than Pro reach back 365 days. */
const MOST_DAYS_WITHOUT_PRO = 364;

/** /coins/{id}/market_chart: prices at moments, not candles, so only `close` is known. */
export const historyEndpoint: Endpoint<'history'> = {
  cannot({ instrument, interval }) {
    const isCoin = instrument.kind === 'coin' || (instrument.kind === 'pair' && !instrument.isForex);
    if (!isCoin) return 'CoinGecko serves coins only: write a pair such as BTC/USD, or id:bitcoin';
    return MOST_POINTS[interval] === 0 ? `CoinGecko does not serve the interval ${interval}` : null;
  },
  tooMany({ interval, outputSize }, { plan }) {
    const most = interval === '1day' && plan !== 'pro' ? MOST_DAYS_WITHOUT_PRO : MOST_POINTS[interval];
    return outputSize > most
      ? `CoinGecko serves at most ${most} points at the interval ${interval}, ${outputSize} are asked for`
      : null;
  },
  request: (query) => ({
    path: chartPath(query),
    params: {
      vs_currency: vsOf(query).toLowerCase(),
      days: String(daysFor(query)),
      ...(query.interval === '1day' ? { interval: 'daily' } : {}),
      precision: 'full',
    },
  }),
  read({ json, fetchedAtMs, url }, query): Reading<History> {
    if (url !== null && !isAbout(url, query))
      throw new ToolError('PROVIDER_ERROR', 'CoinGecko led to another address than that of the coin.');
    const prices = listOf(at(json, 'prices'));
    if (prices === null)
      throw new ToolError('PROVIDER_ERROR', 'CoinGecko answered without a list of prices.');
    if (prices.length === 0)
      throw new ToolError('NO_DATA', `CoinGecko has no prices for ${query.instrument.text}.`);
    const newest = prices.reduce<number>((latest, point) => Math.max(latest, momentOf(point) ?? 0), 0);
    return historyOf(
      prices.map((point) => rowOf(point, query.interval, newest, fetchedAtMs)),
      {
        from: 'coingecko:prices',
        outputSize: query.outputSize,
        fetchedAtMs: null,
        symbol: query.instrument.text,
        providerSymbol: query.coin?.id ?? null,
        name: query.coin?.name ?? null,
        interval: query.interval,
        zone: 'UTC',
        adjusted: 'none',
        exchange: null,
        mic: null,
        currency: vsOf(query),
        currencyMinor: null,
        events: null,
      },
    );
  },
};

/** The answer names neither coin nor currency: the address that answered, after redirects, must. */
function isAbout(url: string, query: Queries['history']): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.endsWith(chartPath(query)) && searchParams.get('vs_currency') === vsOf(query).toLowerCase();
}

function chartPath(query: Queries['history']): string {
  return `/coins/${encodeURIComponent(idOf(query))}/market_chart`;
}

function idOf({ coin, instrument }: Queries['history']): string {
  return coin?.id ?? (instrument.kind === 'coin' ? instrument.id : instrument.text);
}

function vsOf({ instrument }: Queries['history']): string {
  return instrument.kind === 'pair' ? instrument.pair.quote : 'USD';
}

/** The granularity follows from the days: 1 is 5-minutely, 2 to 90 hourly, daily by name. */
function daysFor({ interval, outputSize }: Queries['history']): number {
  if (interval === '1day') return outputSize;
  return interval === '1h' ? Math.max(2, Math.ceil(outputSize / 24) + 1) : 1;
}

/** The newest point is the live price off the grid, unless it stands exactly on a day; one that is yet to come is none. */
function rowOf(point: unknown, interval: Interval, newest: number, fetchedAtMs: number): Row {
  const ms = momentOf(point);
  const t = ms === null ? null : instantFromMillis(ms);
  const isOnDay = interval === '1day' && ms !== null && ms % 86_400_000 === 0;
  const isPast = t !== null && !isLaterThan(t, fetchedAtMs);
  return { t, close: listOf(point)?.[1], complete: isPast && (ms !== newest || isOnDay) };
}

function momentOf(point: unknown): number | null {
  return numberOf(listOf(point)?.[0]);
}
