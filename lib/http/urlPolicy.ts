import { isIP } from 'node:net';
import { ToolError } from '../errors';
import { shorten } from '../excerpt';
import { showUrl } from '../redact';

/** One entry of a domain list, understood. */
export interface AllowedDomain {
  /** The canonical host: lower case, punycode, no root dot, IPv6 in brackets. */
  readonly host: string;
  /** null: the default port of the scheme. */
  readonly port: number | null;
  /**
   * Which names below the host are admitted; `host` itself unless `subdomains-only`. `only`: none, since the caller
   * asks nothing but this host; `exact`: none, since there is no name below a single label or an address.
   */
  readonly admits: 'only' | 'exact' | 'subdomains' | 'subdomains-only' | 'www';
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * The entries of an allowed-domains list. Blank entries are skipped.
 * Forms: `example.com` (and its subdomains), `.example.com` (the same), `*.example.com` (subdomains only),
 * `www.example.com` (example.com, www.example.com and below www), `host:port`, an address, or `http(s)://host[:port][/]`.
 * A single label (`localhost`) admits itself only. Throws INVALID_CONFIG that names an entry it does not understand.
 * `exactHosts`: each entry is one host, `host[:port]`, and admits nothing else.
 */
export function readAllowedDomains(list: readonly string[], exactHosts = false): readonly AllowedDomain[] {
  return list
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const domain = exactHosts ? readHost(entry) : readEntry(entry);
      if (domain !== null) return domain;
      throw new ToolError(
        'INVALID_CONFIG',
        `Allowed Domains: "${entry.trim().slice(0, 100)}" is not a domain. Write a host such as example.com, *.example.com or example.com:8443, without path, query or user name.`,
      );
    });
}

/** Whether a URL may be requested under a list; entries that are not understood admit nothing. */
export function isAllowed(url: string | URL, allowedDomains: readonly string[]): boolean {
  const domains = allowedDomains.map(readEntry).filter((domain) => domain !== null);
  return refusalOf(url, domains) === null;
}

/**
 * The URL that may be requested: parsed once, and the same object is sent. Throws URL_NOT_ALLOWED (not in the list,
 * another scheme, user info) or INVALID_REQUEST (no URL at all). `from` is the hop that led here, for the message.
 */
export function checkUrl(
  url: string | URL,
  domains: readonly AllowedDomain[],
  secrets: readonly string[] = [],
): URL {
  const refusal = refusalOf(url, domains, secrets);
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  if (parsed === null || refusal === 'not a URL')
    throw new ToolError(
      'INVALID_REQUEST',
      `"${shorten(showUrl(url, secrets), 200)}" is not a URL. Give a complete address such as https://example.com/news.`,
    );
  if (refusal !== null) throw new ToolError('URL_NOT_ALLOWED', refusal, { url: showUrl(parsed, secrets) });
  return parsed;
}

/** The host of a URL as names are compared: without the root dot. */
export function hostOf(url: URL): string {
  return url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
}

function refusalOf(
  url: string | URL,
  domains: readonly AllowedDomain[],
  secrets: readonly string[] = [],
): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  if (parsed === null) return 'not a URL';
  if (DEFAULT_PORTS[parsed.protocol] === undefined)
    return `${parsed.protocol} addresses are not allowed: only http and https are requested.`;
  if (parsed.username !== '' || parsed.password !== '')
    return `The address of ${parsed.host} holds a user name or password, which is not allowed. Remove it.`;
  if (hostOf(parsed).split('.').includes(''))
    return `The host name ${parsed.host} is malformed and not allowed.`;
  if (domains.length === 0)
    return `No domain is allowed, so ${parsed.host} is not requested. Add it under Allowed Domains.`;
  return domains.some((domain) => admits(domain, parsed)) ? null : notListed(parsed, domains, secrets);
}

function notListed(url: URL, domains: readonly AllowedDomain[], secrets: readonly string[]): string {
  const shown = domains.slice(0, 10).map(({ host, port }) => (port === null ? host : `${host}:${port}`));
  const more = domains.length > shown.length ? `, and ${domains.length - shown.length} more` : '';
  if (domains.every((domain) => domain.admits === 'only'))
    return `${url.host} is not asked: only ${shown.join(', ')} is, the host of the given URL. If what you want lies there, enter ${shorten(showUrl(url, secrets), 200)} as the URL instead.`;
  if (domains.some((domain) => admitsHost(domain, hostOf(url))))
    return `The port of ${url.host} is not among the allowed domains (${shown.join(', ')}${more}): a domain without a port stands for the usual one of http and https, one with a port for that alone. Add ${hostAndPort(url)} under Allowed Domains.`;
  return `${url.host} is not among the allowed domains (${shown.join(', ')}${more}). Add it under Allowed Domains.`;
}

function admits(domain: AllowedDomain, url: URL): boolean {
  const port = url.port === '' ? null : Number(url.port);
  const effective = port ?? DEFAULT_PORTS[url.protocol];
  if (domain.port === null ? port !== null : domain.port !== effective) return false;
  return admitsHost(domain, hostOf(url));
}

function hostAndPort(url: URL): string {
  return [hostOf(url), url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port].join(':');
}

function admitsHost(domain: AllowedDomain, host: string): boolean {
  switch (domain.admits) {
    case 'only':
    case 'exact':
      return host === domain.host;
    case 'subdomains':
      return host === domain.host || host.endsWith(`.${domain.host}`);
    case 'subdomains-only':
      return host.endsWith(`.${domain.host}`);
    case 'www':
      return host === domain.host || host === `www.${domain.host}` || host.endsWith(`.www.${domain.host}`);
  }
}

function readEntry(entry: string): AllowedDomain | null {
  const bare = entry
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  const [, marker = '', rest = ''] = /^(\*\.|\.)?(.*)$/s.exec(bare) ?? [];
  const read = readHost(rest);
  if (read === null) return null;
  const { host, port } = read;
  const single = !host.includes('.') || isAddress(host);
  if (single) return marker === '' ? { host, port, admits: 'exact' } : null;
  if (marker === '*.') return { host, port, admits: 'subdomains-only' };
  const below = host.startsWith('www.') ? host.slice(4) : '';
  if (marker === '' && below.includes('.')) return { host: below, port, admits: 'www' };
  return { host, port, admits: 'subdomains' };
}

/** `host[:port]` and nothing else. */
function readHost(text: string): AllowedDomain | null {
  const [, name = '', digits] =
    /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/s.exec(isIP(text) === 6 ? `[${text}]` : text) ?? [];
  const host = canonicalHost(name);
  const port = digits === undefined ? null : Number(digits);
  if (host === null || (port !== null && (port < 1 || port > 65_535))) return null;
  return { host, port, admits: 'only' };
}

/** As the URL standard spells a host; null where it is none, or more than one. */
function canonicalHost(name: string): string | null {
  if (name === '' || /[\s/\\?#@%*]/.test(name)) return null;
  const url = URL.parse(`http://${name}/`);
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '') return null;
  const host = hostOf(url);
  return isAddress(host) || host.split('.').every((label) => LABEL.test(label)) ? host : null;
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
