import type { Found } from './cache';
import { seal } from './envelope';
import { ToolError, type ErrorCode } from './errors';
import { askProvider, type Answered } from './market/ask';
import type { MarketEnvelope, ProviderAttempt } from './market/result';
import type { MarketParts, MarketSettings } from './market/run';
import { chainFor } from './providers/chain';
import { PROVIDERS } from './providers/index';
import type { Provider } from './providers/provider';
import { coinDoubtOf, doubtOf, readMarketRequest, type MarketRequest } from './providers/request';
import { runtime } from './runtime';

export type { MarketEnvelope, ProviderAttempt } from './market/result';
export type { MarketParts, MarketSettings } from './market/run';
export { oneItemPerRow } from './market/rows';
export { readAccesses, readLimits, startBudget, type GivenAccess } from './market/settings';
export type { MarketRequest, ProviderChoice } from './providers/request';
export type { WaitBudget } from './rateLimiter';

/**
 * One operation: quote, history, crypto, forex or search. The chosen provider is asked through the cache and the limiter
 * of its key; when it cannot answer for reasons of its own, Yahoo is. Throws a ToolError with the first provider's code.
 */
export async function marketData(
  request: MarketRequest,
  settings: MarketSettings,
  parts: MarketParts = runtime(),
): Promise<MarketEnvelope> {
  const asked = readMarketRequest(request);
  const { providers, skipped } = chainFor(asked, asked.provider, settings.accesses, settings.fallback);
  const failures: (ProviderAttempt & { readonly error: ToolError | null })[] =
    skipped === null
      ? []
      : [{ provider: skipped.provider.name, code: 'INVALID_REQUEST', message: skipped.reason, error: null }];
  for (const [index, provider] of providers.entries()) {
    const isLast = index === providers.length - 1;
    try {
      const found = await askProvider(provider, asked, { settings, parts, isLast });
      const doubts = [...doubtOf(asked), ...coinDoubtOf(asked, provider, found.value.reading.data)];
      return envelopeOf(provider, found, failures, doubts);
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      if (thrown.code === 'CANCELLED' || (index === 0 && !FALLS_BACK.has(thrown.code))) throw thrown;
      failures.push({ provider: provider.name, code: thrown.code, message: thrown.message, error: thrown });
    }
  }
  throw allFailed(failures);
}

/** Another provider can help: the fault lies with the first one, or it does not know the symbol. */
const FALLS_BACK: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'PLAN_LIMIT',
  'NETWORK',
  'TIMEOUT',
  'PROVIDER_ERROR',
  'BLOCKED',
  'HTTP_STATUS',
  'RESPONSE_TOO_LARGE',
  'UNEXPECTED_CONTENT',
  'TOO_MANY_REDIRECTS',
  'NOT_FOUND',
]);

function envelopeOf(
  provider: Provider,
  { value, fetchedAtMs, cached: isCached }: Found<Answered>,
  failures: readonly ProviderAttempt[],
  doubts: readonly string[],
): MarketEnvelope {
  const attempts = [
    ...failures.map(({ provider: name, code, message }) => ({ provider: name, code, message })),
    { provider: provider.name, code: null, message: null },
  ];
  return {
    ...seal(value.reading, {
      fetchedAtMs,
      source: value.source,
      cached: isCached,
      untrusted: true,
      warnings: doubts,
    }),
    provider: provider.name,
    ...(attempts.length > 1 ? { attempts } : {}),
  };
}

/** The first provider's code, since it is the one that was chosen; every sentence; the earliest time to try again. */
function allFailed(failures: readonly (ProviderAttempt & { readonly error: ToolError | null })[]): ToolError {
  const errors = failures.flatMap(({ error }) => error ?? []);
  const [first] = errors;
  if (first === undefined) return new ToolError('PROVIDER_ERROR', 'No provider could be asked.');
  if (failures.length === 1) return first;
  const sentences = failures.map(({ provider, message }) => `${PROVIDERS[provider].label}: ${message ?? ''}`);
  const waits = errors.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return new ToolError(first.code, sentences.join(' '), {
    url: first.url,
    status: first.status,
    retryAfterMs: waits.length > 0 ? Math.min(...waits) : undefined,
    cause: first.cause,
  });
}
