import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { at, listOf, numberOf, textOf } from '../json';
import type { Endpoint, Match, Search } from '../provider';

/** /search: coins by name or ticker, in the provider's order, with their rank by market capitalisation. */
export const searchEndpoint: Endpoint<'search'> = {
  request: ({ text }) => ({ path: '/search', params: { query: text } }),
  read({ json }, { text }): Reading<Search> {
    const coins = listOf(at(json, 'coins'));
    if (coins === null)
      throw new ToolError('PROVIDER_ERROR', 'CoinGecko answered a search without a list of coins.');
    return { data: { query: text, results: coins.flatMap(matchOf) }, dataAsOf: null, dataAsOfFrom: null };
  },
};

function matchOf(value: unknown): readonly Match[] {
  const symbol = textOf(at(value, 'symbol'));
  const coinId = textOf(at(value, 'id'));
  if (symbol === null || coinId === null) return [];
  return [
    {
      symbol,
      coinId,
      name: textOf(at(value, 'name')),
      exchange: null,
      mic: null,
      type: 'Cryptocurrency',
      currency: null,
      country: null,
      score: null,
      rank: numberOf(at(value, 'market_cap_rank')),
      provider: 'coingecko',
    },
  ];
}
