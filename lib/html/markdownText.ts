const SPECIAL = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Text of a page with a backslash before what would otherwise be read as Markdown; in a cell also before what ends it. */
export function escaped(text: string, inCell: boolean): string {
  const safe = text
    .replace(SPECIAL, '\\$&')
    .replace(/^(?:[#>+=~-](?=\s|$|[-=~#])|\d{1,9}(?=[.)](?:\s|$)))/, (start) =>
      /\d/.test(start) ? `${start}\\` : `\\${start}`,
    );
  return inCell ? safe.replaceAll('|', '\\|') : safe;
}

/** An address as it stands between the parentheses of a Markdown link. */
export function linkTarget(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}
