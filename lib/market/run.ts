import { createHash } from 'node:crypto';
import type { Cache, Found, Loaded } from '../cache';
import { ToolError } from '../errors';
import type { EgressFilter, HttpClient } from '../http/client';
import { LIMITS } from '../limits';
import { secretsRemover } from '../redact';
import type { Accesses } from '../providers/chain';
import type { Access, Provider, ProviderName } from '../providers/provider';
import { WaitTooLong, type Clock, type Limit, type RateLimiter, type WaitBudget } from '../rateLimiter';

/** How this run asks: addresses, keys and limits as checked, and what all its items share. */
export interface MarketSettings {
  readonly accesses: Accesses;
  readonly limits: Readonly<Record<ProviderName, Limit>>;
  /** Whether Yahoo, which needs no key, may step in. */
  readonly fallback: boolean;
  readonly cacheSeconds: number;
  readonly timeoutSeconds: number;
  /** Shared by all items of the run. */
  readonly budget: WaitBudget;
  readonly signal?: AbortSignal | undefined;
  readonly egressFilter?: EgressFilter | undefined;
}

/** What the front door works with; tests give their own. */
export interface MarketParts {
  readonly http: HttpClient;
  readonly cache: Cache;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** One way to one provider. */
export interface Run {
  readonly settings: MarketSettings;
  readonly parts: MarketParts;
  /** No other provider comes after this one. */
  readonly isLast: boolean;
}

export function accessOf(provider: Provider, { settings }: Run): Access {
  const access = settings.accesses[provider.name];
  if (access !== null) return access;
  throw new ToolError(
    'INVALID_CONFIG',
    `${provider.label} needs the credential ${provider.credential ?? ''}.`,
  );
}

/** Provider, address and key in a form that may lie about: the key only as its hash. */
export function identityOf(provider: Provider, { baseUrl, key, plan }: Access): string {
  const keyHash = key === null ? '' : createHash('sha256').update(key).digest('base64url');
  return [provider.name, baseUrl, plan ?? '', keyHash].join(' ');
}

export function cleanerOf(access: Access): (text: string) => string {
  const secrets = secretsOf(access);
  return secrets.length === 0 ? (text) => text : secretsRemover(secrets);
}

/**
 * The key in the forms in which an answer may repeat it: as it is, in letters of one case (host names are) and in Base64.
 * A short key may be a word, which stands in capitals elsewhere.
 */
export function secretsOf({ key }: Access): readonly string[] {
  if (key === null) return [];
  if (key.length < LIMITS.market.distinctKeyChars) return [key];
  const base64 = Buffer.from(key).toString('base64').replace(/=+$/, '');
  return [...new Set([key, key.toLowerCase(), key.toUpperCase(), base64])];
}

/** Through the cache of the process; failures of the run that made the request say nothing to another run. */
export function cached<Value>(
  key: string,
  ttlMs: number,
  { settings, parts }: Run,
  load: () => Promise<Loaded<Value>>,
): Promise<Found<Value>> {
  const alike = String(settings.timeoutSeconds);
  return parts.cache.get(key, { ttlMs, signal: settings.signal, isPersonal, alike }, load);
}

function isPersonal(failure: unknown): boolean {
  return (failure instanceof ToolError && failure.code === 'CANCELLED') || isWaitTooLong(failure);
}

/** Whether this run's own patience ended, not that of a server. */
export function isWaitTooLong(failure: unknown): boolean {
  return failure instanceof ToolError && failure.cause instanceof WaitTooLong;
}
