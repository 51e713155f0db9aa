import type { LookupFunction } from 'node:net';
import { ToolError } from '../errors';
import { checkAddresses, checkAddressLiteral, guardedLookup, type Resolve } from './addressPolicy';
import type { EgressFilter } from './client';
import { untilAborted } from './deadline';
import { hostOf } from './urlPolicy';

/** One configuration of what may be reached; connections are shared only within one. */
export interface Egress {
  /** For `connect`: checks what it finds, so that the checked address is the dialled one. */
  readonly lookup: LookupFunction;
  /** What can be refused before a connection is made: literal addresses, n8n's own filter, names behind a proxy. */
  check(url: URL, signal: AbortSignal): Promise<void>;
}

export interface EgressOptions {
  readonly resolve: Resolve;
  /** A proxy resolves names itself, out of our sight: they are resolved and checked here first. */
  readonly behindProxy: boolean;
}

/** Codes of a resolver that does not know a name, or cannot ask anybody. */
const UNRESOLVED = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EAI_NONAME',
  'EAI_FAIL',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ECONNREFUSED',
  'ETIMEOUT',
]);

/** Gives the same object for the same configuration. */
export function createEgresses(
  options: EgressOptions,
): (allowPrivateNetwork: boolean, filter: EgressFilter | undefined) => Egress {
  const plain = {
    open: createEgress(options, true, undefined),
    closed: createEgress(options, false, undefined),
  };
  const filtered = new WeakMap<EgressFilter, typeof plain>();
  return (allowPrivateNetwork, filter) => {
    let pair = plain;
    if (filter !== undefined) {
      pair = filtered.get(filter) ?? {
        open: createEgress(options, true, filter),
        closed: createEgress(options, false, filter),
      };
      filtered.set(filter, pair);
    }
    return allowPrivateNetwork ? pair.open : pair.closed;
  };
}

function createEgress(
  { resolve, behindProxy }: EgressOptions,
  allowPrivateNetwork: boolean,
  filter: EgressFilter | undefined,
): Egress {
  const secured = filter === undefined ? resolve : resolveThrough(filter, resolve);
  return {
    lookup: guardedLookup(secured, allowPrivateNetwork),
    async check(url, signal) {
      const host = hostOf(url);
      checkAddressLiteral(host, allowPrivateNetwork);
      if (filter !== undefined) await askFilter(filter, url, signal);
      if (behindProxy && !isLiteral(host)) await checkName(host, secured, allowPrivateNetwork, signal);
    },
  };
}

/** Behind a proxy a name that local DNS does not know is the proxy's to resolve; an answer that is private is refused. */
async function checkName(
  host: string,
  resolve: Resolve,
  allowPrivateNetwork: boolean,
  signal: AbortSignal,
): Promise<void> {
  try {
    checkAddresses(host, await untilAborted(resolve(host), signal), allowPrivateNetwork);
  } catch (failure) {
    if (!isUnresolved(failure)) throw failure;
  }
}

/** n8n answers with a verdict, or rejects with the failure of the resolver; an unknown name is the connection's to report. */
async function askFilter(filter: EgressFilter, url: URL, signal: AbortSignal): Promise<void> {
  const verdict = await untilAborted(filter.validateUrl(url), signal).catch((error: unknown) => ({
    ok: false,
    error,
  }));
  signal.throwIfAborted();
  if (!verdict.ok && !isUnresolved(verdict.error)) throw refusedByN8n(hostOf(url));
}

/** n8n's look-up in place of the system's; without one, the system's. */
function resolveThrough(filter: EgressFilter, resolve: Resolve): Resolve {
  const lookup = filter.createSecureLookup?.();
  if (!isLookup(lookup)) return resolve;
  return (hostname) =>
    new Promise((done, fail) => {
      lookup(hostname, { all: true }, (error, found) => {
        if (error instanceof Error) fail(isUnresolved(error) ? error : refusedByN8n(hostname));
        else done(typeof found === 'string' ? [found] : found.map(({ address }) => address));
      });
    });
}

function refusedByN8n(host: string): ToolError {
  return new ToolError(
    'ADDRESS_NOT_ALLOWED',
    `n8n's own protection of outgoing requests does not allow ${host}. Its administrator can allow it (N8N_SSRF_*).`,
  );
}

function isUnresolved(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if ('code' in failure && typeof failure.code === 'string' && UNRESOLVED.has(failure.code)) return true;
  return failure.cause !== undefined && isUnresolved(failure.cause);
}

function isLookup(value: unknown): value is LookupFunction {
  return typeof value === 'function';
}

function isLiteral(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
