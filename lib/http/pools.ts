import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import type { Egress } from './egress';
import { limitedPool } from './wireLimit';

/** Proxies as the environment names them; '' for none. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** Connection pools, one per egress configuration, closed when nobody used them for a while. */
export interface Pools {
  take(egress: Egress): { readonly dispatcher: Dispatcher; readonly release: () => void };
  close(): Promise<void>;
}

interface Pool {
  readonly dispatcher: Dispatcher;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

export function readProxies(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  const read = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const httpProxy = read('HTTP_PROXY');
  return { httpProxy, httpsProxy: read('HTTPS_PROXY') || httpProxy, noProxy: read('NO_PROXY') };
}

export function hasProxy({ httpProxy, httpsProxy }: ProxySettings): boolean {
  return httpProxy !== '' || httpsProxy !== '';
}

export function createPools(proxies: ProxySettings): Pools {
  const pools = new Map<Egress, Pool>();

  function open(egress: Egress): Pool {
    const pool = pools.get(egress) ?? {
      dispatcher: createDispatcher(egress, proxies),
      users: 0,
      idle: undefined,
    };
    pools.set(egress, pool);
    clearTimeout(pool.idle);
    return pool;
  }

  function closeWhenIdle(egress: Egress, pool: Pool): void {
    pool.idle = setTimeout(() => {
      pools.delete(egress);
      void pool.dispatcher.destroy();
    }, LIMITS.idlePoolMs);
    pool.idle.unref();
  }

  return {
    take(egress) {
      const pool = open(egress);
      pool.users++;
      let released = false;
      return {
        dispatcher: pool.dispatcher,
        release() {
          if (released) return;
          released = true;
          if (--pool.users === 0) closeWhenIdle(egress, pool);
        },
      };
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      for (const pool of open) clearTimeout(pool.idle);
      await Promise.all(open.map((pool) => pool.dispatcher.destroy()));
    },
  };
}

function createDispatcher(egress: Egress, proxies: ProxySettings): Dispatcher {
  const options = {
    connect: { lookup: egress.lookup },
    maxHeaderSize: LIMITS.responseHeaderBytes,
    pipelining: 1,
    factory: limitedPool,
  };
  if (!hasProxy(proxies)) return new Agent(options);
  try {
    // Plain http goes to the proxy as a request, not through CONNECT, which proxies refuse for port 80.
    return new EnvHttpProxyAgent({
      ...options,
      ...proxies,
      noProxy: withoutThisMachine(proxies.noProxy),
      proxyTunnel: false,
    });
  } catch {
    throw new ToolError(
      'INVALID_CONFIG',
      'HTTP_PROXY or HTTPS_PROXY in the environment of n8n is not a URL such as http://proxy:3128.',
    );
  }
}

/** A proxy would take this machine for its own, and see what was to stay here. */
function withoutThisMachine(noProxy: string): string {
  return noProxy === '*' ? noProxy : [noProxy, 'localhost', '127.0.0.1', '[::1]'].join(',');
}
