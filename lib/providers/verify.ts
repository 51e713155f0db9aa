import { ToolError } from '../errors';
import type { Operation, Provider, Queries, Results } from './provider';
import { isSameSymbol, type Instrument } from './symbols';

/**
 * Whether an answer is about what was asked: the symbol in the answer, its exchange where one was asked for, and for a
 * coin at Yahoo, whose tickers are not unique, its name. NOT_FOUND names what was answered instead.
 */
export function verifyAnswer<Op extends Operation>(
  provider: Provider,
  operation: Op,
  query: Queries[Op],
  data: Results[Op],
): void {
  const check: (query: Queries[Op], data: Results[Op], provider: Provider) => void = CHECKS[operation];
  check(query, data, provider);
}

type Check<Op extends Operation> = (query: Queries[Op], data: Results[Op], provider: Provider) => void;

const CHECKS: { readonly [Op in Operation]: Check<Op> } = {
  quote: (query, data, provider) => {
    checkInstrument(query.instrument, data, provider);
    checkCoinName(query, data.name, provider);
  },
  history: (query, data, provider) => {
    // CoinGecko is asked by id in the path and does not repeat it.
    if (provider.name === 'coingecko') return;
    checkInstrument(query.instrument, data, provider);
    checkCoinName(query, data.name, provider);
  },
  crypto: (query, data, provider) => {
    if (provider.name === 'coingecko') return;
    const asked = `${query.base.toUpperCase()}/${query.vs}`;
    if (data.pair !== asked) throw another(provider, asked, data.pair ?? 'nothing');
    checkCoinName(query, data.name, provider);
  },
  forex: (query, data, provider) => {
    const [asked, answered] = [`${query.base}/${query.quote}`, `${data.base}/${data.quote}`];
    if (asked !== answered) throw another(provider, asked, answered);
  },
  search: () => undefined,
};

function checkInstrument(
  instrument: Instrument,
  { providerSymbol, mic }: { providerSymbol: string | null; mic: string | null },
  provider: Provider,
): void {
  if (providerSymbol === null)
    throw new ToolError('PROVIDER_ERROR', `${provider.label} did not say which symbol its answer is about.`);
  // Twelve Data names the exchange beside the symbol, the others within it.
  if (provider.name === 'twelvedata' && instrument.kind === 'listing' && instrument.exchange !== null) {
    const { ticker, exchange } = instrument;
    if (
      !isSameSymbol(providerSymbol, { kind: 'listing', ticker, exchange: null, text: ticker }) ||
      mic !== exchange.mic
    )
      throw another(provider, instrument.text, `${providerSymbol} at ${mic ?? 'an unknown exchange'}`);
  } else if (!isSameSymbol(providerSymbol, instrument))
    throw another(provider, instrument.text, providerSymbol);
}

/** The first word is what all spellings of a coin's name share ("Bitcoin", "Bitcoin USD"). */
function checkCoinName(
  { coin }: Pick<Queries['crypto'], 'coin'>,
  name: string | null,
  provider: Provider,
): void {
  if (provider.name !== 'yahoo' || coin?.name == null) return;
  if (firstWord(name ?? '') !== firstWord(coin.name))
    throw another(provider, `${coin.symbol} (${coin.name})`, name ?? 'a coin without a name');
}

function firstWord(name: string): string {
  return name.trim().toLowerCase().split(/[\s-]/, 1)[0] ?? '';
}

function another(provider: Provider, asked: string, answered: string): ToolError {
  return new ToolError(
    'NOT_FOUND',
    `${provider.label} answered about ${answered.slice(0, 80)} instead of ${asked}. Use the operation Search to find the symbol that it uses.`,
  );
}
