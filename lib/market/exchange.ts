import type { Loaded } from '../cache';
import { ToolError } from '../errors';
import type { HttpResponse } from '../http/client';
import { LIMITS } from '../limits';
import type { Answer, Provider, Target } from '../providers/provider';
import { accessOf, identityOf, isWaitTooLong, secretsOf, type Run } from './run';

/** One request within the limits of its key, and a second one where the first failed in passing. */
export async function exchange<Value>(
  provider: Provider,
  target: Target,
  maxResponseKb: number,
  run: Run,
  read: (answer: Answer) => Value,
): Promise<Loaded<Value>> {
  const { limiter } = run.parts;
  const { budget, signal, limits } = run.settings;
  const queue = identityOf(provider, accessOf(provider, run));
  let failed: ToolError | null = null;
  for (;;) {
    const giveBack = await limiter
      .takeTurn(queue, limits[provider.name], budget, {
        signal,
        // While a refusal lasts another provider is better than waiting, where there is one.
        coolDownMs: run.isLast ? Infinity : LIMITS.market.shortWaitMs,
      })
      .catch((thrown: unknown) => {
        // No room for a second request: what went wrong is how the first one failed.
        throw failed !== null && isWaitTooLong(thrown) ? failed : thrown;
      });
    let response: HttpResponse | null = null;
    try {
      response = await send(provider, target, maxResponseKb, run);
      const text = response.body.toString('utf8').replace(/^\uFEFF/, '');
      const { url, status, headers, fetchedAtMs } = response;
      return { value: read({ url, status, headers, text, fetchedAtMs }), fetchedAtMs, size: text.length };
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      const failure = describe(thrown, provider, response);
      if (failure.code === 'RATE_LIMITED') limiter.coolDown(queue, coolDownOf(failure));
      if (failed !== null || !isWorthAnother(failure, run)) throw failure;
      failed = failure;
      if (failure.code !== 'RATE_LIMITED') await run.parts.clock.sleep(LIMITS.market.pauseMs);
    } finally {
      giveBack();
    }
  }
}

async function send(
  provider: Provider,
  target: Target,
  maxResponseKb: number,
  run: Run,
): Promise<HttpResponse> {
  const { settings, parts } = run;
  const access = accessOf(provider, run);
  const { headers, params } = provider.authorize(access);
  const url = `${access.baseUrl}${target.path}?${new URLSearchParams({ ...target.params, ...params }).toString()}`;
  return parts.http.get({
    url,
    allowedDomains: [new URL(access.baseUrl).host],
    allowPrivateNetwork: access.isLocal,
    headers: { accept: 'application/json', ...headers },
    secrets: secretsOf(access),
    maxResponseKb,
    timeoutSeconds: settings.timeoutSeconds,
    status: 'any',
    retries: 0,
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
    ...(settings.egressFilter === undefined ? {} : { egressFilter: settings.egressFilter }),
  });
}

/** A failure with the address that answered. A redirect to a foreign host is a consent page or a wall. */
function describe(thrown: ToolError, provider: Provider, response: HttpResponse | null): ToolError {
  const details = {
    url: thrown.url ?? response?.url,
    status: thrown.status,
    retryAfterMs: thrown.retryAfterMs,
  };
  if (thrown.code === 'URL_NOT_ALLOWED')
    return new ToolError(
      'BLOCKED',
      `${provider.label} redirects to another host instead of answering, to a consent page for example.`,
      details,
    );
  return new ToolError(thrown.code, thrown.message, { ...details, cause: thrown.cause });
}

function coolDownOf({ retryAfterMs }: ToolError): number {
  const { usual, max } = LIMITS.market.coolDownMs;
  return Math.min(retryAfterMs ?? usual, max);
}

function isWorthAnother(
  { code, status, retryAfterMs }: ToolError,
  { settings, parts, isLast }: Run,
): boolean {
  if (code === 'NETWORK') return true;
  if (code === 'PROVIDER_ERROR') return status === 502 || status === 503 || status === 504;
  if (code !== 'RATE_LIMITED' || retryAfterMs === undefined) return false;
  const isAffordable = retryAfterMs <= settings.budget.remaining(parts.clock.now());
  return isAffordable && (isLast || retryAfterMs <= LIMITS.market.shortWaitMs);
}
