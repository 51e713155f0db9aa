import { LIMITS } from '../limits';

/** An absolute URL of any scheme, or null where the words and their base give none. */
function resolveUrl(words: string, base: string | null): string | null {
  const trimmed = words.trim();
  const url = URL.parse(trimmed) ?? (base === null ? null : URL.parse(trimmed, base));
  return url?.href ?? null;
}

/** A link that may be followed: absolute http or https; null for everything else (javascript:, data:, file: ...). */
export function webLink(words: string | null | undefined, base: string | null): string | null {
  if (words === null || words === undefined || words.trim() === '') return null;
  const url = resolveUrl(words, base);
  return url !== null && /^https?:/.test(url) ? url : null;
}

/**
 * What relative links may start from: the address, without its query where it is long, or null (then such links are
 * unknown) where it is still longer than any base. Else one long address would make gigabytes of a feed's links.
 */
export function usableBase(address: string | null): string | null {
  if (address === null || address.length <= LIMITS.feedBaseChars) return address;
  const url = URL.parse(address);
  if (url === null) return null;
  url.search = '';
  url.hash = '';
  return url.href.length <= LIMITS.feedBaseChars ? url.href : null;
}

/** The base below an `xml:base` that stands in another one; each is worked out once. One that is no address changes nothing. */
export function createBases(): (words: string, outer: string | null) => string | null {
  const known = new Map<string | null, Map<string, string | null>>();
  return (words, outer) => {
    const below = known.get(outer) ?? new Map<string, string | null>();
    known.set(outer, below);
    const before = below.get(words);
    if (before !== undefined) return before;
    const isTooLong = words.length > LIMITS.linkChars;
    const base = isTooLong ? null : usableBase(resolveUrl(words, outer) ?? outer);
    below.set(words, base);
    return base;
  };
}
