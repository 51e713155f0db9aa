import type { Parser } from 'htmlparser2';

/**
 * Feeds a page to a streaming parser, but not what stands inside drawings: on a page of 96 trades they are two thirds
 * of a megabyte. A drawing is left out only after the parser itself has opened it (`svgIsOpen`), so that the letters
 * "<svg" in a script, a comment or an attribute skip nothing. Linear in the length of the text.
 */
export function feedWithoutSvg(parser: Parser, text: string, svgIsOpen: () => boolean): void {
  let from = 0;
  for (let at = text.indexOf('<svg'); at >= 0; at = text.indexOf('<svg', from)) {
    const tagEnd = text.indexOf('>', at);
    if (tagEnd < 0) break;
    parser.write(text.slice(from, tagEnd + 1));
    from = tagEnd + 1;
    if (!svgIsOpen()) continue;
    const close = text.indexOf('</svg', from);
    if (close < 0) break;
    from = close;
  }
  parser.write(text.slice(from));
  parser.end();
}
