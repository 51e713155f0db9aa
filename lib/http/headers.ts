import { invalid } from '../check';
import { ToolError } from '../errors';
import type { Validators } from './client';
import { ACCEPT_ENCODING } from './contentEncoding';

/** The version in package.json; a test holds the two together. */
export const PACKAGE_VERSION = '0.1.0';

/** A form that Yahoo and Capitol Trades answer; they refuse the plain names of tools. */
export const DEFAULT_USER_AGENT = `Mozilla/5.0 (compatible; n8n-nodes-internet-tools/${PACKAGE_VERSION})`;

const DEFAULTS: Readonly<Record<string, string>> = {
  accept:
    'text/html, application/xhtml+xml, application/xml;q=0.9, application/rss+xml, application/atom+xml, application/feed+json, application/json, */*;q=0.8',
  'accept-encoding': ACCEPT_ENCODING,
  'cache-control': 'no-cache, no-store',
  pragma: 'no-cache',
};

/** Headers that belong to the client or to the connection. */
const OURS = new Set(
  'host connection content-length transfer-encoding upgrade keep-alive te trailer expect proxy-authorization proxy-connection accept-encoding user-agent if-none-match if-modified-since range cookie'.split(
    ' ',
  ),
);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
// A header value on the wire: latin1 without control characters (a tab may stand inside).
const HEADER_VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;
const EMAIL = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()"]+$/;

/** Who asks, checked: the same on every hop. */
export interface Identity {
  readonly userAgent: string;
  readonly contactEmail: string | null;
}

/** Blank means default. Throws INVALID_CONFIG for what cannot stand in a header. */
export function readIdentity(userAgent: string | undefined, contactEmail: string | undefined): Identity {
  const agent = (userAgent ?? '').trim();
  if (!HEADER_VALUE.test(agent))
    throw invalid(
      'User Agent',
      'has characters that cannot be sent in a header (line breaks, NUL or characters outside latin1). Remove them.',
    );
  const contact = (contactEmail ?? '').trim();
  if (contact !== '' && !(HEADER_VALUE.test(contact) && EMAIL.test(contact)))
    throw invalid('Contact E-Mail', 'is not an e-mail address such as name@example.com.');
  return {
    userAgent: agent === '' ? DEFAULT_USER_AGENT : agent,
    contactEmail: contact === '' ? null : contact,
  };
}

/** The caller's own headers, names in lower case. Throws INVALID_CONFIG that names the header, never its value. */
export function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([given, value]) => {
      const name = given.toLowerCase();
      if (!HEADER_NAME.test(name)) throw invalid('Headers', `"${given.slice(0, 40)}" is not a header name.`);
      if (OURS.has(name)) throw invalid('Headers', `${name} is set by the client and cannot be given.`);
      if (!HEADER_VALUE.test(value))
        throw invalid('Headers', `the value of ${name} has characters that cannot be sent in a header.`);
      return [name, value.trim()];
    }),
  );
}

/** SEC's hosts, which want a contact in the user agent and at most ten requests a second. */
export function isSecHost(host: string): boolean {
  return host === 'sec.gov' || host.endsWith('.sec.gov');
}

/** SEC refuses requests that name no contact: then none is made. */
export function checkContact(host: string, identity: Identity): void {
  if (isSecHost(host) && contactOf(identity) === null)
    throw new ToolError(
      'INVALID_CONFIG',
      `${host} wants a contact in every request and refuses those without. Fill in "Contact E-Mail"; it is sent to SEC hosts only.`,
    );
}

/** The headers of one request. `own` only where the caller's headers may go: the origin they were given for. */
export function headersFor(
  host: string,
  identity: Identity,
  validators: Validators | null,
  own: Readonly<Record<string, string>> | null,
): Record<string, string> {
  const { etag = null, lastModified = null } = validators ?? {};
  return {
    ...DEFAULTS,
    'user-agent':
      isSecHost(host) && identity.contactEmail !== null
        ? `${identity.userAgent} ${identity.contactEmail}`
        : identity.userAgent,
    ...(etag === null || !HEADER_VALUE.test(etag) ? {} : { 'if-none-match': etag }),
    ...(lastModified === null || !HEADER_VALUE.test(lastModified)
      ? {}
      : { 'if-modified-since': lastModified }),
    ...own,
  };
}

function contactOf({ userAgent, contactEmail }: Identity): string | null {
  return contactEmail ?? /[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()"]+/.exec(userAgent)?.[0] ?? null;
}
