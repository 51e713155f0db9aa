import type { Reading } from '../envelope';
import { ToolError } from '../errors';
import { withAge } from './age';
import { alphaVantage } from './alphaVantage';
import { coinGecko } from './coinGecko';
import { parseExactJson } from './json';
import type {
  Access,
  Answer,
  Endpoint,
  Operation,
  Provider,
  ProviderName,
  Queries,
  Results,
} from './provider';
import { twelveData } from './twelveData';
import { yahoo } from './yahoo';

export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  twelvedata: twelveData,
  alphavantage: alphaVantage,
  coingecko: coinGecko,
  yahoo,
};

/**
 * An answer of a provider to a reading. Errors inside the body become ToolErrors, whatever the HTTP status; `clean`
 * takes secrets out of every text. A price that is old, or of no known time, comes with a warning.
 */
export function readAnswer<Op extends Operation>(
  provider: Provider,
  operation: Op,
  answer: Answer,
  query: Queries[Op],
  clean: (text: string) => string,
): Reading<Results[Op]> {
  const endpoint = endpointOf(provider, operation);
  if (endpoint === null) throw new ToolError('INVALID_REQUEST', cannotServe(provider, operation));
  const reading = endpoint.read({ ...answer, json: readJson(provider, answer, clean) }, query);
  return withAge(reading, operation, answer.fetchedAtMs, provider.label);
}

/** The JSON of an answer that is no refusal. */
export function readJson(provider: Provider, answer: Answer, clean: (text: string) => string): unknown {
  const json = parseExactJson(answer.text, clean);
  const refusal = provider.refusal(answer, json);
  if (refusal !== null)
    throw new ToolError(refusal.code, clean(refusal.message), {
      status: answer.status,
      retryAfterMs: refusal.retryAfterMs,
    });
  return json;
}

export function endpointOf<Op extends Operation>(provider: Provider, operation: Op): Endpoint<Op> | null {
  return provider.endpoints[operation] ?? null;
}

/** A sentence that names the providers which serve an operation, for one that does not. */
export function cannotServe(provider: Provider, operation: Operation): string {
  const able = Object.values(PROVIDERS).filter((other) => other.endpoints[operation] !== undefined);
  return `${provider.label} does not serve the operation ${operation}. These do: ${able.map(({ label }) => label).join(', ')}.`;
}

/** The same for one query: its reason, and the providers that can. */
export function cannotServeQuery<Op extends Operation>(
  reason: string,
  operation: Op,
  query: Queries[Op],
  access: (name: ProviderName) => Access,
): string {
  const able = Object.values(PROVIDERS).filter((other) => {
    const endpoint = endpointOf(other, operation);
    if (endpoint === null) return false;
    const given = access(other.name);
    return (endpoint.cannot?.(query, given) ?? endpoint.tooMany?.(query, given) ?? null) === null;
  });
  const labels = able.map(({ label }) => label).join(', ');
  return labels === '' ? `${reason}.` : `${reason}. These can: ${labels}.`;
}
