import { isRecord, type UnknownRecord } from '../../check';
import { instantFromMillis, precisionOf, type SourceTime } from '../../instant';
import { LIMITS } from '../../limits';
import { capitalised, OWNERS, sizeOfValue, sizeOfText, type Size } from './capitolTradesTerms';
import { flightRows } from './flight';
import { cellText } from './cellText';

/** One trade as the page's embedded data tells it; null where it says nothing. */
export interface TradeData {
  readonly id: string | null;
  readonly politician: string | null;
  readonly party: string | null;
  readonly chamber: string | null;
  readonly state: string | null;
  readonly issuer: string | null;
  readonly ticker: string | null;
  readonly publishedAt: SourceTime | null;
  readonly publishedText: string | null;
  readonly tradedAt: SourceTime | null;
  readonly filedAfterDays: number | null;
  readonly owner: string | null;
  readonly tradeType: string | null;
  readonly size: Size | null;
  readonly price: number | null;
}

export interface EmbeddedData {
  /** Lists of trades on the page, in page order. */
  readonly lists: readonly (readonly TradeData[])[];
  /** The table's own list is there and empty. */
  readonly emptyList: boolean;
  readonly total: number | null;
  readonly totalPages: number | null;
  /** Rows that should hold trades and could not be read: the page was cut or its format changed. */
  readonly broken: number;
}

/** Reads the joined text of all pushed scripts. */
export function readEmbedded(text: string): EmbeddedData {
  const found: { lists: TradeData[][]; emptyList: boolean; total: number | null; totalPages: number | null } =
    {
      lists: [],
      emptyList: false,
      total: null,
      totalPages: null,
    };
  const trades = flightRows(text, '"_txId"');
  const counts = text.includes('"totalCount"') ? flightRows(text, '"totalCount"') : { values: [], broken: 0 };
  for (const value of trades.values)
    eachNode(value, (node) => {
      if (!Array.isArray(node)) return;
      const items = node.filter((item): item is UnknownRecord => isRecord(item) && '_txId' in item);
      if (items.length > 0) found.lists.push(items.map(readTrade));
    });
  for (const value of counts.values)
    eachNode(value, (node) => {
      if (!isRecord(node)) return;
      found.total ??= countOf(node['totalCount']);
      found.totalPages ??= countOf(node['totalPages']);
      if ('columns' in node && Array.isArray(node['data']) && node['data'].length === 0)
        found.emptyList = true;
    });
  return { ...found, broken: trades.broken + (trades.values.length === 0 ? counts.broken : 0) };
}

/** Every node of a JSON value, without recursion; what lies deeper than any page of ours is not looked at. */
function eachNode(root: unknown, visit: (node: unknown) => void): void {
  const waiting: { node: unknown; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (typeof node !== 'object' || node === null) continue;
    visit(node);
    if (depth >= LIMITS.treeDepth) continue;
    const children: unknown[] = Object.values(node);
    for (let k = children.length - 1; k >= 0; k--) waiting.push({ node: children[k], depth: depth + 1 });
  }
}

function readTrade(item: UnknownRecord): TradeData {
  const person = isRecord(item['politician']) ? item['politician'] : {};
  const issuer = isRecord(item['issuer']) ? item['issuer'] : {};
  const given = text(person['nickname']) ?? text(person['firstName']);
  const family = text(person['lastName']);
  const owner = text(item['owner']);
  const pubDate = text(item['pubDate']);
  return {
    id: idOf(item['_txId']),
    politician: given === null || family === null ? null : `${given} ${family}`,
    party: capitalised(text(person['party'])),
    chamber: capitalised(text(item['chamber']) ?? text(person['chamber'])),
    state: text(person['_stateId'])?.toUpperCase() ?? null,
    issuer: text(issuer['issuerName']),
    ticker: text(issuer['issuerTicker'])?.split(':')[0] ?? null,
    publishedAt: timeOf(pubDate),
    publishedText: pubDate,
    tradedAt: dateOf(text(item['txDate'])),
    filedAfterDays: countOf(item['reportingGap']),
    owner: owner === null ? null : (OWNERS[owner] ?? capitalised(owner)),
    tradeType: text(item['txType']),
    size: sizeOfValue(item['value']) ?? sizeOfText(text(item['size'])),
    price: typeof item['price'] === 'number' && Number.isFinite(item['price']) ? item['price'] : null,
  };
}

/** A text with something in it; React's own marks ("$undefined", references "$1f") are none. A doubled $ is one $. */
function text(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (value.startsWith('$$')) return value.slice(1);
  if (value.startsWith('$D')) return value.slice(2);
  return value.startsWith('$') ? null : cellText([value]);
}

function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,40}$/.test(value) ? value : null;
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Times carry a zone; one that does not stays local, since the data itself must say it. */
function timeOf(value: string | null): SourceTime | null {
  if (value === null) return null;
  if (/T.*(?:Z|[+-]\d\d:\d\d)$/.test(value)) return instantFromMillis(Date.parse(value));
  return precisionOf(value) === 'local' ? value : dateOf(value);
}

function dateOf(value: string | null): SourceTime | null {
  const day = value?.slice(0, 10);
  if (day === undefined || precisionOf(day) !== 'day') return null;
  const millis = Date.parse(`${day}T00:00:00Z`);
  return instantFromMillis(millis)?.slice(0, 10) === day ? day : null;
}
