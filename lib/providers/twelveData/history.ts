import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromWallTime } from '../../instant';
import { historyOf, isDayOver, isPeriodOver, type Row } from '../bars';
import { at, listOf, textOf } from '../json';
import { dayOf } from '../day';
import { checkInterval } from '../interval';
import { minorUnitOf } from '../money';
import type { Endpoint, History, Interval } from '../provider';
import { bodyOf, cannotName, currencyOf, symbolParams } from './symbol';

/** /time_series: intraday is asked in UTC; daily never is, since a date would shift. */
export const historyEndpoint: Endpoint<'history'> = {
  cannot: ({ instrument }) => cannotName(instrument),
  request: ({ instrument, interval, outputSize }) => ({
    path: '/time_series',
    params: {
      ...symbolParams(instrument),
      interval,
      outputsize: String(outputSize),
      order: 'asc',
      ...(interval === '1day' ? {} : { timezone: 'UTC' }),
    },
  }),
  read(answer, { instrument, interval, outputSize }): Reading<History> {
    const body = bodyOf(answer, answer.json, instrument);
    const meta = at(body, 'meta');
    checkInterval('Twelve Data', textOf(at(meta, 'interval')), interval, [interval]);
    const symbol = textOf(at(meta, 'symbol'));
    const zone = textOf(at(meta, 'exchange_timezone')) ?? (symbol?.includes('/') === true ? 'UTC' : null);
    const rowZone = interval === '1day' ? zone : (zoneAsked(answer.url) ?? zone);
    const values = listOf(at(body, 'values'));
    if (values === null || values.length === 0)
      throw new ToolError('NO_DATA', `Twelve Data has no bars for ${instrument.text} at ${interval}.`);
    const currency = currencyOf(meta, symbol);
    return historyOf(
      values.map((value) => rowOf(value, interval, rowZone, answer.fetchedAtMs)),
      {
        from: 'twelvedata:values.datetime',
        outputSize,
        fetchedAtMs: answer.fetchedAtMs,
        symbol: instrument.text,
        providerSymbol: symbol,
        name: textOf(at(meta, 'currency_base')),
        interval,
        zone,
        adjusted: symbol?.includes('/') === true ? 'none' : 'splits',
        exchange: textOf(at(meta, 'exchange')),
        mic: textOf(at(meta, 'mic_code')),
        currency,
        currencyMinor: minorUnitOf(currency),
        events: null,
      },
    );
  },
};

function rowOf(value: unknown, interval: Interval, zone: string | null, fetchedAtMs: number): Row {
  const datetime = textOf(at(value, 'datetime')) ?? '';
  const row = {
    open: at(value, 'open'),
    high: at(value, 'high'),
    low: at(value, 'low'),
    close: at(value, 'close'),
    volume: at(value, 'volume'),
  };
  if (interval === '1day') {
    const t = dayOf(datetime);
    return { ...row, t, complete: t !== null && isDayOver(t, zone, fetchedAtMs) };
  }
  const t = zone === null ? null : instantFromWallTime(datetime, zone);
  return { ...row, t, complete: t !== null && isPeriodOver(Date.parse(t), interval, fetchedAtMs) };
}

function zoneAsked(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.searchParams.get('timezone') ?? null);
}
