/** The first `maxChars` characters (UTF-16 units) of a text, never half of a character; null is no limit. */
export function cutText(text: string, maxChars: number | null): string {
  if (maxChars === null || text.length <= maxChars) return text;
  return text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '');
}
