import { LIMITS } from '../../../lib/limits';
import { KEY, realSite, type RealSite } from '../../helpers/realSite';
import { idsOf, own, range } from '../../helpers/watched';

/** Servers that say "not modified" although there is something new, or although nobody asked. */
let site: RealSite;
let ids: string[];
/** Whether the server says 304 to a request with these headers. */
let lies: (conditional: boolean) => boolean;
const definition = { parser: 'feed' };
beforeEach(async () => {
  site = await realSite();
  ids = [...range(101, 105)];
  lies = (conditional) => conditional;
  site.answer = (_, headers) => ({
    status: lies((headers['if-none-match'] ?? headers['if-modified-since']) !== undefined) ? 304 : 200,
    headers: {
      'content-type': 'application/rss+xml',
      etag: '"always the same"',
      'last-modified': 'Wed, 13 May 2026 07:00:00 GMT',
    },
    body: `<rss version="2.0"><channel><title>t</title>${[...ids]
      .reverse()
      .map((id) => `<item><guid>${id}</guid><title>News ${id}</title></item>`)
      .join('')}</channel></rss>`,
  });
  await site.check(definition);
});
afterEach(() => site.close());

it('is not believed for ever: what is new comes out within seven checks, once', async () => {
  const delivered: string[] = [];
  let quiet = 0;
  for (let check = 0; check < 3 * (LIMITS.notModifiedInARow + 1); check += 1) {
    ids.push(String(101 + ids.length));
    const results = await site.check(definition);
    if (own(results).notModified) quiet += 1;
    delivered.push(...idsOf(results));
  }
  expect(quiet).toBe(3 * LIMITS.notModifiedInARow);
  expect(delivered).toEqual(range(106, 105 + 3 * (LIMITS.notModifiedInARow + 1)));
});

it('keeps the facts of the last list: its entries are as old as they were', async () => {
  const before = (await site.store.look(KEY, [])).state;
  site.now += 3_600_000;
  expect(own(await site.check(definition))).toMatchObject({
    notModified: true,
    newCount: 0,
    fetchedAt: new Date(site.now).toISOString(),
    dataAsOf: before?.facts?.dataAsOf,
  });
  const after = (await site.store.look(KEY, [])).state;
  expect([after?.page, after?.knownIds, after?.validators]).toEqual([
    before?.page,
    before?.knownIds,
    before?.validators,
  ]);
});

it('to a request without conditions is an error that changes nothing, and is over when the server mends', async () => {
  lies = () => true;
  const seen = new Set<string>();
  for (let check = 0; check < 9; check += 1)
    await site.check(definition).then(
      (results) => seen.add(own(results).notModified ? 'quiet' : 'read'),
      (error: unknown) => seen.add((error as { code: string }).code),
    );
  expect([...seen].sort()).toEqual(['HTTP_STATUS', 'quiet']);
  ids.push('106');
  lies = () => false;
  expect(idsOf(await site.check(definition))).toEqual(['106']);
});

it('to the very first request is no first check', async () => {
  lies = () => true;
  const other = { ...definition, url: `${site.url}/other` };
  await expect(site.check(other, { scope: 'copy' })).rejects.toMatchObject({ code: 'HTTP_STATUS' });
  lies = () => false;
  expect(own(await site.check(other, { scope: 'copy' }))).toMatchObject({ firstCheck: true, newCount: 5 });
});

it('keeps no pending batch back', async () => {
  ids.push('106');
  lies = () => false;
  await site.check(definition, { delivery: 'acknowledge', executionId: 'a' });
  lies = (conditional) => conditional;
  const results = await site.check(definition, { delivery: 'acknowledge', executionId: 'b' });
  expect([idsOf(results), own(results).notModified]).toEqual([['106'], true]);
});
