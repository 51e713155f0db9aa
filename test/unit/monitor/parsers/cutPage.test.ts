import type { Entry } from '../../../../lib/monitor/entry';
import type { Monitor } from '../../../../lib/monitor/monitor';
import { parserFor } from '../../../../lib/monitor/parsers';
import { fixture, monitorWith, pageOf } from '../../../helpers/listPage';

const IDS = ['1103', '1102', '1101'];
const rowOf = (id: string) => `<td><a href="/item/${id}">Title ${id}</a></td><td>${id} units</td>`;
const cardOf = (id: string) => `<a href="/item/${id}">Title ${id}</a><div><b>${id}</b> units</div>`;
const lineOf = (id: string) => `<a href="/item/${id}">Title ${id}</a> ${id} units`;
const framed = (body: string) => `<!doctype html><html><body><h1>List</h1>${body}</body></html>`;
const TABLE = framed(`<table>${IDS.map((id) => `<tr>${rowOf(id)}</tr>`).join('')}</table><p>End</p>`);
const CARDS = framed(IDS.map((id) => `<div class="card">${cardOf(id)}</div>`).join(''));
const IMAGES = `<h1>List</h1>${IDS.map((id) => `<img data-id="${id}" alt="Title ${id}">`).join('\n')}`;
const itemOf = (id: string) =>
  `<guid>https://e.example/${id}</guid><title>Title ${id}</title><pubDate>Wed, 13 May 2026 08:00:00 GMT</pubDate>`;
const RSS = `<rss version="2.0"><channel><title>t</title>${IDS.map((id) => `<item>${itemOf(id)}</item>`).join('')}</channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>${IDS.map(
  (id) =>
    `<entry><id>urn:${id}</id><title>Title ${id}</title><updated>2026-05-13T08:00:00Z</updated></entry>`,
).join('')}</feed>`;
const JSON_LIST = JSON.stringify({ items: IDS.map((id) => ({ id, title: `Title ${id}` })) });

const byLink = { idPattern: '/item/(\\d+)' };
const LISTS: readonly [string, string, Monitor, number][] = [
  ['a table', TABLE, monitorWith(byLink), 1],
  ['chosen rows of a table', TABLE, monitorWith({ ...byLink, rowSelector: 'tr' }), 1],
  ['links', CARDS, monitorWith(byLink), 1],
  ['chosen cards', CARDS, monitorWith({ ...byLink, rowSelector: '.card' }), 1],
  ['chosen images', IMAGES, monitorWith({ idPattern: 'data-id="(\\d+)"', rowSelector: 'img' }), 1],
  ['RSS', RSS, monitorWith({ parser: 'feed' }), 1],
  ['Atom', ATOM, monitorWith({ parser: 'feed' }), 1],
  ['JSON', JSON_LIST, monitorWith({ idPath: 'items[].id' }), 1],
  [
    'Capitol Trades',
    fixture('capitolTrades/twelve-trades.html'),
    monitorWith({ parser: 'capitol_trades', idField: 'tradeId' }),
    997,
  ],
];

/** Without the source's words for a time: Capitol Trades says them in two ways, and one may be left. */
function factsOf({ id, detailUrl, publishedAt, tradedAt, fields }: Entry): string {
  return JSON.stringify({ id, detailUrl, publishedAt, tradedAt, fields });
}

it.each(LISTS)(
  '%s cut at any place gives whole entries or an error, and no other id',
  (_, text, monitor, step) => {
    const parser = parserFor(monitor.parser);
    const whole = new Map(
      parser.parse(pageOf(text), monitor).entries.map((entry) => [entry.id, factsOf(entry)]),
    );
    expect(whole.size).toBeGreaterThanOrEqual(IDS.length);
    const wrong: string[] = [];
    let refused = 0;
    for (let cut = 1; cut < text.length; cut += step)
      try {
        for (const entry of parser.parse(pageOf(text.slice(0, cut)), monitor).entries)
          if (whole.get(entry.id) !== factsOf(entry)) wrong.push(`${cut}: ${factsOf(entry)}`);
      } catch (error) {
        expect(error).toMatchObject({
          code: expect.stringMatching(/PAGE_CHANGED|UNEXPECTED_CONTENT|BLOCKED/),
        });
        refused += 1;
      }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  },
);

it.each([
  ['an open paragraph', `<h1>List</h1>${IDS.map((id) => `<p>${lineOf(id)}`).join('\n')}`, 'p'],
  ['an open paragraph that ends a line', IDS.map((id) => `<p>${lineOf(id)}\n`).join(''), 'p'],
  ['an id in a plain text', IDS.map((id) => `https://e.example/item/${id}`).join('\n'), null],
])('%s at the end may go on, so it is refused', (_, text, rowSelector) => {
  const monitor = monitorWith(rowSelector === null ? byLink : { ...byLink, rowSelector });
  expect(() => parserFor('generic').parse(pageOf(text), monitor)).toThrow('only a part of it came');
});

describe('a whole page is no cut one', () => {
  const rows = IDS.map((id) => `<tr>${rowOf(id)}`).join('');
  it.each([
    ['whose rows have no end tags', `<table>${rows}</table>`, byLink],
    ['whose table has no end tag', framed(`<table>${rows}`), byLink],
    ['that is a part of a page', IDS.map((id) => `<div class="card">${cardOf(id)}</div>`).join(''), byLink],
    ['that ends with a comment', `${TABLE}\n<!-- made in 3 ms -->\n`, byLink],
    ['that ends with words', `${TABLE} 5 < 6`, byLink],
    ['that ends with a comment nobody began', `<!-- List -->${TABLE}\n-->`, byLink],
    [
      'that ends with an image as its last row',
      IMAGES,
      { idPattern: 'data-id="(\\d+)"', rowSelector: 'img' },
    ],
    ['of plain lines', IDS.map((id) => `https://e.example/item/${id}\n`).join(''), byLink],
    [
      'of a JSON feed that speaks of items',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: IDS.map((id) => ({ id, content_text: `RSS has <item> elements, as in ${id}` })),
      }),
      { parser: 'feed' as const },
    ],
    [
      'with links that are never closed',
      framed(IDS.map((id) => `<a href="/item/${id}">${id}`).join('')),
      byLink,
    ],
    ['of a feed whose items are never closed', RSS.replaceAll('</item>', ''), { parser: 'feed' as const }],
  ])('%s', (_, text, given) => {
    const monitor = monitorWith(given);
    const { entries } = parserFor(monitor.parser).parse(pageOf(text), monitor);
    expect(entries).toHaveLength(IDS.length);
  });
});
