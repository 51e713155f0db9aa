import { statusOf } from '../../../lib/monitor/status';
import { form4Of, filingSite, resultOf } from '../../helpers/filingSite';
import { realSite, type RealSite } from '../../helpers/realSite';
import { idsOf, own } from '../../helpers/watched';
import { closeRuntime } from '../../../lib/runtime';

/** The nights and days around the changes of the clocks, in both directions, on both continents. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHANGES = [
  ['New York, spring', '2026-03-08T07:00:00Z'],
  ['Berlin, spring', '2026-03-29T01:00:00Z'],
  ['Berlin, autumn', '2026-10-25T01:00:00Z'],
  ['New York, autumn', '2026-11-01T06:00:00Z'],
] as const;

describe.each(CHANGES)('%s', (_, change) => {
  let site: RealSite;
  let items: { readonly id: string; readonly date: string }[];
  const hourly = { parser: 'feed', checkIntervalMinutes: 60 };
  beforeEach(async () => {
    site = await realSite();
    items = [{ id: 'first', date: 'Wed, 07 Jan 2026 12:00:00 GMT' }];
    site.answer = () => ({
      headers: { 'content-type': 'application/rss+xml' },
      body: `<rss version="2.0"><channel><title>t</title>${items
        .toReversed()
        .map(
          ({ id, date }) =>
            `<item><guid>${id}</guid><title>News ${id}</title><pubDate>${date}</pubDate></item>`,
        )
        .join('')}</channel></rss>`,
    });
    site.now = Date.parse(change) - 4 * HOUR;
    await site.check(hourly);
  });
  afterEach(() => site.close());

  it('an hourly check is due every hour, and an early one waits, before, during and after', async () => {
    for (let hour = 1; hour <= 8; hour += 1) {
      site.now += HOUR / 2;
      expect(own(await site.check(hourly)).skipped).toBe(true);
      site.now += HOUR / 2;
      items.push({ id: `hour-${hour}`, date: new Date(site.now).toUTCString() });
      const results = await site.check(hourly);
      expect([idsOf(results), own(results).skipped]).toEqual([[`hour-${hour}`], false]);
      const [row] = await site.store.monitors(null, null);
      if (row === undefined) throw new Error('no monitor');
      expect(statusOf(row, site.now, null)).toMatchObject({
        nextDueAt: new Date(site.now + HOUR).toISOString(),
        stale: false,
      });
    }
  });

  it('times keep their instants, and one without a zone stays as it is written', async () => {
    const at = Date.parse(change);
    site.now = at + 2 * HOUR;
    const written = (millis: number, zone: string, minutes: number) =>
      `${new Date(millis + minutes * MINUTE).toUTCString().replace(' GMT', '')} ${zone}`;
    items.push(
      { id: 'before', date: written(at - MINUTE, '-0500', -300) },
      { id: 'after', date: written(at + MINUTE, '+0200', 120) },
      { id: 'local', date: written(at, '', 120).trim() },
    );
    const { newEntries } = own(await site.check({ ...hourly, checkIntervalMinutes: 0 })).data;
    const times = Object.fromEntries(newEntries.map(({ id, publishedAt }) => [id, publishedAt]));
    const instant = (millis: number) => new Date(millis).toISOString();
    expect(Date.parse(times['before'] ?? '')).toBe(at - MINUTE);
    expect(Date.parse(times['after'] ?? '')).toBe(at + MINUTE);
    expect(times['local']).toBe(instant(at + 2 * HOUR).slice(0, 19));
  });
});

describe.each([
  ['the Friday before the spring change', '2026-03-06T21:00:00Z'],
  ['the Monday after it', '2026-03-09T20:00:00Z'],
  ['the Friday before the autumn change', '2026-10-30T20:00:00Z'],
  ['the Monday after it', '2026-11-02T21:00:00Z'],
])('filings of %s', (_, opened) => {
  it('have the instant of their acceptance, read from wall times of Washington', async () => {
    const site = await filingSite({ seed: 'clock change', opened, perHour: [12, 12] }, 0);
    site.waitUntil(Date.parse(opened) + HOUR);
    const { newEntries } = resultOf(await site.check()).data;
    const expected = form4Of(site.filings()).map(({ accession, acceptedMs }) => [accession, acceptedMs]);
    const accepted = new Map(newEntries.map(({ id, publishedAt }) => [id, Date.parse(publishedAt ?? '')]));
    expect(accepted.size).toBeGreaterThan(3);
    const truth = new Map(expected as [string, number][]);
    for (const [id, millis] of accepted) expect([id, millis]).toEqual([id, truth.get(id)]);
    await closeRuntime();
    await site.close();
  });
});
