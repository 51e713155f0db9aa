import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromWallTime } from '../../instant';
import { historyOf, isDayOver, isPeriodOver, type Row } from '../bars';
import { dayOf } from '../day';
import { checkInterval } from '../interval';
import { at, recordOf, textOf } from '../json';
import type { Endpoint, History, Interval } from '../provider';
import type { Instrument } from '../symbols';
import { avSymbol, cannotName } from './symbol';

const INTERVAL_NAMES: Readonly<Record<Exclude<Interval, '1day'>, string>> = {
  '1min': '1min',
  '5min': '5min',
  '1h': '60min',
};

/** Free keys get the newest 100 points and no more. */
const MOST_POINTS = 100;

/** TIME_SERIES_*, FX_* and crypto series; the newest 100 points. */
export const historyEndpoint: Endpoint<'history'> = {
  cannot: ({ instrument }) => cannotName(instrument),
  tooMany: ({ outputSize }) =>
    outputSize > MOST_POINTS
      ? `Alpha Vantage serves at most ${MOST_POINTS} points, ${outputSize} are asked for`
      : null,
  request: ({ instrument, interval }) => ({
    path: '/query',
    params: { ...seriesParams(instrument, interval) },
  }),
  read(answer, { instrument, interval, outputSize }): Reading<History> {
    const meta = metaOf(answer.json);
    const key = seriesKeyOf(answer.json);
    const stated = meta('Interval') ?? intervalIn(key ?? '');
    checkInterval('Alpha Vantage', stated, interval, [
      interval === '1day' ? 'Daily' : INTERVAL_NAMES[interval],
    ]);
    const series = key === null ? null : recordOf(at(answer.json, key));
    if (series === null || Object.keys(series).length === 0)
      throw new ToolError('NO_DATA', `Alpha Vantage has no bars for ${instrument.text} at ${interval}.`);
    const zone = meta('Time Zone');
    const from = meta('From Symbol') ?? meta('Digital Currency Code');
    const to = meta('To Symbol') ?? meta('Market Code');
    const isPair = from !== null && to !== null;
    return historyOf(
      Object.entries(series).map(([label, value]) =>
        rowOf(label, value, interval, zone, to, answer.fetchedAtMs),
      ),
      {
        from: 'alphavantage:series',
        outputSize,
        fetchedAtMs: answer.fetchedAtMs,
        symbol: instrument.text,
        providerSymbol: isPair ? `${from}/${to}` : meta('Symbol'),
        name: meta('Digital Currency Name'),
        interval,
        zone,
        adjusted: isPair || interval === '1day' ? 'none' : 'all',
        exchange: null,
        mic: null,
        currency: isPair ? to : null,
        currencyMinor: null,
        events: null,
      },
    );
  },
};

function seriesParams(instrument: Instrument, interval: Interval): Record<string, string> {
  const isDaily = interval === '1day';
  const period: Record<string, string> = interval === '1day' ? {} : { interval: INTERVAL_NAMES[interval] };
  if (instrument.kind !== 'pair')
    return isDaily
      ? { function: 'TIME_SERIES_DAILY', symbol: avSymbol(instrument), outputsize: 'compact' }
      : {
          function: 'TIME_SERIES_INTRADAY',
          symbol: avSymbol(instrument),
          ...period,
          extended_hours: 'false',
          outputsize: 'compact',
        };
  const { base, quote } = instrument.pair;
  if (instrument.isForex)
    return {
      function: isDaily ? 'FX_DAILY' : 'FX_INTRADAY',
      from_symbol: base,
      to_symbol: quote,
      ...period,
      outputsize: 'compact',
    };
  return {
    function: isDaily ? 'DIGITAL_CURRENCY_DAILY' : 'CRYPTO_INTRADAY',
    symbol: base,
    market: quote,
    ...period,
    ...(isDaily ? {} : { outputsize: 'compact' }),
  };
}

/** The header's fields are numbered differently in every series: they are found by the words after the number. */
function metaOf(json: unknown): (name: string) => string | null {
  const fields = new Map(
    Object.entries(recordOf(at(json, 'Meta Data')) ?? {}).map(([key, value]) => [
      key.replace(/^\d+\.\s*/, ''),
      value,
    ]),
  );
  return (name) => textOf(fields.get(name));
}

function seriesKeyOf(json: unknown): string | null {
  return Object.keys(recordOf(json) ?? {}).find((name) => name.includes('Time Series')) ?? null;
}

/** `Time Series FX (Daily)`, `Weekly Time Series`, `Time Series (5min)`: only within the day the header names it too. */
function intervalIn(seriesKey: string): string | null {
  return /\b(?:Daily|Weekly|Monthly|\d+min)\b/.exec(seriesKey)?.[0] ?? null;
}

/** Labels are the bar's start in the header's zone; a daily label is a date (of the exchange). */
function rowOf(
  label: string,
  value: unknown,
  interval: Interval,
  zone: string | null,
  market: string | null,
  fetchedAtMs: number,
): Row {
  const row = {
    open: fieldOf(value, 'open', market),
    high: fieldOf(value, 'high', market),
    low: fieldOf(value, 'low', market),
    close: fieldOf(value, 'close', market),
    adjClose: fieldOf(value, 'adjusted close', null),
    volume: fieldOf(value, 'volume', null),
  };
  if (interval === '1day') {
    const t = dayOf(label);
    return { ...row, t, complete: t !== null && isDayOver(t, zone, fetchedAtMs) };
  }
  const t = zone === null ? null : instantFromWallTime(label, zone);
  return { ...row, t, complete: t !== null && isPeriodOver(Date.parse(t), interval, fetchedAtMs) };
}

/** `4. close`, or in older crypto series `4a. close (CNY)` beside `4b. close (USD)`: only the market's own is read. */
function fieldOf(value: unknown, name: string, market: string | null): unknown {
  const entries = Object.entries(recordOf(value) ?? {}).map(
    ([key, field]) => [key.replace(/^\d+[a-z]?\.\s*/, ''), field] as const,
  );
  const wanted = [name, ...(market === null ? [] : [`${name} (${market})`])];
  return entries.find(([key]) => wanted.includes(key))?.[1];
}
