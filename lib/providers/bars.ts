import type { Reading } from '../envelope';
import { ToolError } from '../errors';
import { compareTimes, dateInZone, instantFromMillis, precisionOf, type SourceTime } from '../instant';
import { LIMITS } from '../limits';
import { numberOf, priceNumberOf, priceOf } from './json';
import type { Bar, History, Interval, Split } from './provider';

/** A row as a source has it, its time already resolved; `t` null where it could not be. */
export interface Row {
  readonly t: SourceTime | null;
  readonly open?: unknown;
  readonly high?: unknown;
  readonly low?: unknown;
  readonly close: unknown;
  readonly adjClose?: unknown;
  readonly volume?: unknown;
  readonly complete: boolean;
}

export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '1min': 60_000,
  '5min': 300_000,
  '1h': 3_600_000,
  '1day': 86_400_000,
};

type Facts = Omit<History, 'bars' | 'gaps'> & {
  readonly from: string;
  readonly outputSize: number;
  /** Null where rows are prices of a moment, which nothing can change. */
  readonly fetchedAtMs: number | null;
};

/**
 * Rows of any source to a history: sorted oldest first, each time once, rows without a price reported as gaps and never
 * filled, cut to the newest `outputSize`. Its time is that of the last complete bar. NO_DATA when no row has a price.
 */
export function historyOf(
  rows: readonly Row[],
  { from, outputSize, fetchedAtMs, ...facts }: Facts,
): Reading<History> {
  const warnings: string[] = [];
  const known = rows.filter((row): row is Row & { t: SourceTime } => row.t !== null);
  if (known.length < rows.length)
    warnings.push(
      `${rows.length - known.length} bars were left out: their time does not exist or exists twice.`,
    );
  const sorted = withDoubtOfNewest(
    [...known].sort((a, b) => compareTimes(a.t, b.t)),
    facts.interval,
    fetchedAtMs,
  );
  const { bars: all, contradictions } = oncePerTime(sorted.flatMap((row) => barOf(row) ?? []));
  if (contradictions.length > 0)
    warnings.push(`The source sent different bars for ${contradictions.join(', ')}; the later row was used.`);
  const bars = all.slice(-outputSize);
  const [oldest] = bars;
  if (oldest === undefined)
    throw new ToolError(
      'NO_DATA',
      `There are no prices for ${facts.symbol} at the interval ${facts.interval}.`,
    );
  const priced = new Set(all.map((bar) => bar.t));
  const gaps = [...new Set(sorted.map((row) => row.t))].filter(
    (t) => !priced.has(t) && compareTimes(t, oldest.t) > 0,
  );
  warnings.push(...doubtfulJumps(bars, facts.events?.splits ?? []));
  const last = bars.findLast((bar) => bar.complete);
  if (last === undefined) warnings.push('No bar is complete yet, so the data has no time.');
  return {
    data: { ...facts, bars, gaps },
    dataAsOf: last?.t ?? null,
    dataAsOfFrom: last === undefined ? null : from,
    ...(last?.t.endsWith(':00.000Z') === true ? { dataAsOfPrecision: 'minute' as const } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/**
 * Within the day only a row after its end shows that a bar is over in the data as well: by the clock alone that of a
 * delayed exchange would be, while half of it is missing.
 */
function withDoubtOfNewest<Known extends Row & { t: SourceTime }>(
  sorted: readonly Known[],
  interval: Interval,
  fetchedAtMs: number | null,
): readonly Known[] {
  const newest = sorted.at(-1);
  if (newest === undefined || interval === '1day' || fetchedAtMs === null) return sorted;
  const known = Math.max(Date.parse(newest.t), fetchedAtMs - LIMITS.market.settledAfterMs);
  return sorted.map((row) =>
    isPeriodOver(Date.parse(row.t), interval, known) ? row : { ...row, complete: false },
  );
}

/**
 * Whether a daily bar is over: the date has passed in its zone. Without a known zone it must have passed everywhere.
 */
export function isDayOver(date: SourceTime, zone: string | null, fetchedAtMs: number): boolean {
  const today = dateInZone(fetchedAtMs, zone ?? 'Etc/GMT+12');
  return today !== null && today > date;
}

/** Whether the whole bar that starts at this instant lies before the request. */
export function isPeriodOver(startMs: number, interval: Interval, fetchedAtMs: number): boolean {
  return startMs + INTERVAL_MS[interval] <= fetchedAtMs;
}

/** The time of a bar that starts at an instant: a date in its zone for daily bars, else the instant. */
export function barTime(startMs: number, interval: Interval, zone: string | null): SourceTime | null {
  if (interval !== '1day') return instantFromMillis(startMs);
  const date = zone === null ? null : dateInZone(startMs, zone);
  return date !== null && precisionOf(date) === 'day' ? date : null;
}

function barOf(row: Row & { t: SourceTime }): Bar | null {
  const close = priceOf(row.close);
  if (close === null) return null;
  return {
    t: row.t,
    open: priceNumberOf(row.open),
    high: priceNumberOf(row.high),
    low: priceNumberOf(row.low),
    close: close.number,
    closeText: close.text,
    adjClose: priceNumberOf(row.adjClose),
    volume: numberOf(row.volume),
    complete: row.complete,
  };
}

/** Of several bars with one time the last that the source sent; those that contradict each other while complete are named. */
function oncePerTime(bars: readonly Bar[]): { bars: readonly Bar[]; contradictions: readonly string[] } {
  const byTime = new Map<string, Bar>();
  const contradictions = new Set<string>();
  for (const bar of bars) {
    const earlier = byTime.get(bar.t);
    if (earlier !== undefined && bar.complete && earlier.closeText !== bar.closeText)
      contradictions.add(bar.t);
    byTime.set(bar.t, bar);
  }
  return { bars: [...byTime.values()], contradictions: [...contradictions].slice(0, 5) };
}

/**
 * Series that mix pence and pounds jump by about 100; a split that was not worked into the prices jumps by its ratio.
 * Both are named and never repaired.
 */
function doubtfulJumps(bars: readonly Bar[], splits: readonly Split[]): string[] {
  const warnings: string[] = [];
  bars.forEach((bar, i) => {
    const before = bars[i - 1];
    if (before === undefined) return;
    const ratio = Math.abs(bar.close / before.close);
    if ((ratio > 80 && ratio < 125) || (ratio > 1 / 125 && ratio < 1 / 80))
      warnings.push(
        `The price jumps by a factor of about 100 at ${bar.t}: the source may mix two units of the currency.`,
      );
    const split = splits.find(({ t }) => before.t < t && t <= bar.t);
    const expected = split === undefined ? 1 : split.denominator / split.numerator;
    if (Math.abs(Math.log(expected)) > 0.4 && Math.abs(Math.log(ratio / expected)) < 0.2)
      warnings.push(
        `The price jumps at the split of ${bar.t}: the source may not have adjusted its earlier prices.`,
      );
  });
  return warnings.slice(0, 5);
}
