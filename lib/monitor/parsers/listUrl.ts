/** An address as it stands on a page to an absolute http(s) URL; null for anything else (mailto:, javascript:, broken). */
export function absoluteUrl(address: string | null | undefined, base: string): string | null {
  if (address === null || address === undefined || address.trim() === '') return null;
  const url = URL.parse(address.trim(), base);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** The same URL with one query parameter set; the order and the spelling of the others stay. */
export function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
