import type { IExecuteFunctions } from 'n8n-workflow';
import { readBoolean, readInteger, readOneOf, readRecord, type UnknownRecord } from '../../lib/check';
import {
  readAccesses,
  readLimits,
  startBudget,
  type GivenAccess,
  type MarketRequest,
  type MarketSettings,
  type ProviderChoice,
  type WaitBudget,
} from '../../lib/directApi';
import { LIMITS } from '../../lib/limits';
import { PROVIDER_NAMES, type ProviderName } from '../../lib/providers/provider';
import { fixedParameter } from '../shared/fixedParameter';
import type { RunContext } from '../shared/runContext';

/** What all items of a run share: the time it may wait, and the credentials once decrypted. */
export interface MarketRun {
  budget: WaitBudget | null;
}

export function startRun(): MarketRun {
  return { budget: null };
}

const CREDENTIALS: Readonly<Record<ProviderName, string | null>> = {
  twelvedata: 'twelveDataApi',
  alphavantage: 'alphaVantageApi',
  coingecko: 'coinGeckoApi',
  yahoo: null,
};

/** Form and credentials of one item to what the library is asked. INVALID_CONFIG names the field. */
export async function marketRequest(
  functions: IExecuteFunctions,
  itemIndex: number,
  context: RunContext,
  run: MarketRun,
): Promise<{ request: MarketRequest; settings: MarketSettings; isSplit: boolean }> {
  // A field that is hidden or empty was not given.
  const open = (name: string): unknown => {
    const value: unknown = functions.getNodeParameter(name, itemIndex, '');
    return value === '' ? undefined : value;
  };
  const fixed = (name: string, unset: unknown): unknown => fixedParameter(functions, name, itemIndex, unset);
  const provider = readOneOf(fixed('provider', 'auto'), 'provider', ['auto', ...PROVIDER_NAMES]);
  const operation = open('operation');
  const options = readRecord(fixed('options', {}), 'options');
  const given = await givenAccesses(functions, itemIndex, provider, options);
  run.budget ??= startBudget(
    context.isTool ? 0 : numberOf(options, 'waitMinutes', 0, LIMITS.market.waitMinutes),
  );
  return {
    request: {
      operation,
      provider,
      symbol: operation === 'search' ? (open('query') ?? open('symbol')) : open('symbol'),
      currency: open('currency'),
      interval: open('interval'),
      outputSize: open('outputSize'),
    },
    settings: {
      accesses: readAccesses(given),
      limits: readLimits(given),
      fallback: options.fallback === undefined ? true : readBoolean(options.fallback, 'options.fallback'),
      cacheSeconds: numberOf(options, 'cacheTtlSeconds', 0, LIMITS.market.cacheSeconds),
      timeoutSeconds: numberOf(options, 'timeoutSeconds', 1, LIMITS.timeoutSeconds),
      budget: run.budget,
      signal: context.signal,
      egressFilter: context.egressFilter,
    },
    isSplit: !context.isTool && fixed('output', 'one') === 'each',
  };
}

/** Addresses, keys and limits as the credentials have them; null where a credential that is needed is not set. */
async function givenAccesses(
  functions: IExecuteFunctions,
  itemIndex: number,
  provider: ProviderChoice,
  options: UnknownRecord,
): Promise<Readonly<Record<ProviderName, GivenAccess | null>>> {
  const credentialOf = async (name: ProviderName): Promise<GivenAccess | null> => {
    const type = CREDENTIALS[name];
    const isShown = provider === name || (provider === 'auto' && name !== 'alphavantage');
    if (type === null || !isShown || functions.getNode().credentials?.[type] === undefined) return null;
    const { apiKey, baseUrl, plan, requestsPerMinute } = await functions.getCredentials(type, itemIndex);
    return { key: apiKey, baseUrl, plan, perMinute: requestsPerMinute };
  };
  return {
    twelvedata: await credentialOf('twelvedata'),
    alphavantage: await credentialOf('alphavantage'),
    coingecko: (await credentialOf('coingecko')) ?? {},
    yahoo: { baseUrl: options.yahooBaseUrl, perMinute: options.yahooPerMinute },
  };
}

function numberOf(
  options: UnknownRecord,
  name: string,
  min: number,
  { default: unset, max }: { default: number; max: number },
): number {
  const value = options[name];
  return value === undefined || value === '' ? unset : readInteger(value, `options.${name}`, { min, max });
}
