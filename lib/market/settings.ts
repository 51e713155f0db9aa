import { readInteger } from '../check';
import { LIMITS } from '../limits';
import { readAccess, type GivenAccess as GivenAddress } from '../providers/access';
import type { Accesses } from '../providers/chain';
import { PROVIDERS } from '../providers/index';
import { PROVIDER_NAMES, type ProviderName } from '../providers/provider';
import { WaitBudget, type Limit } from '../rateLimiter';

/** What a credential or the node's options say about a provider; nothing is checked yet. */
export interface GivenAccess extends GivenAddress {
  /** Requests (Twelve Data: credits) per minute; missing: what a free key allows. */
  readonly perMinute?: unknown;
}

type Given = Readonly<Record<ProviderName, GivenAccess | null>>;

/** INVALID_CONFIG names the provider whose address or key cannot be used. */
export function readAccesses(given: Given): Accesses {
  return byProvider((name) => {
    const wanted = given[name];
    const access = wanted === null ? null : readAccess(name, wanted);
    // A credential without a key is none, where the provider needs one.
    return access?.key === null && PROVIDERS[name].credential !== null ? null : access;
  });
}

/** Twelve Data and CoinGecko count within a minute; the others want their requests apart. */
export function readLimits(given: Given): Readonly<Record<ProviderName, Limit>> {
  const { perMinute } = LIMITS.market;
  return byProvider((name) => {
    const wanted = given[name]?.perMinute;
    const count =
      wanted === undefined || wanted === null || wanted === ''
        ? perMinute[name]
        : readInteger(wanted, `requests per minute of ${name}`, { min: 1, max: perMinute.max });
    return name === 'twelvedata' || name === 'coingecko'
      ? { requests: count, perMs: 60_000 }
      : { requests: 1, perMs: 60_000 / count };
  });
}

/** What one run may wait for rate limits, all its items together. */
export function startBudget(minutes: number): WaitBudget {
  return new WaitBudget(minutes * 60_000);
}

function byProvider<Value>(make: (name: ProviderName) => Value): Record<ProviderName, Value> {
  const made = PROVIDER_NAMES.map((name) => [name, make(name)] as const);
  return Object.fromEntries(made) as Record<ProviderName, Value>;
}
