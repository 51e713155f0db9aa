import { closeRuntime } from '../../../lib/runtime';
import { secForm4 } from '../../../lib/monitor/parsers/secForm4';
import type { DeliveredEntry } from '../../../lib/webMonitor';
import { accessions, filingSite, form4Of, resultOf, type FilingDay } from '../../helpers/filingSite';
import { monitorWith, pageOf } from '../../helpers/listPage';

const HOUR = 3_600_000;

/** From 05:00 to 22:00 in New York, in winter: a quiet morning, and 330 insiders' trades from 16:00 to 17:00. */
const DAY: FilingDay = {
  seed: '30',
  opened: '2025-12-11T10:00:00Z',
  perHour: [10, 15, 20, 25, 40, 60, 70, 70, 80, 90, 110, 710, 250, 120, 60, 40, 20],
  others: 0.54,
};

type Site = Awaited<ReturnType<typeof filingSite>>;
let site: Site;
async function open(day: FilingDay, secondsPerRequest = 5): Promise<void> {
  site = await filingSite(day, secondsPerRequest);
  jest.spyOn(Date, 'now').mockImplementation(() => site.now());
}
afterEach(async () => {
  jest.restoreAllMocks();
  await closeRuntime();
  await site.close();
});

/** One check an hour, the first an hour after the opening, until the list has been at rest for an hour. */
async function pollHourly(hours: number): Promise<readonly DeliveredEntry[]> {
  const entries: DeliveredEntry[] = [];
  const opened = Date.parse(DAY.opened);
  for (let hour = 1; hour <= hours; hour += 1) {
    site.waitUntil(opened + hour * HOUR);
    const result = resultOf(await site.check());
    expect(result.gap).toBeNull();
    entries.push(...result.data.newEntries);
  }
  return entries;
}

describe('a filing day, polled every 60 minutes with default settings', () => {
  it('reports every Form 4 once, with all its owners, although the list shifts while it is paged', async () => {
    await open(DAY);
    const entries = await pollHourly(18);
    const filed = form4Of(site.filings());
    const peak = filed.filter(({ acceptedMs }) => isInPeak(acceptedMs));
    expect(peak.length).toBeGreaterThanOrEqual(328);
    expect(Math.max(...filed.map(({ owners }) => owners.length))).toBe(9);
    expect(filed.length).toBeLessThan(site.filings().length);
    expect(accessions(entries)).toEqual(filed.map(({ accession }) => accession).sort());
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    expect(filed.map(({ accession }) => shown(byId.get(accession)))).toEqual(
      filed.map(({ owners, acceptedMs }) => ({
        owners,
        partial: false,
        publishedAt: new Date(acceptedMs).toISOString(),
      })),
    );
    expect(Math.max(...site.asked.map(({ start }) => start))).toBeGreaterThanOrEqual(1000);
  }, 120_000);

  it('also reports those that the list shows up to a minute late, below newer ones', async () => {
    await open({ ...DAY, lateSeconds: 60 });
    const entries = await pollHourly(18);
    expect(accessions(entries)).toEqual(
      form4Of(site.filings())
        .map(({ accession }) => accession)
        .sort(),
    );
  }, 120_000);

  it('needs that: a page of 40 read alone every 60 minutes catches a third of them at most', async () => {
    await open(DAY, 0);
    const caught = new Set<string>();
    for (let hour = 1; hour <= 18; hour += 1) {
      site.waitUntil(Date.parse(DAY.opened) + hour * HOUR);
      const text = await (await fetch(site.url)).text();
      const page = pageOf(text, { url: site.url, fetchedAtMs: site.now() });
      const { entries } = secForm4.parse(page, monitorWith({ parser: 'sec_form4', url: site.url }));
      for (const { id } of entries) caught.add(id);
    }
    const share = caught.size / form4Of(site.filings()).length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(1 / 3);
  }, 120_000);
});

describe('the end of the list of filings', () => {
  /** A list of full pages alone: only its answer past the end says that it ends. */
  const short: FilingDay = { ...DAY, perHour: [30, 0, 0, 600], holds: 300 };
  const opened = Date.parse(DAY.opened);

  it('is the 503 past it, and a list without anything known says that entries may be missing', async () => {
    await open(short);
    site.waitUntil(opened + HOUR);
    const first = resultOf(await site.check()).newCount;
    site.waitUntil(opened + 4 * HOUR);
    site.asked.splice(0);
    const result = resultOf(await site.check());
    expect(first).toBeGreaterThan(0);
    expect(result.gap).toMatchObject({ suspected: true, reason: 'endOfList', pagesRead: 3 });
    expect(new Set(site.asked.filter(({ status }) => status === 503).map(({ start }) => start))).toEqual(
      new Set([300]),
    );
    expect(result.newCount).toBeGreaterThan(50);
  }, 120_000);

  it('is a failure where the first page says it: nothing is known of the list', async () => {
    await open({ ...DAY, perHour: [30], holds: 0 });
    const [outcome] = await site.check();
    expect(outcome).toMatchObject({ ok: false });
  }, 120_000);
});

describe('more filings than 20 pages hold', () => {
  const burst: FilingDay = { ...DAY, perHour: [20, 1800, 20], others: 0 };
  const opened = Date.parse(DAY.opened);

  it('are a gap that says so, with all that was read reported', async () => {
    await open(burst, 1);
    site.waitUntil(opened + HOUR);
    await site.check();
    site.waitUntil(opened + 2 * HOUR);
    expect(site.rows()).toBeGreaterThan(2000);
    const result = resultOf(await site.check());
    expect(result.gap).toMatchObject({ suspected: true, reason: 'maxPages', pagesRead: 20 });
    expect(result.warnings?.join(' ')).toContain('pages read: 20');
    // 2,000 rows, two to ten of them to a filing
    expect(result.newCount).toBeGreaterThan(700);
    site.waitUntil(opened + 3 * HOUR);
    const next = resultOf(await site.check());
    expect(next.gap).toBeNull();
    expect(next.newCount).toBeGreaterThan(0);
  }, 120_000);
});

function isInPeak(acceptedMs: number): boolean {
  const since = acceptedMs - Date.parse(DAY.opened);
  return since > 11 * HOUR && since <= 12 * HOUR;
}

function shown(entry: DeliveredEntry | undefined) {
  return {
    owners: entry?.fields['reportingOwners'],
    partial: entry?.fields['partial'],
    publishedAt: entry?.publishedAt,
  };
}
