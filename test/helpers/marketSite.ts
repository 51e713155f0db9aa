import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCache } from '../../lib/cache';
import type { MarketParts, MarketRequest, MarketSettings } from '../../lib/directApi';
import { marketData, readAccesses, readLimits, startBudget, type GivenAccess } from '../../lib/directApi';
import { createHttpClient } from '../../lib/http/httpClient';
import type { ProviderName } from '../../lib/providers/provider';
import { createRateLimiter, realClock } from '../../lib/rateLimiter';
import { serveHttp, type Loopback } from './loopback';
import { fixture } from './providerAnswers';

export const KEY = 'SECRET+KEY/99';

/** What a stand-in for all four providers answers, by the first part of the path. */
export interface MarketSite extends Loopback {
  /** Every request that came, in order: path and query, and the headers. */
  readonly seen: { readonly url: string; readonly headers: IncomingMessage['headers'] }[];
  /** Sets what a provider answers from now on. */
  on(provider: ProviderName, answer: MarketAnswer): void;
  /** Addresses and keys that lead here. */
  readonly given: Record<ProviderName, GivenAccess>;
}

export type MarketAnswer = string | ((url: URL, response: ServerResponse) => string | null);

/** One local server that plays every provider over real HTTP; a text is the name of a fixture. */
export async function marketSite(): Promise<MarketSite> {
  const answers = new Map<string, MarketAnswer>();
  const seen: MarketSite['seen'] = [];
  const server = await serveHttp((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const provider = url.pathname.split('/')[1] ?? '';
    seen.push({ url: request.url ?? '', headers: request.headers });
    const answer = answers.get(provider);
    const text =
      typeof answer === 'function' ? answer(url, response) : fixture(`${provider}/${answer ?? ''}`);
    if (text === null) return;
    if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
    response.end(text);
  });
  const access = (name: ProviderName, more: GivenAccess = {}): GivenAccess => ({
    baseUrl: `${server.url}/${name}`,
    perMinute: 10_000,
    ...more,
  });
  return {
    ...server,
    seen,
    on: (provider, answer) => {
      answers.set(provider, answer);
    },
    given: {
      twelvedata: access('twelvedata', { key: KEY }),
      alphavantage: access('alphavantage', { key: KEY }),
      coingecko: access('coingecko', { key: KEY, plan: 'demo' }),
      yahoo: access('yahoo'),
    },
  };
}

export interface Asking extends Partial<MarketRequest> {
  readonly settings?: Partial<MarketSettings>;
  readonly given?: Partial<Record<ProviderName, GivenAccess | null>>;
  /** Instead of those that all requests of a test share. */
  readonly parts?: MarketParts;
}

/** The front door against a site, with a client, a cache and a limiter of its own. */
export function marketAgainst(site: MarketSite) {
  const http = createHttpClient({ env: {} });
  const parts: MarketParts = {
    http,
    cache: createCache(() => Date.now(), { entries: 100, size: 1e7 }),
    limiter: createRateLimiter(realClock),
    clock: realClock,
  };
  const ask = ({ settings, given, parts: others = parts, ...request }: Asking = {}) => {
    const accesses = { ...site.given, ...given };
    return marketData(
      { operation: 'quote', provider: 'twelvedata', symbol: 'ACME', ...request },
      {
        accesses: readAccesses(accesses),
        limits: readLimits(accesses),
        fallback: false,
        cacheSeconds: 60,
        timeoutSeconds: 5,
        budget: startBudget(10),
        ...settings,
      },
      others,
    );
  };
  return { ask, parts, close: () => http.close() };
}
