import { kindOf } from '../check';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { pinnedCoin, pinnedCoinById, type Coin } from './coins';
import { isCurrency } from './currencies';
import { INTERVALS, OPERATIONS, PROVIDER_NAMES } from './provider';
import type { Interval, Operation, Provider, ProviderName, Queries } from './provider';
import { pairInstrument, parseCoin, parseForex, parseInstrument } from './symbols';

export type ProviderChoice = 'auto' | ProviderName;

/** What the user or the agent asks for, as it comes out of the form: nothing of it is believed yet. */
export interface MarketRequest {
  readonly operation: unknown;
  readonly provider: unknown;
  /** Symbol, pair, coin or search text. */
  readonly symbol: unknown;
  /** crypto: the currency of the price; empty or missing: that of the pair, else USD. */
  readonly currency?: unknown;
  readonly interval?: unknown;
  readonly outputSize?: unknown;
}

/** One operation with its query. */
export type Asked = {
  readonly [Op in Operation]: { readonly operation: Op; readonly query: Queries[Op] };
}[Operation];

/** Checks a request at the door. INVALID_REQUEST with one sentence for everything that cannot be meant. */
export function readMarketRequest(request: MarketRequest): Asked & { readonly provider: ProviderChoice } {
  const provider = oneOf(request.provider, 'provider', ['auto', ...PROVIDER_NAMES]);
  const operation = oneOf(request.operation, 'operation', OPERATIONS);
  return { provider, ...READERS[operation](request) };
}

/** A sentence where a symbol can be read in two ways: there are shares under the tickers of well-known coins. */
export function doubtOf({ operation, query }: Asked): readonly string[] {
  if (operation !== 'quote' && operation !== 'history') return [];
  const { instrument } = query;
  const coin = instrument.kind === 'listing' ? pinnedCoin(instrument.text) : null;
  return coin === null
    ? []
    : [
        `${coin.symbol} was read as the ticker of a share. For the coin ${coin.name ?? coin.id} write ${coin.symbol}/USD.`,
      ];
}

/**
 * A sentence where a provider that knows coins by ticker alone answered for one that is not pinned: tickers are not
 * unique, and Yahoo's SUI-USD is not Sui.
 */
export function coinDoubtOf(
  { operation, query }: Asked,
  provider: Provider,
  data: object,
): readonly string[] {
  if (provider.name === 'coingecko' || operation === 'forex' || operation === 'search') return [];
  const ticker =
    operation === 'crypto'
      ? query.base.toUpperCase()
      : query.instrument.kind === 'pair' && !query.instrument.isForex
        ? query.instrument.pair.base
        : null;
  if (ticker === null || query.coin !== undefined || isCurrency(ticker)) return [];
  const name = 'name' in data && typeof data.name === 'string' ? `"${data.name.slice(0, 80)}"` : null;
  const answered = name === null ? 'does not say which one it answered about' : `answered about ${name}`;
  return [
    `Several coins may have the ticker ${ticker}, and ${provider.label} ${answered}. Compare it with the coin you mean, or ask CoinGecko, which knows coins by id.`,
  ];
}

const READERS: {
  readonly [Op in Operation]: (request: MarketRequest) => Asked & { readonly operation: Op };
} = {
  quote: ({ symbol }) => ({ operation: 'quote', query: instrumentOf(symbol) }),
  history: ({ symbol, interval, outputSize }) => ({
    operation: 'history',
    query: { ...instrumentOf(symbol), interval: readInterval(interval), outputSize: readSize(outputSize) },
  }),
  crypto: ({ symbol, currency }) => {
    const asked = parseCoin(symbol, readCurrency(currency));
    const coin = asked.byId
      ? pinnedCoinById(asked.base)
      : (pinnedCoin(asked.base.toUpperCase()) ?? pinnedCoinById(asked.base));
    return {
      operation: 'crypto',
      query: coin === null ? asked : { ...asked, base: coin.symbol, byId: false, coin },
    };
  },
  forex: ({ symbol }) => ({ operation: 'forex', query: parseForex(symbol) }),
  search: ({ symbol }) => {
    const text = typeof symbol === 'string' ? symbol.trim() : '';
    if (text === '') throw invalid('The search text is empty. Give a name or the beginning of a symbol.');
    if (text.length > 100) throw invalid('The search text is longer than 100 characters.');
    return { operation: 'search', query: { text } };
  },
};

/** A coin that is pinned becomes the pair that every provider knows. */
function instrumentOf(symbol: unknown): Pick<Queries['history'], 'instrument' | 'coin'> {
  const instrument = parseInstrument(symbol);
  const coin = coinOf(instrument);
  if (coin === null) return { instrument };
  const pair = instrument.kind === 'coin' ? pairInstrument({ base: coin.symbol, quote: 'USD' }) : instrument;
  return { instrument: pair, coin };
}

function coinOf(instrument: Queries['quote']['instrument']): Coin | null {
  if (instrument.kind === 'coin') return pinnedCoinById(instrument.id);
  return instrument.kind === 'pair' && !instrument.isForex ? pinnedCoin(instrument.pair.base) : null;
}

function readInterval(value: unknown): Interval {
  return oneOf(value, 'interval', INTERVALS);
}

function readSize(value: unknown): number {
  const { default: usual, max } = LIMITS.historyPoints;
  if (value === undefined) return usual;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > max)
    throw invalid(`The output size must be a whole number from 1 to ${max}, not ${kindOf(value)}.`);
  return number;
}

function readCurrency(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string')
    throw invalid(`The currency must be a code such as USD, not ${kindOf(value)}.`);
  return value;
}

function oneOf<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined)
    throw invalid(`The ${name} must be one of ${choices.join(', ')}, not ${kindOf(value)}.`);
  return found;
}

function invalid(message: string): ToolError {
  return new ToolError('INVALID_REQUEST', message);
}
