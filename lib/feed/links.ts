/** An absolute URL of any scheme, or null where the words and their base give none. */
export function resolveUrl(words: string, base: string | null): string | null {
  const trimmed = words.trim();
  if (URL.canParse(trimmed)) return new URL(trimmed).href;
  return base !== null && URL.canParse(trimmed, base) ? new URL(trimmed, base).href : null;
}

/** A link that may be followed: absolute http or https; null for everything else (javascript:, data:, file: ...). */
export function webLink(words: string | null | undefined, base: string | null): string | null {
  if (words === null || words === undefined || words.trim() === '') return null;
  const url = resolveUrl(words, base);
  return url !== null && /^https?:/.test(url) ? url : null;
}
