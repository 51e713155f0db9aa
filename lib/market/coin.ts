import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { coinsNamed, pinnedCoinById, readCoinList, type Coin } from '../providers/coins';
import { PROVIDERS, readJson } from '../providers/index';
import type { Operation, Queries, Target } from '../providers/provider';
import { exchange } from './exchange';
import { accessOf, cached, cleanerOf, identityOf, type Run } from './run';

/** The query with its coin, which CoinGecko must be asked by id. Nothing is picked: a ticker of several coins is an error. */
export async function withCoin<Op extends Operation>(
  query: Queries[Op],
  run: Run,
  ranks: Ranks,
): Promise<Queries[Op]> {
  const wanted = coinWanted(query);
  if (wanted === null) return query;
  return { ...query, coin: wanted.byId ? coinById(wanted.base) : await coinByTicker(wanted, run, ranks) };
}

interface Wanted {
  readonly base: string;
  readonly byId: boolean;
}

/** Ranks by coin id of what a search text finds. */
type Ranks = (text: string, run: Run) => Promise<ReadonlyMap<string, number>>;

/** The coin a query is about; null where it is known already, or there is none. */
function coinWanted(query: Queries[Operation]): Wanted | null {
  if ('coin' in query) return null;
  if ('byId' in query) return query;
  if (!('interval' in query)) return null;
  const { instrument } = query;
  if (instrument.kind === 'coin') return { base: instrument.id, byId: true };
  return instrument.kind === 'pair' ? { base: instrument.pair.base, byId: false } : null;
}

function coinById(id: string): Coin {
  return pinnedCoinById(id) ?? { id, symbol: id, name: null };
}

async function coinByTicker(wanted: Wanted, run: Run, ranks: Ranks): Promise<Coin> {
  const provider = PROVIDERS.coingecko;
  const access = accessOf(provider, run);
  const target: Target = { path: '/coins/list', params: {} };
  const { value: list } = await cached(
    JSON.stringify([identityOf(provider, access), target]),
    LIMITS.market.coinListMs,
    run,
    () =>
      exchange(provider, target, LIMITS.market.coinListKb, run, (answer) =>
        readCoinList(readJson(provider, answer, cleanerOf(access))),
      ),
  );
  const found = coinsNamed(list, wanted);
  const [coin] = found;
  if (coin === undefined)
    throw new ToolError(
      'NOT_FOUND',
      `CoinGecko knows no coin "${wanted.base}". Use the operation Search to find it.`,
    );
  if (found.length === 1) return coin;
  throw new ToolError('AMBIGUOUS_SYMBOL', ambiguity(wanted.base, found, await ranks(wanted.base, run)));
}

/** The candidates, the best known first. */
function ambiguity(base: string, found: readonly Coin[], ranks: ReadonlyMap<string, number>): string {
  const rankOf = ({ id }: Coin): number => ranks.get(id) ?? Infinity;
  const names = [...found]
    .sort((a, b) => (rankOf(a) === rankOf(b) ? (a.id < b.id ? -1 : 1) : rankOf(a) - rankOf(b)))
    .slice(0, LIMITS.market.candidates)
    .map((coin) => {
      const rank = ranks.get(coin.id);
      return `id:${coin.id} (${coin.name ?? 'no name'}${rank === undefined ? '' : `, rank ${rank}`})`;
    });
  const more = found.length > names.length ? `, and ${found.length - names.length} more` : '';
  return `"${base}" is the ticker of ${found.length} coins: ${names.join(', ')}${more}. Give the id instead.`;
}
