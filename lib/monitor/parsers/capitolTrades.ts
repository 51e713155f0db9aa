import { isLaterThan, newestOf } from '../../instant';
import type { Entry } from '../entry';
import { noList } from './blockPage';
import { readEmbedded, type EmbeddedData, type TradeData } from './capitolTradesData';
import { mismatches, tradeEntry, tradeOfRow, type TradeSources } from './capitolTradesEntry';
import { readTradePage, type TradePage } from './capitolTradesTable';
import { sentAt } from './capitolTradesTerms';
import { withParameter } from './listUrl';
import type { Page, ParsedPage, Parser } from './parser';
import { someOf } from './warnings';

/** The largest page that the site serves. */
const PAGE_SIZE = '96';

/**
 * Capitol Trades' list of trades. The data embedded in the page gives exact times in UTC and is believed first; the
 * table checks it (a difference is a warning) and stands in for what the data leaves open. Nothing is left out: a
 * trade that only one of them names is delivered all the same.
 */
export const capitolTrades: Parser = {
  name: 'capitol_trades',
  version: 1,
  parse,
  /** House ids (20003...) and Senate ids (10000...) ascend apart from each other. */
  seriesOf(id) {
    if (/^2\d{10}$/.test(id)) return 'house';
    if (/^1\d{10}$/.test(id)) return 'senate';
    return `other:${id.length}:${id.slice(0, 1)}`;
  },
  firstPage: (monitor) => withParameter(monitor.url, 'pageSize', PAGE_SIZE),
};

function parse(page: Page): ParsedPage {
  const shown = readTradePage(page.text);
  const embedded = readEmbedded(shown.pushed);
  const data = listOf(embedded, shown);
  refuseWhatIsNoList(page, shown, embedded, data);
  const { trades, duplicates } = bothSources(shown, data, sentAt(page.headers));
  const entries = trades.map((trade) => tradeEntry(trade, page.url));
  const dataAsOf = newestOf(
    entries
      .map(({ publishedAt }) => publishedAt)
      .filter((time) => time !== null && !isLaterThan(time, page.fetchedAtMs)),
  );
  return {
    entries,
    total: embedded.total,
    nextPage: nextPage(page.url, embedded.totalPages ?? shown.pageOf?.pages ?? null, entries),
    dataAsOf,
    dataAsOfFrom: dataAsOf === null ? null : 'entry:publishedAt',
    ...precisionOfNewest(entries, dataAsOf),
    rowsWithoutId: shown.rowsWithoutId + data.filter(({ id }) => id === null).length,
    duplicatesOnPage: duplicates,
    warnings: [...sourceWarnings(shown, embedded, data), ...someOf(trades.flatMap(mismatches), 10)],
  };
}

/** The table shows whole minutes: said where no entry of that time knows it better. */
function precisionOfNewest(
  entries: readonly Entry[],
  newest: string | null,
): Pick<ParsedPage, 'dataAsOfPrecision'> {
  const ofThatTime = entries.filter(({ publishedAt }) => newest !== null && publishedAt === newest);
  return ofThatTime.length > 0 && ofThatTime.every((entry) => entry.publishedPrecision === 'minute')
    ? { dataAsOfPrecision: 'minute' }
    : {};
}

/** Of several lists on a page the one that shares most ids with the table; without a table the longest. */
function listOf({ lists }: EmbeddedData, { rows }: TradePage): readonly TradeData[] {
  const ids = new Set(rows.map(({ id }) => id));
  const shared = (list: readonly TradeData[]): number => list.filter(({ id }) => ids.has(id)).length;
  return lists.reduce<readonly TradeData[]>((best, list) => {
    const lead = shared(list) - shared(best);
    return lead > 0 || (lead === 0 && list.length > best.length) ? list : best;
  }, []);
}

function refuseWhatIsNoList(
  page: Page,
  shown: TradePage,
  embedded: EmbeddedData,
  data: readonly TradeData[],
): void {
  if (data.some(({ id }) => id !== null)) return;
  if (shown.table === 'cut')
    throw noList(page.text, page.url, 'The page ends in the middle of its table of trades.');
  if (shown.rows.length > 0) return;
  if (embedded.broken > 0)
    throw noList(page.text, page.url, "The page's embedded data could not be read, and it shows no trades.");
  if (shown.rowsWithoutId + data.length > 0)
    throw noList(page.text, page.url, 'The page has rows of trades, but none with an id.');
  const emptyTable = shown.table === 'whole';
  const emptyData = embedded.emptyList && embedded.total === 0;
  if (!emptyTable && !emptyData)
    throw noList(
      page.text,
      page.url,
      'The page holds no list of trades, only its frame ("Loading ...") or something else.',
    );
}

/** Page order: the table's where there is one, then what only the data names. Each id once. */
function bothSources(
  shown: TradePage,
  data: readonly TradeData[],
  sentAtMs: number | null,
): { trades: readonly TradeSources[]; duplicates: number } {
  const told = new Map<string, TradeData>();
  const trades = new Map<string, TradeSources>();
  let dataDoubles = 0;
  let rowDoubles = 0;
  for (const item of data) {
    if (item.id === null) continue;
    if (told.has(item.id)) dataDoubles += 1;
    else told.set(item.id, item);
  }
  for (const row of shown.rows) {
    if (row.id === null) continue;
    if (trades.has(row.id)) rowDoubles += 1;
    else
      trades.set(row.id, {
        id: row.id,
        data: told.get(row.id) ?? null,
        shown: tradeOfRow(row, sentAtMs),
        href: row.href,
      });
  }
  for (const [id, item] of told)
    if (!trades.has(id)) trades.set(id, { id, data: item, shown: null, href: null });
  return { trades: [...trades.values()], duplicates: Math.max(dataDoubles, rowDoubles) };
}

function sourceWarnings(
  shown: TradePage,
  embedded: EmbeddedData,
  data: readonly TradeData[],
): readonly string[] {
  const told = new Set(data.flatMap(({ id }) => id ?? []));
  const seen = new Set(shown.rows.flatMap(({ id }) => id ?? []));
  if (told.size === 0 && shown.rows.length > 0)
    return [
      embedded.broken > 0
        ? "The page's embedded data could not be read; times come from its table, to the minute or the day."
        : 'The page carried no embedded data; times come from its table, to the minute or the day.',
    ];
  if (shown.table === 'none')
    return ['The page carried no table; its embedded data was used without a cross-check.'];
  if (shown.table === 'cut')
    return ['The page ends in the middle of its table; its embedded data was used, which was complete.'];
  const onlyShown = [...seen]
    .filter((id) => !told.has(id))
    .map((id) => `Trade ${id} stands in the table, but not in the page's data.`);
  const onlyTold = [...told]
    .filter((id) => !seen.has(id))
    .map((id) => `Trade ${id} stands in the page's data, but not in its table.`);
  return someOf([...onlyShown, ...onlyTold], 5);
}

/** The site's own links to the next page drop the query, so the address is made from ours. */
function nextPage(url: string, pages: number | null, entries: readonly Entry[]): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || pages === null || entries.length === 0) return null;
  const given = parsed.searchParams.get('page');
  const current = given !== null && /^[1-9]\d{0,6}$/.test(given) ? Number(given) : 1;
  return current < pages ? withParameter(url, 'page', String(current + 1)) : null;
}
