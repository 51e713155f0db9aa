import { parseHtmlList } from './genericHtml';
import { isJson, parseJsonList } from './genericJson';
import type { Page, ParsedPage, Parser } from './parser';
import type { Monitor } from '../monitor';

/**
 * Any list: HTML by `idPattern` (RE2) inside table rows, the elements of `rowSelector`, or the page; JSON by `idPath`.
 * Cells are fields by the names of the heading row. Times of entries are not read: their meaning differs from site to site.
 */
export const generic: Parser = {
  name: 'generic',
  version: 1,
  parse,
  seriesOf: (id) => (/^\d+$/.test(id) ? 'numbers' : 'other'),
  firstPage: (monitor) => monitor.url,
};

function parse(page: Page, monitor: Monitor): ParsedPage {
  const asJson = isJson(page) && (monitor.idPath !== null || monitor.idPattern === null);
  return asJson ? parseJsonList(page, monitor) : parseHtmlList(page, monitor);
}
