import { createEgresses } from '../../../lib/http/egress';
import { createPools, hasProxy, readProxies } from '../../../lib/http/pools';
import { LIMITS } from '../../../lib/limits';

const NO_PROXIES = readProxies({});
const egressFor = createEgresses({ resolve: () => Promise.resolve([]), behindProxy: false });

describe('pools of connections', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are one per configuration of what may be reached', () => {
    const pools = createPools(NO_PROXIES);
    const filter = { validateUrl: () => Promise.resolve({ ok: true }) };
    const dispatchers = [
      egressFor(false, undefined),
      egressFor(true, undefined),
      egressFor(false, filter),
      egressFor(false, undefined),
    ].map((egress) => pools.take(egress).dispatcher);
    expect(new Set(dispatchers).size).toBe(3);
    expect(dispatchers[3]).toBe(dispatchers[0]);
  });

  it('stay while anybody uses them, and for a while after', () => {
    const pools = createPools(NO_PROXIES);
    const egress = egressFor(false, undefined);
    const first = pools.take(egress);
    const second = pools.take(egress);
    first.release();
    first.release();
    jest.advanceTimersByTime(2 * LIMITS.idlePoolMs);
    const third = pools.take(egress);
    second.release();
    third.release();
    jest.advanceTimersByTime(LIMITS.idlePoolMs - 1);
    expect(third.dispatcher).toBe(first.dispatcher);
    expect(pools.take(egress).dispatcher).toBe(first.dispatcher);
  });

  it('are closed then, and the next user gets a new one', () => {
    const pools = createPools(NO_PROXIES);
    const egress = egressFor(false, undefined);
    const { dispatcher, release } = pools.take(egress);
    release();
    jest.advanceTimersByTime(LIMITS.idlePoolMs);
    expect(pools.take(egress).dispatcher).not.toBe(dispatcher);
  });
});

describe('proxies of the environment', () => {
  it('are read in both spellings, the lower one first', () => {
    const proxies = readProxies({ http_proxy: 'http://a:1', HTTP_PROXY: 'http://b:1', NO_PROXY: 'x.test' });
    expect(proxies).toEqual({ httpProxy: 'http://a:1', httpsProxy: 'http://a:1', noProxy: 'x.test' });
    expect(hasProxy(proxies)).toBe(true);
    expect(hasProxy(readProxies({ NO_PROXY: '*', HTTPS_PROXY: ' ' }))).toBe(false);
  });
});
