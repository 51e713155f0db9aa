import { readMonitors, webMonitor } from '../../lib/webMonitor';
import type { CheckOutcome, CheckResult, DeliveredEntry } from '../../lib/webMonitor';
import { filingRows, secFilings } from '../replay/secFilings.mjs';
import { secList } from '../replay/secPages.mjs';
import { serveHttp, type Loopback } from './loopback';
import { stateFolder } from './stateFolder';

export interface Filing {
  readonly accession: string;
  readonly formType: string;
  readonly acceptedMs: number;
  readonly owners: readonly unknown[];
}

/** What a day of filings is like: see secFilings and secList. */
export interface FilingDay {
  readonly seed: string;
  readonly opened: string;
  readonly perHour: readonly number[];
  readonly others?: number;
  readonly lateSeconds?: number;
  readonly holds?: number;
}

/**
 * The list of current filings over real HTTP, in a time of its own: `now` moves by `secondsPerRequest` with each
 * request, so that the list shifts while it is paged. Checks run through the library's front door.
 */
export async function filingSite(day: FilingDay, secondsPerRequest: number) {
  let now = Date.parse(day.opened);
  const asked: { readonly start: number; readonly status: number }[] = [];
  const server: Loopback = await serveHttp((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [start, count] = ['start', 'count'].map((name) => Number(searchParams.get(name) ?? 0));
    now += secondsPerRequest * 1000;
    const { status, body } = secList({ ...day, start: start ?? 0, count: count ?? 40, now });
    asked.push({ start: start ?? 0, status });
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  const url = `${server.url}/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include&count=40`;
  const folder = stateFolder();
  const monitors = readMonitors({ filings: { url, parser: 'sec_form4' } });
  return {
    url,
    asked,
    now: () => now,
    /** Never back: requests may have moved it on already. */
    waitUntil: (ms: number) => {
      now = Math.max(now, ms);
    },
    filings: (): readonly Filing[] => secFilings({ ...day, start: day.opened, now }),
    rows: (): number => filingRows(secFilings({ ...day, start: day.opened, now })).length,
    check: (): Promise<readonly CheckOutcome[]> =>
      webMonitor.check({
        scope: 'workflow',
        database: folder.settings,
        monitors,
        monitorId: null,
        preview: false,
        delivery: 'onRead',
        executionId: null,
        fetch: { allowPrivateNetwork: true },
      }),
    close: async () => {
      await server.close();
      folder.remove();
    },
  };
}

/** The insiders' trades among filings, in the order of acceptance. */
export function form4Of(filings: readonly Filing[]): readonly Filing[] {
  return filings.filter(({ formType }) => formType === '4' || formType === '4/A').toReversed();
}

/** The result of a check that must have succeeded. */
export function resultOf(outcomes: readonly CheckOutcome[]): CheckResult {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('no outcome');
  if (!outcome.ok) throw outcome.error;
  return outcome.result;
}

export function accessions(entries: readonly DeliveredEntry[]): readonly string[] {
  return entries.map(({ id }) => id).sort();
}
