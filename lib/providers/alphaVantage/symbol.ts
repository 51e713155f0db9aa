import type { Instrument } from '../symbols';

/** A sentence for symbols that are a notation of another provider; null for all others. */
export function cannotName(instrument: Instrument): string | null {
  if (instrument.kind === 'coin')
    return 'Alpha Vantage does not know CoinGecko ids; write a pair such as BTC/USD';
  if (instrument.kind === 'yahoo') return `${instrument.text} is a notation of Yahoo Finance`;
  return null;
}

/** A listing with the suffix that Alpha Vantage uses for its exchange; other kinds are asked by their codes. */
export function avSymbol(instrument: Instrument): string {
  if (instrument.kind !== 'listing' || instrument.exchange === null) return instrument.text;
  return `${instrument.ticker}.${instrument.exchange.alphaVantage ?? instrument.exchange.yahoo}`;
}
