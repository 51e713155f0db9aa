import { ToolError } from '../errors';
import type { Access, ProviderName } from './provider';

export const BASE_URLS: Readonly<Record<ProviderName, string>> = {
  twelvedata: 'https://api.twelvedata.com',
  alphavantage: 'https://www.alphavantage.co',
  coingecko: 'https://api.coingecko.com/api/v3',
  yahoo: 'https://query1.finance.yahoo.com',
};
const COINGECKO_PRO = 'https://pro-api.coingecko.com/api/v3';

/** A provider's address and key as they stand in a credential or in the node's options; nothing is checked yet. */
export interface GivenAccess {
  /** Empty: the provider's own address. */
  readonly baseUrl?: unknown;
  readonly key?: unknown;
  readonly plan?: unknown;
}

/**
 * Checks how a provider is to be reached. Only https, since the key travels in the request; http is admitted for this
 * machine itself (127.0.0.1, [::1], localhost), and such an address is by itself the permission to reach it.
 * INVALID_CONFIG for anything else.
 */
export function readAccess(name: ProviderName, given: GivenAccess): Access {
  const plan = name === 'coingecko' ? readPlan(given.plan) : null;
  const usual = plan === 'pro' ? COINGECKO_PRO : BASE_URLS[name];
  const text =
    typeof given.baseUrl === 'string' && given.baseUrl.trim() !== '' ? given.baseUrl.trim() : usual;
  const url = URL.parse(text);
  if (url === null) throw invalid(name, 'is not a URL');
  if (url.username !== '' || url.password !== '') throw invalid(name, 'must hold no user name or password');
  if (url.search !== '' || url.hash !== '') throw invalid(name, 'must end with the path, without ? or #');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw invalid(name, 'must begin with https://');
  const key =
    typeof given.key === 'string' && given.key.trim() !== '' && plan !== 'keyless' ? given.key.trim() : null;
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new ToolError(
      'INVALID_CONFIG',
      `The key of ${name} has spaces or other characters that no key has.`,
    );
  return {
    baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    key,
    plan,
    isLocal: url.protocol === 'http:',
  };
}

function readPlan(value: unknown): Access['plan'] {
  return value === 'demo' || value === 'pro' ? value : 'keyless';
}

function invalid(name: ProviderName, problem: string): ToolError {
  return new ToolError('INVALID_CONFIG', `The base URL of ${name} ${problem}.`);
}
