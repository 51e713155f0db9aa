import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { instantFromUnixSeconds } from '../../instant';
import { at, numberOf, priceNumberOf, priceOf, recordOf, secondsOf } from '../json';
import type { Crypto, Endpoint, Queries } from '../provider';

/** /simple/price of one coin by id; the answer is keyed by that id, so it cannot be about another coin. */
export const priceEndpoint: Endpoint<'crypto'> = {
  request: (query) => ({
    path: '/simple/price',
    params: {
      ids: idOf(query),
      vs_currencies: query.vs.toLowerCase(),
      include_last_updated_at: 'true',
      include_24hr_change: 'true',
      include_24hr_vol: 'true',
      include_market_cap: 'true',
      precision: 'full',
    },
  }),
  read({ json }, query): Reading<Crypto> {
    const id = idOf(query);
    const vs = query.vs.toLowerCase();
    if (recordOf(json) === null)
      throw new ToolError('PROVIDER_ERROR', 'CoinGecko answered without prices in their usual form.');
    const body = at(json, id);
    if (recordOf(body) === null)
      throw new ToolError(
        'NOT_FOUND',
        `CoinGecko knows no coin with the id ${id}. Use the operation Search to find it.`,
      );
    const price = priceOf(at(body, vs));
    if (price === null && at(body, vs) === undefined)
      throw new ToolError('INVALID_REQUEST', `CoinGecko does not price coins in ${query.vs}.`);
    if (price === null) throw new ToolError('NO_DATA', `CoinGecko has no price for ${id} in ${query.vs}.`);
    const instant = instantFromUnixSeconds(secondsOf(at(body, 'last_updated_at')));
    return {
      data: {
        coinId: id,
        pair: null,
        // who asks by id has not said the ticker, and the answer does not either
        symbol: query.byId ? null : (query.coin?.symbol ?? query.base),
        name: query.coin?.name ?? null,
        vs: query.vs,
        price: price.number,
        priceText: price.text,
        change24hPercent: numberOf(at(body, `${vs}_24h_change`)),
        volume24h: numberOf(at(body, `${vs}_24h_vol`)),
        marketCap: priceNumberOf(at(body, `${vs}_market_cap`)),
      },
      dataAsOf: instant,
      dataAsOfFrom: instant === null ? null : 'coingecko:last_updated_at',
    };
  },
};

function idOf({ coin, base }: Queries['crypto']): string {
  return coin?.id ?? base;
}
