import { resolveBySystem, type Resolve } from './addressPolicy';
import type { HttpClient, HttpRequest, HttpResponse } from './client';
import { startDeadline } from './deadline';
import { createEgresses } from './egress';
import { createExchange } from './exchange';
import { followRedirects } from './redirects';
import { createPoliteness } from './politeness';
import { hasProxy, readProxies } from './pools';
import { showUrl } from '../redact';
import { readRequest } from './request';
import { createTransport, type Transport } from './transport';
import { hostOf } from './urlPolicy';

/** The world outside the client; tests put their own in place of the network. */
export interface HttpWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly resolve: Resolve;
  readonly transport: Transport;
  readonly nowMs: () => number;
}

/** The one guarded HTTP client: GET only, every hop checked, every size and time bounded. */
export function createHttpClient(world: Partial<HttpWorld> = {}): HttpClient {
  const proxies = readProxies(world.env ?? process.env);
  const transport = world.transport ?? createTransport(proxies);
  const egressFor = createEgresses({
    resolve: world.resolve ?? resolveBySystem,
    behindProxy: hasProxy(proxies),
  });
  const exchange = createExchange({
    transport,
    politeness: createPoliteness(),
    nowMs: world.nowMs ?? Date.now,
  });

  return {
    async get(given: HttpRequest): Promise<HttpResponse> {
      const request = readRequest(given);
      const egress = egressFor(request.allowPrivateNetwork, request.egressFilter);
      const deadline = startDeadline(request.timeoutMs, hostOf(request.url), request.signal);
      try {
        const { url, answer } = await followRedirects(request, egress, deadline, exchange);
        return { url: showUrl(url, request.secrets), ...answer };
      } finally {
        deadline.end();
      }
    },
    close: () => transport.close(),
  };
}
