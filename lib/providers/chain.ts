import { ToolError } from '../errors';
import { cannotServe, cannotServeQuery, endpointOf, PROVIDERS } from './index';
import type { Access, Operation, Provider, ProviderName, Queries } from './provider';
import type { Asked, ProviderChoice } from './request';

/** Null: the credential that this provider needs is missing. */
export type Accesses = Readonly<Record<ProviderName, Access | null>>;

export interface Chain {
  /** In the order of asking; the later ones only when an earlier one fails. */
  readonly providers: readonly Provider[];
  /** The chosen provider and why it is not even asked. */
  readonly skipped: { readonly provider: Provider; readonly reason: string } | null;
}

/**
 * Whom to ask. A provider that was chosen by name is asked or refused with the reason before any request; `auto` is
 * Twelve Data with a credential, else Yahoo, and CoinGecko for coins. Yahoo, which needs no key, comes after either.
 */
export function chainFor(asked: Asked, choice: ProviderChoice, accesses: Accesses, fallback: boolean): Chain {
  const chosen = PROVIDERS[choice === 'auto' ? autoChoice(asked, accesses) : choice];
  const reserve = fallback && chosen.name !== 'yahoo' && canStepIn(asked) ? [PROVIDERS.yahoo] : [];
  const reason = whyNot(chosen, asked, accesses);
  if (reason === null) return { providers: [chosen, ...reserve], skipped: null };
  if (reserve.length === 0 || (choice !== 'auto' && !reason.isSize))
    throw new ToolError(reason.code, reason.message);
  return { providers: reserve, skipped: { provider: chosen, reason: reason.message } };
}

function autoChoice({ operation, query }: Asked, accesses: Accesses): ProviderName {
  const isCoin = operation === 'crypto' || (operation === 'history' && query.instrument.kind === 'coin');
  if (isCoin) return 'coingecko';
  return accesses.twelvedata === null ? 'yahoo' : 'twelvedata';
}

interface Reason {
  readonly code: 'INVALID_REQUEST' | 'INVALID_CONFIG';
  readonly message: string;
  readonly isSize: boolean;
}

function whyNot(provider: Provider, { operation, query }: Asked, accesses: Accesses): Reason | null {
  return reasonFor(provider, operation, query, accesses);
}

function reasonFor<Op extends Operation>(
  provider: Provider,
  operation: Op,
  query: Queries[Op],
  accesses: Accesses,
): Reason | null {
  const endpoint = endpointOf(provider, operation);
  if (endpoint === null)
    return { code: 'INVALID_REQUEST', message: cannotServe(provider, operation), isSize: false };
  const access = accesses[provider.name];
  const never = endpoint.cannot?.(query, access ?? NO_ACCESS) ?? null;
  const tooMany = endpoint.tooMany?.(query, access ?? NO_ACCESS) ?? null;
  const reason = never ?? tooMany;
  if (reason !== null)
    return {
      code: 'INVALID_REQUEST',
      message: cannotServeQuery(reason, operation, query, (name) => accesses[name] ?? NO_ACCESS),
      isSize: never === null,
    };
  if (access === null)
    return {
      code: 'INVALID_CONFIG',
      message: `${provider.label} needs the credential ${provider.credential ?? ''}. Add it to the node, or choose Yahoo Finance, which needs no key.`,
      isSize: false,
    };
  return null;
}

const NO_ACCESS: Access = { baseUrl: '', key: null, plan: null, isLocal: false };

/** Yahoo may only answer for a coin whose name it can be checked by, and for what it has a notation for. */
function canStepIn({ operation, query }: Asked): boolean {
  switch (operation) {
    case 'crypto':
      return query.coin !== undefined;
    case 'quote':
    case 'history':
      if (query.instrument.kind === 'coin') return false;
      return query.instrument.kind !== 'pair' || query.instrument.isForex || query.coin !== undefined;
    case 'forex':
    case 'search':
      return true;
  }
}
