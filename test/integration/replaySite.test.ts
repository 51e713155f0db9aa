import { openSite } from '../replay/site.mjs';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((site) => site.close()));
});
async function open(given: Parameters<typeof openSite>[0]) {
  const site = await openSite(given);
  opened.push(site);
  return site;
}

describe('the site that npm start serves', () => {
  const visit = async (url: string) => (await fetch(`${url}?pageSize=96`)).text();

  it('has more trades after a look at it, and then rests, so that the next look finds nothing new', async () => {
    let now = 0;
    const site = await open({ seed: 'rest', growsBetweenVisits: true, clock: () => now });
    const shown = () =>
      site
        .shown(96)
        .map(({ id }) => id)
        .sort()
        .join();
    const before = shown();
    await visit(site.url);
    const after = shown();
    expect(after).not.toBe(before);
    now += 4 * 60_000;
    await visit(site.url);
    expect(shown()).toBe(after);
    now += 60_000;
    await visit(site.url);
    expect(shown()).not.toBe(after);
    expect(site.visits()).toBe(3);
  });

  it('is another one with another seed, and opened again as it was with its state', async () => {
    const first = await open({ seed: 'one', start: '2026-05-13T12:00:00Z' });
    const other = await open({ seed: 'two', start: '2026-05-13T12:00:00Z' });
    first.grow(2);
    const ids = first.shown(96).map(({ id }) => id);
    expect(other.shown(96).map(({ id }) => id)).not.toEqual(ids);
    const again = await open(first.state());
    expect(again.shown(96).map(({ id }) => id)).toEqual(ids);
  });
});
