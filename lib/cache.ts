import { ToolError } from './errors';

/** What a loader brings: the value, when it was fetched, and how large it is (any unit; ours is characters). */
export interface Loaded<Value> {
  readonly value: Value;
  readonly fetchedAtMs: number;
  readonly size: number;
}

export interface Found<Value> {
  readonly value: Value;
  readonly fetchedAtMs: number;
  /** True when somebody else's request brought it. */
  readonly cached: boolean;
}

export interface CacheOptions {
  /** 0: neither kept nor shared. */
  readonly ttlMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Only requests that are alike in this are shared, such as the time that they may take. */
  readonly alike?: string;
  /** Failures that only concern the one who made the request; those who shared it then make their own. */
  readonly isPersonal?: (failure: unknown) => boolean;
}

export interface Cache {
  /**
   * The value under a key that is not older than `ttlMs`, else what `load` brings; one load at a time per key, shared
   * by all who ask meanwhile. Failures are not kept. Keys must hold everything the value depends on, and no secret.
   */
  get<Value>(key: string, options: CacheOptions, load: () => Promise<Loaded<Value>>): Promise<Found<Value>>;
}

export interface CacheBounds {
  readonly entries: number;
  readonly size: number;
}

/** An in-memory cache that forgets the least recently used beyond its bounds. */
export function createCache(now: () => number, bounds: CacheBounds): Cache {
  const kept = new Map<string, Loaded<unknown>>();
  const flights = new Map<string, Promise<Loaded<unknown>>>();
  let size = 0;

  function drop(key: string): void {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function keep(key: string, loaded: Loaded<unknown>): void {
    drop(key);
    if (loaded.size > bounds.size) return;
    kept.set(key, loaded);
    size += loaded.size;
    for (const oldest of kept.keys()) {
      if (kept.size <= bounds.entries && size <= bounds.size) return;
      drop(oldest);
    }
  }

  function fly(
    key: string,
    flightKey: string,
    load: () => Promise<Loaded<unknown>>,
  ): Promise<Loaded<unknown>> {
    const flight = load()
      .then((loaded) => {
        keep(key, loaded);
        return loaded;
      })
      .finally(() => {
        flights.delete(flightKey);
      });
    flights.set(flightKey, flight);
    return flight;
  }

  return {
    async get<Value>(
      key: string,
      options: CacheOptions,
      load: () => Promise<Loaded<Value>>,
    ): Promise<Found<Value>> {
      const flightKey = `${options.alike ?? ''} ${key}`;
      if (options.ttlMs <= 0) return { ...(await load()), cached: false };
      for (;;) {
        const known = kept.get(key) as Loaded<Value> | undefined;
        // a negative age: the clock was set back, and nothing says how old the answer is
        const age = known === undefined ? Infinity : now() - known.fetchedAtMs;
        if (known !== undefined && age >= 0 && age <= options.ttlMs) {
          kept.delete(key);
          kept.set(key, known);
          return { value: known.value, fetchedAtMs: known.fetchedAtMs, cached: true };
        }
        const shared = flights.get(flightKey) as Promise<Loaded<Value>> | undefined;
        if (shared === undefined) return found((await fly(key, flightKey, load)) as Loaded<Value>, false);
        try {
          return found(await orAborted(shared, options.signal), true);
        } catch (failure) {
          if (options.signal?.aborted === true || options.isPersonal?.(failure) !== true) throw failure;
        }
      }
    },
  };
}

function found<Value>({ value, fetchedAtMs }: Loaded<Value>, cached: boolean): Found<Value> {
  return { value, fetchedAtMs, cached };
}

/** Waits for somebody else's request no longer than one's own run lives. */
function orAborted<Value>(flight: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return flight;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(new ToolError('CANCELLED', 'The execution was canceled.'));
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    flight.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}
