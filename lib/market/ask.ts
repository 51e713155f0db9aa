import type { Found } from '../cache';
import type { Reading } from '../envelope';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { endpointOf, PROVIDERS, readAnswer } from '../providers/index';
import type { Operation, Provider, Queries, Results } from '../providers/provider';
import type { Asked } from '../providers/request';
import { verifyAnswer } from '../providers/verify';
import { withCoin } from './coin';
import { exchange } from './exchange';
import { accessOf, cached, cleanerOf, identityOf, type Run } from './run';

/** What a provider answered, of any operation. */
export interface Answered {
  readonly reading: Reading<Results[Operation]>;
  readonly source: string;
}

/** Asks one provider, through the cache and the limiter of its key. */
export function askProvider(provider: Provider, asked: Asked, run: Run): Promise<Found<Answered>> {
  switch (asked.operation) {
    case 'quote':
      return askOperation(provider, 'quote', asked.query, run);
    case 'history':
      return askOperation(provider, 'history', asked.query, run);
    case 'crypto':
      return askOperation(provider, 'crypto', asked.query, run);
    case 'forex':
      return askOperation(provider, 'forex', asked.query, run);
    case 'search':
      return askOperation(provider, 'search', asked.query, run);
  }
}

async function askOperation<Op extends Operation>(
  provider: Provider,
  operation: Op,
  given: Queries[Op],
  run: Run,
): Promise<Found<Answered>> {
  const access = accessOf(provider, run);
  const endpoint = endpointOf(provider, operation);
  if (endpoint === null)
    throw new ToolError('INVALID_REQUEST', `${provider.label} does not serve ${operation}.`);
  const query = provider.name === 'coingecko' ? await withCoin<Op>(given, run, ranks) : given;
  const target = endpoint.request(query, access);
  const key = JSON.stringify([identityOf(provider, access), operation, target, query]);
  return cached(key, run.settings.cacheSeconds * 1000, run, () =>
    exchange(provider, target, LIMITS.market.responseKb, run, (answer) => {
      const reading = readAnswer(provider, operation, answer, query, cleanerOf(access));
      verifyAnswer(provider, operation, query, reading.data);
      return { reading, source: answer.url ?? access.baseUrl };
    }),
  );
}

/**
 * CoinGecko's ranks of the coins that a text finds; a help for choosing, which may be missing where CoinGecko does not
 * answer. A stopped execution and our own mistakes end the run.
 */
async function ranks(text: string, run: Run): Promise<ReadonlyMap<string, number>> {
  try {
    const { value } = await askOperation(PROVIDERS.coingecko, 'search', { text }, run);
    const { data } = value.reading;
    const results = 'results' in data ? data.results : [];
    return new Map(
      results.flatMap(({ coinId, rank }) => (coinId === null || rank === null ? [] : [[coinId, rank]])),
    );
  } catch (thrown) {
    if (thrown instanceof ToolError && thrown.code !== 'CANCELLED') return new Map();
    throw thrown;
  }
}
