import { isLaterThan, newestOf } from '../../instant';
import { LIMITS } from '../../limits';
import { blockedBy } from '../../wall';
import { blocked, noList } from './blockPage';
import { withParameter } from './listUrl';
import { withTransactions } from './ownershipEntry';
import type { Page, ParsedPage, Parser } from './parser';
import { readFilingsAtom } from './secForm4Atom';
import { filingsOf, mergedFiling } from './secForm4Filings';
import { readFilingsHtml } from './secForm4Html';
import { isOfIssuers, needsText } from './secForm4Issuers';
import type { FilingRows } from './secForm4Rows';

/** The most rows that EDGAR puts on a page. */
const PAGE_ROWS = 100;

/**
 * EDGAR's current filings, as page or as Atom: Forms 4 and 4/A, one entry per filing. A page may well hold none of
 * them (the site's filter lets other forms through): then `entries` is empty and `nextPage` leads on.
 */
export const secForm4: Parser = {
  name: 'sec_form4',
  version: 1,
  parse,
  /** The first digits are the filing agent's and the year: numbers of two agents say nothing about time. */
  seriesOf: (id) => id.slice(0, 13),
  firstPage(monitor) {
    const url = new URL(monitor.url);
    url.searchParams.delete('start');
    url.searchParams.set('count', String(PAGE_ROWS));
    return url.href;
  },
  /** EDGAR lists filings by the second of their acceptance, and some only a while after it. */
  lateMs: LIMITS.secLateMs,
  /** What EDGAR answers past the end of its list, which holds two days. */
  endOfList: [503],
  merge: mergedFiling,
  wants: isOfIssuers,
  detail(entry, monitor) {
    const url = entry.fields['textUrl'];
    if (typeof url !== 'string' || !needsText(monitor)) return null;
    return {
      url,
      without: { ...entry, fields: { ...entry.fields, transactions: null } },
      read(document) {
        const who = blockedBy(document.text);
        if (who !== null) throw blocked(document.url, who);
        return withTransactions(entry, document.text);
      },
    };
  },
};

function parse(page: Page): ParsedPage {
  const found = /^\s*(?:<\?xml|<feed)\b/.test(page.text.slice(0, 1000))
    ? readFilingsAtom(page.text, page.url)
    : readFilingsHtml(page.text, page.url);
  refuseWhatIsNoList(page, found);
  const entries = filingsOf(found.rows);
  const dataAsOf = newestOf(
    entries
      .map(({ publishedAt }) => publishedAt)
      .filter((time) => time !== null && !isLaterThan(time, page.fetchedAtMs)),
  );
  const unnamed = found.rows.filter(({ party }) => party === null).length;
  return {
    entries,
    total: null,
    nextPage: nextPage(page.url, found),
    dataAsOf,
    dataAsOfFrom: dataAsOf === null ? null : 'entry:publishedAt',
    rowsWithoutId: found.rowsWithoutId,
    duplicatesOnPage: 0,
    warnings:
      unnamed === 0
        ? []
        : [`${unnamed} rows of filings name nobody: issuer and owners of theirs may be missing.`],
  };
}

function refuseWhatIsNoList(page: Page, { list, rows, rowsWithoutId }: FilingRows): void {
  if (list === 'none') throw noList(page.text, page.url, 'The page holds no list of current filings.');
  if (list === 'cut')
    throw noList(page.text, page.url, 'The page ends in the middle of its list of filings.');
  if (rows.length > 0) return;
  if (rowsWithoutId > 0)
    throw noList(page.text, page.url, 'The list has rows of filings, but none with an accession number.');
  if (placeOf(page.url).start === 0)
    throw noList(page.text, page.url, 'The list of current filings has no rows.');
}

/** The following rows; past the end of its list (two days) EDGAR answers 503. */
function nextPage(url: string, { rows, rowsWithoutId, hasNext }: FilingRows): string | null {
  const { start, count } = placeOf(url);
  const full = rows.length + rowsWithoutId >= count;
  if (rows.length === 0 || !(full || hasNext === true)) return null;
  return withParameter(url, 'start', String(start + count));
}

function placeOf(url: string): { start: number; count: number } {
  const parameters = URL.parse(url)?.searchParams;
  const number = (name: string, otherwise: number): number => {
    const value = parameters?.get(name) ?? '';
    return /^\d{1,6}$/.test(value) ? Number(value) : otherwise;
  };
  return { start: number('start', 0), count: number('count', 40) };
}
