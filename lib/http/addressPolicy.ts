import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ToolError } from '../errors';

/** The well-known prefix; the local one (64:ff9b:1::/48) hides where the IPv4 address stands and is refused. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
/** 2000::/3, all of IPv6 that is handed out (RFC 4291, 2.4): the rest is reserved, or holds an IPv4 address (`::7f00:1`). */
const HANDED_OUT = ipaddr.IPv6.parse('2000::');

/** Every address of a name, or a rejection with the code of the resolver (ENOTFOUND ...). */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Whether an address is public unicast. IPv4-mapped and NAT64 (64:ff9b::/96) addresses are judged by the IPv4 address
 * they hold. 6to4 is refused whole: deprecated (RFC 7526), and no server is reached by it alone.
 */
export function isPublicAddress(ip: string): boolean {
  const bare = ip.startsWith('[') && ip.endsWith(']') ? ip.slice(1, -1) : ip;
  if (isIP(bare) === 0 || bare.includes('%')) return false;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv6 && address.match(NAT64, 96))
    return isPublicAddress(address.toByteArray().slice(12).join('.'));
  if (address instanceof ipaddr.IPv6 && !address.match(HANDED_OUT, 3)) return false;
  return address.range() === 'unicast';
}

/** Refuses a host that is itself an address (look-ups never see those); `hostname` as a URL spells it. */
export function checkAddressLiteral(hostname: string, allowPrivateNetwork: boolean): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) checkAddresses(hostname, [bare], allowPrivateNetwork);
}

/** Refuses a name whose addresses are not all public: a mixed answer is somebody's trick or somebody's mistake. */
export function checkAddresses(
  hostname: string,
  addresses: readonly string[],
  allowPrivateNetwork: boolean,
): void {
  if (addresses.length === 0)
    throw new ToolError('NETWORK', `The name ${hostname} has no address. Check the spelling of the host.`);
  const refused = allowPrivateNetwork ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (refused === undefined) return;
  const subject = hostname.replace(/^\[|\]$/g, '') === refused ? hostname : `${hostname} (${refused})`;
  throw new ToolError(
    'ADDRESS_NOT_ALLOWED',
    `${subject} is not a public address and is not allowed. Turn on "Allow Private Network" if this host is yours.`,
  );
}

/** The system's resolver. */
export const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(error);
    });
  });

/**
 * A look-up for `connect`: the addresses that were checked are the ones that are dialled.
 * Refusals arrive as ToolError, failures of the resolver as they are.
 */
export function guardedLookup(resolve: Resolve, allowPrivateNetwork: boolean): LookupFunction {
  return (hostname, options, callback) => {
    void resolve(hostname).then(
      (addresses) => {
        try {
          checkAddresses(hostname, addresses, allowPrivateNetwork);
          answer(addresses, options, callback);
        } catch (refusal) {
          callback(refusal instanceof Error ? refusal : new Error('refused'), '', 0);
        }
      },
      (failure: unknown) => {
        callback(failure instanceof Error ? failure : new Error('look-up failed'), '', 0);
      },
    );
  };
}

function answer(
  addresses: readonly string[],
  options: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  const family =
    options.family === 4 || options.family === 'IPv4'
      ? 4
      : options.family === 6 || options.family === 'IPv6'
        ? 6
        : 0;
  const fitting = addresses
    .map((address) => ({ address, family: isIP(address) }))
    .filter((found) => family === 0 || found.family === family);
  const [first] = fitting;
  if (first === undefined) throw Object.assign(new Error('no address of this family'), { code: 'ENOTFOUND' });
  if (options.all === true) callback(null, fitting);
  else callback(null, first.address, first.family);
}
