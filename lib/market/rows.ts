import { precisionOf } from '../instant';
import type { History, Search } from '../providers/provider';
import type { MarketEnvelope } from './result';

/**
 * The same result as one envelope per candle or match; an envelope of another operation stays whole. The time of a
 * candle's data is its own, null while it is running.
 */
export function oneItemPerRow(envelope: MarketEnvelope): readonly object[] {
  const { data } = envelope;
  if ('bars' in data) return ofHistory(envelope, data);
  return 'results' in data ? ofSearch(envelope, data) : [envelope];
}

function ofHistory(envelope: MarketEnvelope, { bars, ...history }: History): readonly object[] {
  const { symbol, providerSymbol, name, interval, zone, adjusted, exchange, mic, currency, currencyMinor } =
    history;
  const facts = {
    symbol,
    providerSymbol,
    name,
    interval,
    zone,
    adjusted,
    exchange,
    mic,
    currency,
    currencyMinor,
  };
  return bars.map((bar) => ({
    ...envelope,
    dataAsOf: bar.complete ? bar.t : null,
    dataAsOfPrecision: !bar.complete ? null : bar.t.endsWith(':00.000Z') ? 'minute' : precisionOf(bar.t),
    dataAsOfFrom: bar.complete ? envelope.dataAsOfFrom : null,
    data: { ...facts, ...bar },
  }));
}

function ofSearch(envelope: MarketEnvelope, { query, results }: Search): readonly object[] {
  return results.map((match) => ({ ...envelope, data: { query, ...match } }));
}
