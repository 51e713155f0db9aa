import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { at, listOf, numberOf, textOf } from '../json';
import type { Endpoint, Match, Search } from '../provider';

/** SYMBOL_SEARCH: the best score is not always the listing at home, so the order is the provider's. */
export const searchEndpoint: Endpoint<'search'> = {
  request: ({ text }) => ({ path: '/query', params: { function: 'SYMBOL_SEARCH', keywords: text } }),
  read({ json }, { text }): Reading<Search> {
    const matches = listOf(at(json, 'bestMatches'));
    if (matches === null)
      throw new ToolError('PROVIDER_ERROR', 'Alpha Vantage answered a search without a list.');
    return { data: { query: text, results: matches.flatMap(matchOf) }, dataAsOf: null, dataAsOfFrom: null };
  },
};

function matchOf(value: unknown): readonly Match[] {
  const symbol = textOf(at(value, '1. symbol'));
  if (symbol === null) return [];
  return [
    {
      symbol,
      coinId: null,
      name: textOf(at(value, '2. name')),
      exchange: null,
      mic: null,
      type: textOf(at(value, '3. type')),
      currency: textOf(at(value, '8. currency')),
      country: textOf(at(value, '4. region')),
      score: numberOf(at(value, '9. matchScore')),
      rank: null,
      provider: 'alphavantage',
    },
  ];
}
