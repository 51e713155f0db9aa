import { ToolError } from '../errors';
import { textOf, recordOf, listOf } from './json';

/** A coin that is known for certain; `id` is CoinGecko's, `name` what other providers are checked against. */
export interface Coin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string | null;
}

/**
 * The coins that everybody means by their ticker, by CoinGecko's id. Tickers are not unique (one in ten belongs to
 * several coins), so everything that is not in this table is looked up in the full list and must be alone there.
 */
export const PINNED_COINS: readonly Coin[] = [
  { symbol: 'BTC', id: 'bitcoin', name: 'Bitcoin' },
  { symbol: 'ETH', id: 'ethereum', name: 'Ethereum' },
  { symbol: 'USDT', id: 'tether', name: 'Tether' },
  { symbol: 'XRP', id: 'ripple', name: 'XRP' },
  { symbol: 'BNB', id: 'binancecoin', name: 'BNB' },
  { symbol: 'SOL', id: 'solana', name: 'Solana' },
  { symbol: 'USDC', id: 'usd-coin', name: 'USDC' },
  { symbol: 'DOGE', id: 'dogecoin', name: 'Dogecoin' },
  { symbol: 'ADA', id: 'cardano', name: 'Cardano' },
  { symbol: 'TRX', id: 'tron', name: 'TRON' },
  { symbol: 'AVAX', id: 'avalanche-2', name: 'Avalanche' },
  { symbol: 'LINK', id: 'chainlink', name: 'Chainlink' },
  { symbol: 'XLM', id: 'stellar', name: 'Stellar' },
  { symbol: 'BCH', id: 'bitcoin-cash', name: 'Bitcoin Cash' },
  { symbol: 'LTC', id: 'litecoin', name: 'Litecoin' },
  { symbol: 'HBAR', id: 'hedera-hashgraph', name: 'Hedera' },
  { symbol: 'SHIB', id: 'shiba-inu', name: 'Shiba Inu' },
  { symbol: 'TON', id: 'the-open-network', name: 'Toncoin' },
  { symbol: 'DOT', id: 'polkadot', name: 'Polkadot' },
  { symbol: 'UNI', id: 'uniswap', name: 'Uniswap' },
  { symbol: 'XMR', id: 'monero', name: 'Monero' },
  { symbol: 'ETC', id: 'ethereum-classic', name: 'Ethereum Classic' },
  { symbol: 'AAVE', id: 'aave', name: 'Aave' },
  { symbol: 'ICP', id: 'internet-computer', name: 'Internet Computer' },
  { symbol: 'ATOM', id: 'cosmos', name: 'Cosmos Hub' },
  { symbol: 'FIL', id: 'filecoin', name: 'Filecoin' },
  { symbol: 'ALGO', id: 'algorand', name: 'Algorand' },
  { symbol: 'VET', id: 'vechain', name: 'VeChain' },
  { symbol: 'DAI', id: 'dai', name: 'Dai' },
  { symbol: 'XTZ', id: 'tezos', name: 'Tezos' },
  { symbol: 'APT', id: 'aptos', name: 'Aptos' },
];

const BY_SYMBOL: ReadonlyMap<string, Coin> = new Map(PINNED_COINS.map((coin) => [coin.symbol, coin]));
const BY_ID: ReadonlyMap<string, Coin> = new Map(PINNED_COINS.map((coin) => [coin.id, coin]));

/** The pinned coin of an upper-case ticker; null for every other. */
export function pinnedCoin(symbol: string): Coin | null {
  return BY_SYMBOL.get(symbol) ?? null;
}

/** The pinned coin of a CoinGecko id; null for every other. */
export function pinnedCoinById(id: string): Coin | null {
  return BY_ID.get(id) ?? null;
}

/**
 * CoinGecko's list of all coins; entries without id or symbol are left out. PROVIDER_ERROR for what is no list or an empty
 * one: nothing may be called unknown for it.
 */
export function readCoinList(json: unknown): readonly Coin[] {
  const coins = (listOf(json) ?? []).flatMap((value) => {
    const entry = recordOf(value);
    const id = textOf(entry?.['id']);
    const symbol = textOf(entry?.['symbol']);
    return id === null || symbol === null
      ? []
      : [{ id, symbol: symbol.toUpperCase(), name: textOf(entry?.['name']) }];
  });
  if (coins.length === 0)
    throw new ToolError('PROVIDER_ERROR', 'CoinGecko answered without its list of coins.');
  return coins;
}

/**
 * The coins that a ticker or an id can mean: those with that ticker, and the one with that id.
 * One is an answer, several are an ambiguity that only the user can resolve, none is an unknown coin.
 */
export function coinsNamed(list: readonly Coin[], wanted: { base: string; byId: boolean }): readonly Coin[] {
  const id = wanted.base.toLowerCase();
  return list.filter((coin) => coin.id === id || (!wanted.byId && coin.symbol === wanted.base.toUpperCase()));
}
