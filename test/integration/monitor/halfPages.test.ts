import { HTML, KEY, realSite, type Answer, type RealSite } from '../../helpers/realSite';
import { errorOf } from '../../helpers/loopback';
import { idsOf, own, range } from '../../helpers/watched';

/** Lists that are cut in the middle and answered with 200. */
let site: RealSite;
beforeEach(async () => {
  site = await realSite();
});
afterEach(() => site.close());

const newestFirst = (ids: readonly string[]) => [...ids].reverse();
const byLink = { idPattern: '/item/(\\d+)' };

function table(ids: readonly string[], next = ''): string {
  const rows = newestFirst(ids).map(
    (id) => `<tr><td><a href="/item/${id}">Title ${id}</a></td><td>${id} units</td></tr>`,
  );
  return `<!doctype html><html><body><table>${rows.join('\n')}</table>${next}</body></html>`;
}

function cards(ids: readonly string[]): string {
  const all = newestFirst(ids).map(
    (id) => `<div class="card"><a href="/item/${id}">Title ${id}</a><p>${id}</p></div>`,
  );
  return `<!doctype html><html><body><main>${all.join('\n')}</main></body></html>`;
}

function rss(ids: readonly string[]): string {
  const items = newestFirst(ids).map((id) => `<item><guid>${id}</guid><title>Title ${id}</title></item>`);
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${items.join('\n')}</channel></rss>`;
}

function json(ids: readonly string[]): string {
  return JSON.stringify({ items: newestFirst(ids).map((id) => ({ id, title: `Title ${id}` })) });
}

interface Kind {
  readonly make: (ids: readonly string[]) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly definition: Readonly<Record<string, unknown>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  table: { make: table, headers: HTML, definition: byLink },
  cards: { make: cards, headers: HTML, definition: { ...byLink, rowSelector: '.card' } },
  links: { make: cards, headers: HTML, definition: byLink },
  feed: { make: rss, headers: { 'content-type': 'application/rss+xml' }, definition: { parser: 'feed' } },
  json: { make: json, headers: { 'content-type': 'application/json' }, definition: { idPath: 'items[].id' } },
};

/** What must not change when a check fails: all but the count of failures. */
async function remembered(): Promise<unknown> {
  const { state } = await site.store.look(KEY, []);
  const { page, knownIds, reported, facts, validators, checks, gap, vanished } = state ?? {};
  const history = await site.store.history(KEY, { limit: 99, since: null, until: null });
  return { page, knownIds, reported, facts, validators, checks, gap, vanished, history };
}

describe.each(Object.entries(KINDS))('a half %s', (_, { make, headers, definition }) => {
  const serve = (body: string, more: Partial<Answer> = {}) => {
    site.answer = () => ({ body, headers, ...more });
  };

  it('tells whole entries or fails with the state as it was; healed, nothing is lost or told twice', async () => {
    serve(make(range(101, 108)));
    await site.check(definition);
    const whole = make(range(101, 112));
    const delivered: string[] = [];
    let failed = 0;
    for (let part = 1; part < 16; part += 1) {
      serve(whole.slice(0, Math.floor((whole.length * part) / 16)));
      const before = await remembered();
      try {
        const results = await site.check(definition);
        delivered.push(...idsOf(results));
        for (const { id, fields } of own(results).data.newEntries)
          expect(fields['title']).toBe(`Title ${id}`);
      } catch (error) {
        expect(error).toMatchObject({ code: 'PAGE_CHANGED' });
        expect(await remembered()).toEqual(before);
        failed += 1;
      }
    }
    serve(whole);
    delivered.push(...idsOf(await site.check(definition)));
    expect([...delivered].sort()).toEqual(range(109, 112));
    expect(failed).toBeGreaterThan(0);
  });

  it('that ends where its length says it should not fails, and nothing is lost', async () => {
    serve(make(range(101, 108)));
    await site.check(definition);
    const before = await remembered();
    const whole = make(range(101, 112));
    serve(whole, { breakAfter: Math.floor(whole.length / 2) });
    expect(['NETWORK', 'TIMEOUT']).toContain((await errorOf(site.check(definition))).code);
    expect(await remembered()).toEqual(before);
    serve(whole);
    expect(idsOf(await site.check(definition))).toEqual(range(109, 112));
  }, 20_000);
});

it('cut between two rows above everything known says that entries may be missing, and finds them next time', async () => {
  site.answer = () => ({ body: table(range(101, 108)) });
  await site.check(byLink);
  site.answer = () => ({ body: table(range(111, 114)).replace('</table>', '') });
  const short = own(await site.check(byLink));
  expect(short).toMatchObject({ newCount: 4, gap: { suspected: true, reason: 'endOfList' } });
  site.answer = () => ({ body: table(range(101, 114)) });
  const healed = await site.check(byLink);
  expect([idsOf(healed), own(healed).gap]).toEqual([['109', '110'], null]);
});

it('whose second page is a half one is not read at all, and is read whole next time', async () => {
  const next = '<a rel="next" href="/list?page=2">Older</a>';
  site.answer = () => ({ body: table(range(101, 108)) });
  await site.check(byLink);
  const before = await remembered();
  const second = table(range(105, 112));
  let cut = second.indexOf('item/110') + 7;
  site.answer = (path) => ({
    body: path.includes('page=2') ? second.slice(0, cut) : table(range(113, 120), next),
  });
  await expect(site.check(byLink)).rejects.toMatchObject({ code: 'PAGE_CHANGED' });
  expect(await remembered()).toEqual(before);
  cut = second.length;
  const healed = await site.check(byLink);
  expect(idsOf(healed)).toEqual(range(109, 120));
  expect(own(healed)).toMatchObject({ gap: null, pagesRead: 2 });
});
