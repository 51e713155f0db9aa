import { kindOf } from '../check';
import { ToolError } from '../errors';
import { pinnedCoin } from './coins';
import { isCurrency, isPricingUnit } from './currencies';
import { exchangeOfSuffix, type Exchange } from './exchanges';

export interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** What a symbol means, parsed once; each provider writes it in its own way. `text` is our own spelling of it. */
export type Instrument =
  | {
      readonly kind: 'listing';
      readonly text: string;
      readonly ticker: string;
      readonly exchange: Exchange | null;
    }
  | { readonly kind: 'pair'; readonly text: string; readonly pair: Pair; readonly isForex: boolean }
  | { readonly kind: 'coin'; readonly text: string; readonly id: string }
  /** A notation of Yahoo alone: `^GSPC`, `GC=F`. */
  | { readonly kind: 'yahoo'; readonly text: string };

/**
 * Reads the symbol of a quote or a history: a share (`AAPL`, `BRK.B`, `VOD.L`), a pair in any common notation,
 * an index or future of Yahoo, or `id:` with a CoinGecko id. INVALID_REQUEST for what cannot be one symbol.
 */
export function parseInstrument(value: unknown): Instrument {
  const text = readSymbol(value);
  const id = coinIdOf(text);
  if (id !== null) return { kind: 'coin', text: `id:${id}`, id };
  const pair = parsePair(text);
  if (pair !== null) return pairInstrument(pair);
  const symbol = text.toUpperCase();
  if (/\s|\//.test(symbol))
    throw invalid(`"${text}" is no symbol. Give one symbol per item, such as AAPL, VOD.L or EUR/USD.`);
  if (symbol.startsWith('^') || symbol.includes('=')) return { kind: 'yahoo', text: symbol };
  return listing(symbol);
}

export function pairInstrument(pair: Pair): Instrument {
  const isForex = isCurrency(pair.base) && isCurrency(pair.quote);
  return { kind: 'pair', text: `${pair.base}/${pair.quote}`, pair, isForex };
}

/** Reads a currency pair; INVALID_REQUEST says what is wrong with anything else. */
export function parseForex(value: unknown): Pair {
  const text = readSymbol(value);
  const pair = parsePair(text);
  if (pair === null)
    throw invalid(`"${text}" is no currency pair. Write two currency codes, such as EUR/USD.`);
  const unknown = [pair.base, pair.quote].find((code) => !isCurrency(code));
  if (unknown !== undefined)
    throw invalid(`${unknown} in "${text}" is no currency code. For coins choose the operation Crypto.`);
  if (pair.base === pair.quote) throw invalid(`"${text}" names the same currency twice.`);
  return pair;
}

/**
 * Reads a coin: `BTC`, a pair with its currency (`BTC/EUR`), or `id:bitcoin`. The currency is the pair's, else `vs`,
 * else USD; a pair that contradicts `vs` is INVALID_REQUEST.
 */
export function parseCoin(value: unknown, vs: string | null): { base: string; byId: boolean; vs: string } {
  const text = readSymbol(value);
  const currency = vs === null || vs.trim() === '' ? null : vs.trim().toUpperCase();
  // before it is in capitals: some letters of other scripts have Latin ones
  if (currency !== null && !/^[A-Za-z0-9]{2,10}$/.test(vs?.trim() ?? ''))
    throw invalid(`"${vs ?? ''}" is no currency. Write a code, such as USD or EUR.`);
  const id = coinIdOf(text);
  if (id !== null) return { base: id, byId: true, vs: currency ?? 'USD' };
  const pair = parsePair(text);
  if (pair === null) {
    if (!/^[a-z0-9$_.-]{1,80}$/i.test(text))
      throw invalid(
        `"${text}" is no coin. Write a ticker (BTC), a pair (BTC/EUR) or a CoinGecko id (id:bitcoin).`,
      );
    return { base: text, byId: false, vs: currency ?? 'USD' };
  }
  if (currency !== null && currency !== pair.quote)
    throw invalid(
      `"${text}" is priced in ${pair.quote}, but ${currency} is asked for. Leave one of them out.`,
    );
  return { base: pair.base, byId: false, vs: pair.quote };
}

/** `EUR/USD`, `EUR-USD`, `eur usd`, `EURUSD`, `EURUSD=X`, `BTC-USD`; null for what is no pair. Never inverted. */
export function parsePair(text: string): Pair | null {
  const symbol = text.trim().toUpperCase();
  const yahoo = /^([A-Z]{3})?([A-Z]{3})=X$/.exec(symbol);
  if (yahoo?.[2] !== undefined) return { base: yahoo[1] ?? 'USD', quote: yahoo[2] };
  const slashed = /^([A-Z0-9]{1,15})\s*\/\s*([A-Z0-9]{2,10})$/.exec(symbol);
  if (slashed?.[1] !== undefined && slashed[2] !== undefined) return { base: slashed[1], quote: slashed[2] };
  const parted = /^([A-Z0-9]{2,15})[-_ ]([A-Z]{3,5})$/.exec(symbol);
  if (parted?.[1] !== undefined && parted[2] !== undefined && isPricingUnit(parted[2]))
    return { base: parted[1], quote: parted[2] };
  return joinedPair(symbol);
}

/** Two codes written as one word: both currencies, or a pinned coin before what it is priced in. */
function joinedPair(symbol: string): Pair | null {
  if (!/^[A-Z]{6,9}$/.test(symbol)) return null;
  for (const length of [3, 4]) {
    const [base, quote] = [symbol.slice(0, -length), symbol.slice(-length)];
    const isForex = isCurrency(base) && isCurrency(quote);
    if (base !== quote && (isForex || (pinnedCoin(base) !== null && isPricingUnit(quote))))
      return { base, quote };
  }
  return null;
}

/**
 * A share: `.` before a known exchange suffix names the exchange, `.` or `-` before one letter a class. `X-L` stays as it is:
 * `X.L` is X in London.
 */
function listing(symbol: string): Instrument {
  const dot = symbol.lastIndexOf('.');
  const exchange = dot > 0 ? exchangeOfSuffix(symbol.slice(dot + 1)) : null;
  const plain = exchange === null ? symbol : symbol.slice(0, dot);
  const ticker = plain.replace(/-([A-Z])$/, (dashed, letter: string) =>
    exchange === null && exchangeOfSuffix(letter) !== null ? dashed : `.${letter}`,
  );
  return {
    kind: 'listing',
    ticker,
    exchange,
    text: exchange === null ? ticker : `${ticker}.${exchange.yahoo}`,
  };
}

/** The symbol as Yahoo writes it; null for what Yahoo has no notation for. */
export function yahooSymbol(instrument: Instrument): string | null {
  switch (instrument.kind) {
    case 'yahoo':
      return instrument.text;
    case 'coin':
      return null;
    case 'pair':
      return instrument.isForex
        ? `${instrument.pair.base}${instrument.pair.quote}=X`
        : `${instrument.pair.base}-${instrument.pair.quote}`;
    case 'listing': {
      const ticker = instrument.ticker.replace(/\.([A-Z])$/, '-$1');
      return instrument.exchange === null ? ticker : `${ticker}.${instrument.exchange.yahoo}`;
    }
  }
}

/** Whether a provider's symbol, in its own notation, means what was asked. */
export function isSameSymbol(answered: string, asked: Instrument): boolean {
  try {
    return parseInstrument(answered).text === asked.text;
  } catch (thrown) {
    if (thrown instanceof ToolError) return false;
    throw thrown;
  }
}

function readSymbol(value: unknown): string {
  if (value !== undefined && typeof value !== 'string')
    throw invalid(`The symbol must be a text such as AAPL, not ${kindOf(value)}.`);
  const text = value?.trim() ?? '';
  if (text === '') throw invalid('The symbol is empty. Give one, such as AAPL, VOD.L or EUR/USD.');
  if (text.length > 80) throw invalid('The symbol is longer than 80 characters.');
  if (/[,;|]/.test(text)) throw invalid(`"${text}" names several symbols. Give one symbol per item.`);
  if (!/^[A-Za-z0-9 .^=/&_$:@-]+$/.test(text)) throw invalid(`"${text}" has characters that no symbol has.`);
  // as a part of a path these would leave the endpoint
  if (/^(?:id:\s*)?\.+$/i.test(text)) throw invalid(`"${text}" is no symbol.`);
  return text;
}

function coinIdOf(text: string): string | null {
  const id = /^id:\s*([a-z0-9_.-]{1,80})$/i.exec(text)?.[1];
  return id === undefined ? null : id.toLowerCase();
}

function invalid(message: string): ToolError {
  return new ToolError('INVALID_REQUEST', message);
}
