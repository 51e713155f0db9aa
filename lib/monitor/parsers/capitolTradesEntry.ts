import type { SourceTime } from '../../instant';
import { numericIdOf, type Entry } from '../entry';
import type { TradeData } from './capitolTradesData';
import type { TradeRow } from './capitolTradesTable';
import { clockOfText, dayOfText, instantOfRelative, priceOfText, sizeOfText } from './capitolTradesTerms';
import { absoluteUrl } from './listUrl';

/** Both readings of one trade; at least one is there. */
export interface TradeSources {
  readonly id: string;
  /** As the page's data tells it. */
  readonly data: TradeData | null;
  /** As its table shows it. */
  readonly shown: TradeData | null;
  readonly href: string | null;
}

/** The embedded data is believed first; the table fills what it leaves open. */
export function tradeEntry({ id, data, shown, href }: TradeSources, pageUrl: string): Entry {
  const pick = <Key extends keyof TradeData>(name: Key): TradeData[Key] | null =>
    data?.[name] ?? shown?.[name] ?? null;
  const publishedAt = pick('publishedAt');
  const tradedAt = pick('tradedAt');
  const detailUrl = absoluteUrl(href ?? `/trades/${id}`, pageUrl);
  const size = shown?.size ?? data?.size ?? null;
  const byTheClock = (data?.publishedAt ?? null) === null && clockOfText(shown?.publishedText ?? '') !== null;
  return {
    id,
    numericId: numericIdOf(id),
    detailUrl,
    publishedAt,
    ...(publishedAt !== null && byTheClock ? { publishedPrecision: 'minute' as const } : {}),
    publishedText: shown?.publishedText ?? data?.publishedText ?? null,
    tradedAt,
    fields: {
      tradeId: id,
      politician: pick('politician'),
      party: pick('party'),
      chamber: pick('chamber'),
      state: pick('state'),
      issuer: pick('issuer'),
      ticker: pick('ticker'),
      published: publishedAt,
      traded: tradedAt,
      filedAfterDays: pick('filedAfterDays'),
      owner: pick('owner'),
      tradeType: pick('tradeType'),
      size: size?.text ?? null,
      sizeMin: size?.min ?? null,
      sizeMax: size?.max ?? null,
      price: pick('price'),
      detailUrl,
    },
  };
}

/** One sentence for every field in which table and data of one trade disagree. */
export function mismatches({ id, data, shown }: TradeSources): readonly string[] {
  if (data === null || shown === null) return [];
  const found: string[] = [];
  const report = (name: string, told: unknown, seen: unknown): void => {
    found.push(
      `Trade ${id}: ${name} is "${String(told)}" in the page's data, but "${String(seen)}" in its table; the data was used.`,
    );
  };
  for (const name of COMPARED) {
    const [told, seen] = [data[name], shown[name]];
    if (told !== null && seen !== null && told !== seen) report(name, told, seen);
  }
  if (data.price !== null && shown.price !== null && Math.abs(data.price - shown.price) > HALF_A_CENT)
    report('price', data.price, shown.price);
  if (data.size !== null && shown.size !== null && data.size.text !== shown.size.text)
    report('size', data.size.text, shown.size.text);
  if (!samePublished(data.publishedAt, shown.publishedText))
    report('published', data.publishedAt, shown.publishedText);
  return found;
}

/** The table rounds prices to cents. */
const HALF_A_CENT = 0.00501;

const COMPARED = [
  'politician',
  'party',
  'chamber',
  'state',
  'issuer',
  'ticker',
  'tradedAt',
  'filedAfterDays',
  'owner',
  'tradeType',
] as const satisfies readonly (keyof TradeData)[];

/** The table shows the minute for today and yesterday, else the day, in UTC. */
function samePublished(told: SourceTime | null, words: string | null): boolean {
  if (told === null || words === null) return true;
  const clock = clockOfText(words);
  if (clock !== null) return !told.includes('T') || told.slice(11, 16) === clock;
  const day = dayOfText(words);
  return day === null || told.slice(0, 10) === day;
}

/** A row's words as values; `sentAtMs`: when the page was sent, for "Today" and "Yesterday". */
export function tradeOfRow({ id, marks, cells }: TradeRow, sentAtMs: number | null): TradeData {
  const publishedText = known(cells.published);
  const days = /\d{1,6}/.exec(cells['filed after'] ?? '')?.[0];
  return {
    id,
    politician: known(marks.politician),
    party: known(marks.party),
    chamber: known(marks.chamber),
    state: known(marks.state),
    issuer: known(marks.issuer),
    ticker: known(marks.ticker)?.split(':')[0] ?? null,
    publishedAt:
      publishedText === null
        ? null
        : (dayOfText(publishedText) ?? instantOfRelative(publishedText, sentAtMs)),
    publishedText,
    tradedAt: dayOfText(cells.traded ?? ''),
    filedAfterDays: days === undefined ? null : Number(days),
    owner: known(cells.owner),
    tradeType: known(cells.type)?.toLowerCase() ?? null,
    size: sizeOfText(known(cells.size)),
    price: priceOfText(cells.price ?? ''),
  };
}

/** The page writes N/A for what it does not know. */
function known(words: string | undefined): string | null {
  return words === undefined || words === '' || /^n\/a$/i.test(words) ? null : words;
}
