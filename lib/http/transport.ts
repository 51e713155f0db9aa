import { request, type Dispatcher } from 'undici';
import type { Egress } from './egress';
import { createPools, type ProxySettings } from './pools';

export interface WireRequest {
  /** The URL object that was checked. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly egress: Egress;
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes as transferred, not yet decoded. Leaving the loop early ends the transfer. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the transfer without reading the body. */
  discard(): void;
}

/** One GET on the wire: no redirect is followed, nothing is decoded. */
export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** The real wire: undici with pools of its own, through the proxies of the environment. */
export function createTransport(proxies: ProxySettings): Transport {
  const pools = createPools(proxies);
  return {
    async send({ url, headers, egress, signal }) {
      const { dispatcher, release } = pools.take(egress);
      try {
        const answer = await request(url, {
          method: 'GET',
          headers,
          signal,
          dispatcher,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        return toWireAnswer(answer, release);
      } catch (failure) {
        release();
        throw failure;
      }
    },
    close: () => pools.close(),
  };
}

function toWireAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  release: () => void,
): WireAnswer {
  // A body that is dropped reports its own abort: there is nobody left to hear it.
  body.on('error', () => undefined);
  body.once('close', release);
  return { status: statusCode, headers, body, discard: () => void body.destroy() };
}
