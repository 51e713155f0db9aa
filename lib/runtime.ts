import { createCache, type Cache } from './cache';
import type { HttpClient } from './http/client';
import { createHttpClient } from './http/httpClient';
import { LIMITS } from './limits';
import { createOpenStores, type OpenStores } from './monitor/store/openStores';
import { createRateLimiter, realClock, type Clock, type RateLimiter } from './rateLimiter';
import { createThreads } from './threads/pool';
import type { Threads } from './threads/threads';

/** What lives as long as the process: shared by all nodes, made on first use. */
export interface Runtime {
  readonly http: HttpClient;
  /** Answers of market data providers, shared by all nodes and runs. */
  readonly cache: Cache;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** The databases of monitors that are open. */
  readonly stores: OpenStores;
  /** Where what can take long is read. */
  readonly threads: Threads;
}

let current: Runtime | null = null;

/** The one runtime of this process. */
export function runtime(): Runtime {
  current ??= {
    http: createHttpClient(),
    cache: createCache(() => Date.now(), LIMITS.market.cache),
    limiter: createRateLimiter(realClock),
    clock: realClock,
    stores: createOpenStores(),
    threads: createThreads(),
  };
  return current;
}

/** Closes what the runtime holds; the next use makes a new one. */
export async function closeRuntime(): Promise<void> {
  const closing = current;
  current = null;
  await closing?.stores.closeAll();
  await closing?.http.close();
  await closing?.threads.close();
}
