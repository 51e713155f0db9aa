/** Tells whether an address that a page's markup states is that of the page, of another one of its site, or neither. */
export interface PageAddresses {
  readonly isThisPage: (address: string) => boolean;
  /** Another page of the same site. Other hosts say nothing: sites have aliases, and copied markup names examples. */
  readonly isOtherPage: (address: string) => boolean;
  /** Whether the page is the root of its site. */
  readonly isRoot: boolean;
}

/** `url`: where the page came from; `canonical`: the address that it calls its own, absolute. */
export function pageAddresses(url: string, canonical: string | null): PageAddresses {
  const own = [url, ...(canonical === null ? [] : [canonical])].flatMap(
    (address) => keyOf(address, url) ?? [],
  );
  return {
    isThisPage: (address) => {
      const stated = keyOf(address, url);
      return own.some((key) => key.whole === stated?.whole);
    },
    isOtherPage: (address) => {
      const stated = keyOf(address, url);
      if (stated === null || stated.path === '') return false;
      const sameSite = own.filter((key) => key.host === stated.host);
      return sameSite.length > 0 && !sameSite.some((key) => isShortened(key.path, stated.path));
    },
    isRoot: own.at(-1)?.path === '' && own.at(-1)?.query === '',
  };
}

interface Key {
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly whole: string;
}

/** An address without what does not tell pages apart; null for what is none on the web. */
function keyOf(address: string, base: string): Key | null {
  const trimmed = address.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const { protocol, host, pathname, search } = new URL(trimmed, base);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const site = host.replace(/^(?:www|m|amp)\./, '');
  const path = pathname.toLowerCase().replace(/\/(?:index\.\w+|amp\/?)?$/, '');
  return { host: site, path, query: search, whole: site + path };
}

/** `/news/1234` is what some sites call `/news/1234/the-title`. */
function isShortened(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
