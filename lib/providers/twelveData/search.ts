import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { at, listOf, textOf } from '../json';
import type { Endpoint, Match, Search } from '../provider';

/** /symbol_search: no hit is an empty list, not an error. */
export const searchEndpoint: Endpoint<'search'> = {
  request: ({ text }) => ({ path: '/symbol_search', params: { symbol: text, outputsize: '30' } }),
  read(answer, { text }): Reading<Search> {
    const data = listOf(at(answer.json, 'data'));
    if (data === null) throw new ToolError('PROVIDER_ERROR', 'Twelve Data answered a search without a list.');
    return { data: { query: text, results: data.flatMap(matchOf) }, dataAsOf: null, dataAsOfFrom: null };
  },
};

function matchOf(value: unknown): readonly Match[] {
  const symbol = textOf(at(value, 'symbol'));
  if (symbol === null) return [];
  return [
    {
      symbol,
      coinId: null,
      name: textOf(at(value, 'instrument_name')),
      exchange: textOf(at(value, 'exchange')),
      mic: textOf(at(value, 'mic_code')),
      type: textOf(at(value, 'instrument_type')),
      currency: textOf(at(value, 'currency')),
      country: textOf(at(value, 'country')),
      score: null,
      rank: null,
      provider: 'twelvedata',
    },
  ];
}
