// The HTTP client as the checks call it.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createHttpClient } = require('../../../dist/lib/http/httpClient.js');
const { decodeText } = require('../../../dist/lib/charset.js');
const policy = require('../../../dist/lib/http/urlPolicy.js');
const addresses = require('../../../dist/lib/http/addressPolicy.js');

export const isAllowed = policy.isAllowed;
export const isPublicAddress = addresses.isPublicAddress;
export const decodeBody = (bytes, contentType) => decodeText(Buffer.from(bytes), contentType ?? null).text;

/** The client itself; only the wire and the resolver are functions: the wire asks the guarded look-up as a connection does. */
export async function fetchWithPolicy({ url, allowedDomains, allowPrivateNetwork, timeoutMs, send, lookup }) {
  const transport = {
    async send({ url: target, egress, signal }) {
      const address = await dial(target, egress, signal);
      const { status, headers, body } = await send(target.href, address);
      return { status, headers, body: [Buffer.from(body ?? '')].values(), discard: () => {} };
    },
    close: async () => {},
  };
  const client = createHttpClient({ env: {}, resolve: lookup, transport });
  // Without a contact no request is made to SEC's hosts.
  const contactEmail = 'checks@example.com';
  const answer = await client.get({
    contactEmail,
    url,
    allowedDomains,
    allowPrivateNetwork,
    timeoutSeconds: timeoutMs / 1000,
  });
  return { finalUrl: answer.url };
}

/** A literal address is dialled as it is; a name is looked up once, as node's net does it. */
function dial(target, egress, signal) {
  const literal = /^\[|^[\d.]+$/.test(target.hostname);
  if (literal) return target.hostname;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    egress.lookup(target.hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found[0].address),
    );
  });
}
