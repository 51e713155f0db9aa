import { KEY, realSite, type RealSite } from '../../helpers/realSite';
import { idsOf, own, range } from '../../helpers/watched';

/** A machine whose clock is wrong by a year for a while, forward and back. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

let site: RealSite;
let ids: string[];
const hourly = { idPattern: '/item/(\\d+)', checkIntervalMinutes: 60 };
beforeEach(async () => {
  site = await realSite();
  ids = [...range(101, 105)];
  site.answer = () => ({
    body: `<table>${[...ids]
      .reverse()
      .map((id) => `<tr><td><a href="/item/${id}">Title ${id}</a></td></tr>`)
      .join('')}</table>`,
  });
  await site.check(hourly);
});
afterEach(() => site.close());

const status = async () => (await site.store.monitors(null, null))[0];
const unconfirmed = (executionId: string, given = {}) =>
  site.check(hourly, { delivery: 'acknowledge', executionId, ...given });

it.each([
  ['forward', YEAR],
  ['back', -YEAR],
])('%s and right again: each entry once, no flood, no check held up', async (_, jump) => {
  const delivered: string[] = [];
  for (const step of [HOUR, jump, HOUR, -jump, HOUR]) {
    site.now += step;
    ids.push(String(101 + ids.length));
    const results = await site.check(hourly);
    expect(own(results)).toMatchObject({ skipped: false, firstCheck: false, gap: null, newCount: 1 });
    delivered.push(...idsOf(results));
  }
  expect(delivered).toEqual(range(106, 110));
  expect(await status()).toMatchObject({ state: { knownIds: 10, failureStreak: 0, lastResult: 'ok' } });
});

it.each([
  ['forward', YEAR],
  ['back', -YEAR],
])('%s: the interval holds again from the next check on', async (_, jump) => {
  site.now += jump;
  await site.check(hourly);
  site.now += HOUR / 2;
  expect(own(await site.check(hourly)).skipped).toBe(true);
  site.now += HOUR / 2;
  expect(own(await site.check(hourly)).skipped).toBe(false);
  const { state } = (await status()) ?? {};
  expect(state?.lastSuccessAt).toBe(new Date(site.now).toISOString());
});

it.each([
  ['forward', YEAR],
  ['back', -YEAR],
])('%s: a lease ends at the latest then, and holds again afterwards', async (_, jump) => {
  ids.push('106');
  site.now += HOUR;
  const lease = { leaseSeconds: 600, skipInterval: true };
  const first = own(await unconfirmed('a', lease));
  site.now += jump;
  const [again] = await unconfirmed('b', lease);
  expect(again).toMatchObject({ batchId: first.batchId, redelivered: true });
  site.now += MINUTE;
  expect(idsOf(await unconfirmed('c', lease))).toEqual([]);
  site.now += 10 * MINUTE;
  expect(idsOf(await unconfirmed('d', lease))).toEqual(['106']);
  await site.store.acknowledge({ executionId: 'd' }, '');
  expect(idsOf(await unconfirmed('e', lease))).toEqual([]);
});

it.each([
  ['forward', YEAR],
  ['back', -YEAR],
])(
  '%s: a batch whose offers have become rare is offered, and its pauses go on from there',
  async (_, jump) => {
    ids.push('106');
    site.now += HOUR;
    for (let times = 0; times < 8; times += 1) {
      await unconfirmed(`early-${times}`, { skipInterval: true });
      site.now += 6 * HOUR + MINUTE;
    }
    site.now += jump;
    expect(idsOf(await unconfirmed('jumped', { skipInterval: true }))).toEqual(['106']);
    site.now += HOUR;
    expect(idsOf(await unconfirmed('too early', { skipInterval: true }))).toEqual([]);
    site.now += 5 * HOUR + MINUTE;
    expect(idsOf(await unconfirmed('due', { skipInterval: true }))).toEqual(['106']);
  },
);

it.each([
  ['forward', YEAR],
  ['back', -YEAR],
])('%s: pruning takes nothing of the page and nothing pending, so nothing is told again', async (_, jump) => {
  for (const step of [HOUR, jump, HOUR, -jump, HOUR]) {
    site.now += step;
    ids = [...ids.slice(1), String(Number(ids.at(-1)) + 1)];
    const results = await unconfirmed(`run-${site.now}`);
    expect(idsOf([own(results)])).toEqual([ids.at(-1)]);
    await site.store.prune(KEY, { ids: 5, batches: 1 }, ids);
  }
  expect(await status()).toMatchObject({ pendingEntries: 5 });
  const { known } = await site.store.look(KEY, range(106, 110));
  expect(known.size).toBe(5);
  expect(idsOf([own(await unconfirmed('last', { skipInterval: true }))])).toEqual([]);
});

it('back: a gap that was found in the future leaves the status a day later all the same', async () => {
  site.now += YEAR;
  ids = [...range(901, 905)];
  expect(own(await site.check(hourly)).gap).toMatchObject({ suspected: true });
  site.now -= YEAR;
  await site.check(hourly);
  expect((await status())?.state.gap).not.toBeNull();
  for (let hours = 0; hours < 25; hours += 5) {
    site.now += 5 * HOUR;
    await site.check(hourly);
  }
  expect((await status())?.state.gap).toBeNull();
});
