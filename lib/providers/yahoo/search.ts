import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { at, listOf, numberOf, textOf } from '../json';
import type { Endpoint, Match, Search } from '../provider';

/** /v1/finance/search without news. */
export const searchEndpoint: Endpoint<'search'> = {
  request: ({ text }) => ({
    path: '/v1/finance/search',
    params: { q: text, quotesCount: '20', newsCount: '0' },
  }),
  read({ json }, { text }): Reading<Search> {
    const quotes = listOf(at(json, 'quotes'));
    if (quotes === null)
      throw new ToolError('PROVIDER_ERROR', 'Yahoo Finance answered a search without a list.');
    return { data: { query: text, results: quotes.flatMap(matchOf) }, dataAsOf: null, dataAsOfFrom: null };
  },
};

function matchOf(value: unknown): readonly Match[] {
  const symbol = textOf(at(value, 'symbol'));
  if (symbol === null || at(value, 'isYahooFinance') === false) return [];
  return [
    {
      symbol,
      coinId: null,
      name: textOf(at(value, 'longname')) ?? textOf(at(value, 'shortname')),
      exchange: textOf(at(value, 'exchDisp')) ?? textOf(at(value, 'exchange')),
      mic: null,
      type: textOf(at(value, 'quoteType')),
      currency: null,
      country: null,
      score: numberOf(at(value, 'score')),
      rank: null,
      provider: 'yahoo',
    },
  ];
}
