import { HTML, KEY, realSite, type RealSite } from '../../helpers/realSite';
import { idsOf, own, range } from '../../helpers/watched';

/** Pages that look other than before: an error or held back, no flood, and nothing lost when it heals. */
let site: RealSite;
beforeEach(async () => {
  site = await realSite();
});
afterEach(() => site.close());

const byLink = { idPattern: '/item/(\\d+)' };
const NAMES = [
  'Old',
  'Iron',
  'Stone',
  'Long',
  'Rope',
  'Toll',
  'Swing',
  'Chain',
  'Moon',
  'Mill',
  'Grand',
  'Low',
];
/** Says nothing of the id, as most rows do. */
const nameOf = (id: string) => `${NAMES[Number(id) % 100] ?? ''} bridge`;
type Look = (id: string) => string;
const rowLook: Look = (id) =>
  `<tr><td><a href="/item/${id}">${nameOf(id)}</a></td><td>${nameOf(id)} town</td><td>open</td></tr>`;
const HEAD = '<tr><th>Name</th><th>City</th><th>Status</th></tr>';
const table = (rows: string) => `<table>${rows}</table>`;

function show(ids: readonly string[], look: Look, around: (rows: string) => string): void {
  const body = `<!doctype html><html><body>${around([...ids].reverse().map(look).join('\n'))}</body></html>`;
  site.answer = () => ({ body });
}
const showTable = (ids: readonly string[]) => {
  show(ids, rowLook, (rows) => table(HEAD + rows));
};
const knownIds = async () => (await site.store.look(KEY, [])).state?.knownIds;

describe('a table', () => {
  beforeEach(async () => {
    showTable(range(101, 108));
    await site.check(byLink);
  });

  it('whose columns move and are named anew is read on: what is new has the new names', async () => {
    show(
      range(101, 109),
      (id) => `<tr><td>closed</td><td>City ${id}</td><td><a href="/item/${id}">Bridge ${id}</a></td></tr>`,
      (rows) => table(`<tr><th>State</th><th>Place</th><th>Bridge</th></tr>${rows}`),
    );
    const result = own(await site.check(byLink));
    expect(result).toMatchObject({ newCount: 1, gap: null, firstCheck: false });
    expect(result.data.newEntries[0]?.fields).toMatchObject({ Bridge: 'Bridge 109', State: 'closed' });
  });

  it('that becomes cards is read on where the ids are found, and fails where the rows were chosen', async () => {
    const cards = () => {
      show(
        range(101, 109),
        (id) => `<article><a href="/item/${id}">Bridge ${id}</a></article>`,
        (all) => all,
      );
    };
    cards();
    await expect(site.check({ ...byLink, rowSelector: 'table tr' })).rejects.toMatchObject({
      code: 'PAGE_CHANGED',
    });
    expect(await knownIds()).toBe(8);
    expect(idsOf(await site.check(byLink))).toEqual(['109']);
  });

  it('whose ids stand elsewhere fails until the pattern is mended; then nothing is lost and nothing told twice', async () => {
    show(
      range(101, 110),
      (id) => `<tr><td><a href="/bridges?no=${id}">Bridge ${id}</a></td><td>City ${id}</td></tr>`,
      table,
    );
    for (let times = 0; times < 3; times += 1)
      await expect(site.check(byLink)).rejects.toMatchObject({ code: 'PAGE_CHANGED' });
    expect((await site.store.look(KEY, [])).state).toMatchObject({ knownIds: 8, failureStreak: 3 });
    const mended = await site.check({ idPattern: 'no=(\\d+)' });
    expect([idsOf(mended), own(mended).firstCheck]).toEqual([range(109, 110), false]);
  });

  it('that comes back as it was after a redesign tells all that is new since', async () => {
    site.answer = () => ({ body: '<!doctype html><html><body><h1>We have a new site</h1></body></html>' });
    await expect(site.check(byLink)).rejects.toMatchObject({ code: 'PAGE_CHANGED' });
    showTable(range(101, 112));
    expect(idsOf(await site.check(byLink))).toEqual(range(109, 112));
  });

  it('whose ids are other ones for the same records floods nobody, and tells what is really new', async () => {
    const renamed = (ids: readonly string[]) => {
      show(
        ids,
        (id) => rowLook(id).replace(`/item/${id}`, `/item/${Number(id) + 70_000}`),
        (rows) => table(HEAD + rows),
      );
    };
    renamed(range(101, 109));
    const first = await site.check(byLink);
    expect(idsOf(first)).toEqual(['70109']);
    expect(own(first).gap).toMatchObject({ idSchemeChanged: true, held: 0 });
    renamed(range(101, 110));
    expect(idsOf(await site.check(byLink))).toEqual(['70110']);
  });

  it('whose ids and words are all other ones is held back whole, and can be had', async () => {
    show(range(1, 8), (id) => `<tr><td><a href="/item/no-${id}">Object ${id}</a></td></tr>`, table);
    const definition = { idPattern: '/item/([\\w-]+)' };
    await site.check(byLink).catch(() => undefined);
    showTable(range(101, 108));
    await site.check(definition);
    show(range(1, 8), (id) => `<tr><td><a href="/item/no-${id}">Object ${id}</a></td></tr>`, table);
    const result = own(await site.check(definition));
    expect(result).toMatchObject({ newCount: 0, gap: { idSchemeChanged: true, held: 8 } });
    expect(result.warnings?.join(' ')).toContain(result.gap?.heldBatchId ?? 'no batch');
    const offer = { executionId: null, at: '', leaseUntil: null, done: true };
    expect((await site.store.redeliver(KEY, result.gap?.heldBatchId ?? '', offer)).entries).toHaveLength(8);
  });

  it('that another list takes the place of, with ids of the same form, is reported with a gap', async () => {
    show(range(901, 908), (id) => `<tr><td><a href="/item/${id}">House ${id}</a></td></tr>`, table);
    const result = own(await site.check(byLink));
    expect(result).toMatchObject({ newCount: 8, gap: { suspected: true, idSchemeChanged: false } });
  });

  it('that all rows say one id of fails: that is no id', async () => {
    show(range(101, 108), (id) => rowLook(id).replace(`/item/${id}`, '/item/1'), table);
    await expect(site.check(byLink)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(await knownIds()).toBe(8);
  });
});

describe('watched fields', () => {
  it('whose columns are named anew are no edits of every entry', async () => {
    const definition = { ...byLink, reportEdits: ['Status'] };
    showTable(range(101, 108));
    await site.check(definition);
    show(range(101, 108), rowLook, (rows) => table(HEAD.replace('Status', 'State') + rows));
    expect(idsOf(await site.check(definition))).toEqual([]);
    showTable(range(101, 108));
    expect(idsOf(await site.check(definition))).toEqual([]);
  });

  it('whose column comes back are no edits of what came meanwhile', async () => {
    const monitor = { ...byLink, reportEdits: ['Status'] };
    showTable(range(101, 108));
    await site.check(monitor);
    const renamed = '<tr><th>Bridge</th><th>Place</th><th>State</th></tr>';
    show(range(101, 110), rowLook, (rows) => table(renamed + rows));
    expect(own(await site.check(monitor))).toMatchObject({ newCount: 2, editedCount: 0 });
    showTable(range(101, 110));
    expect(own(await site.check(monitor))).toMatchObject({ newCount: 0, editedCount: 0 });
    show(
      range(101, 110),
      (id) => rowLook(id).replace('open', id === '110' ? 'closed' : 'open'),
      (rows) => table(HEAD + rows),
    );
    const { data, editedCount } = own(await site.check(monitor));
    expect([editedCount, data.newEntries.map(({ id }) => id)]).toEqual([1, ['110']]);
  });
});

describe('a watched field of a feed', () => {
  const item = (id: string, author: string | null, hour: string | null) =>
    `<item><guid>${id}</guid><title>News ${id}</title>` +
    (author === null ? '' : `<author>${author}</author>`) +
    (hour === null ? '' : `<pubDate>Wed, 13 May 2026 ${hour}:00:00 GMT</pubDate>`) +
    '</item>';
  const serve = (items: readonly string[]) => {
    const body = `<rss version="2.0"><channel><title>t</title>${items.join('')}</channel></rss>`;
    site.answer = () => ({ body, headers: { 'content-type': 'application/rss+xml' } });
  };
  const monitor = { parser: 'feed', reportEdits: ['author', 'publishedAt'] };
  const edits = async () =>
    own(await site.check(monitor)).data.newEntries.flatMap(({ id, changes }) =>
      changes === undefined ? [] : [[id, changes]],
    );
  const whole = (ids: readonly string[]) => ids.map((id) => item(id, `Author ${id}`, '08'));

  it('that none of its entries has any more is no edit of every entry, nor is its return', async () => {
    serve(whole(range(1, 4)));
    await site.check(monitor);
    serve(range(1, 5).map((id) => item(id, null, null)));
    expect(own(await site.check(monitor))).toMatchObject({ newCount: 1, editedCount: 0 });
    serve(whole(range(1, 5)));
    expect(await edits()).toEqual([]);
    serve([...whole(range(1, 3)), item('4', 'Somebody', '08'), item('5', 'Somebody', '08')]);
    expect(await edits()).toEqual([
      ['4', { author: { before: 'Author 4', after: 'Somebody' } }],
      ['5', { author: { before: 'Author 5', after: 'Somebody' } }],
    ]);
  });

  it('that some of them lose, or the only one that had it, is an edit', async () => {
    serve([item('1', 'A', '08'), item('2', 'B', '08'), item('3', null, '08')]);
    await site.check(monitor);
    serve([item('1', null, '08'), item('2', 'B', '08'), item('3', null, '08')]);
    expect(await edits()).toEqual([['1', { author: { before: 'A', after: null } }]]);
    serve([item('1', null, '08'), item('2', null, '08'), item('3', null, '08')]);
    expect(await edits()).toEqual([['2', { author: { before: 'B', after: null } }]]);
    serve([item('1', null, '08'), item('2', 'C', '08'), item('3', null, '08')]);
    expect(await edits()).toEqual([['2', { author: { before: null, after: 'C' } }]]);
  });
});

describe('a feed', () => {
  const serve = (ids: readonly string[], guid: Look) => {
    const items = [...ids]
      .reverse()
      .map(
        (id) =>
          `<item><guid>${guid(id)}</guid><title>News ${id}</title><pubDate>Wed, 13 May 2026 0${id.slice(-1)}:00:00 GMT</pubDate></item>`,
      );
    const body = `<rss version="2.0"><channel><title>t</title>${items.join('')}</channel></rss>`;
    site.answer = () => ({ body, headers: { 'content-type': 'application/rss+xml' } });
  };
  const definition = { parser: 'feed' };

  it('whose ids become addresses tells only what is new', async () => {
    serve(range(101, 106), (id) => `n${id}`);
    await site.check(definition);
    serve(range(101, 107), (id) => `https://news.example/${id}`);
    const results = await site.check(definition);
    expect(idsOf(results)).toEqual(['https://news.example/107']);
    expect(own(results).gap).toMatchObject({ idSchemeChanged: true });
  });

  it('that becomes a web page fails, and nothing is lost when it is back', async () => {
    serve(range(101, 106), (id) => id);
    await site.check(definition);
    site.answer = () => ({ body: '<!doctype html><html><body>Welcome</body></html>', headers: HTML });
    await expect(site.check(definition)).rejects.toMatchObject({ code: 'PAGE_CHANGED' });
    serve(range(101, 109), (id) => id);
    expect(idsOf(await site.check(definition))).toEqual(range(107, 109));
  });
});
