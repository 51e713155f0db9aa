import { generic } from '../../../../lib/monitor/parsers/generic';
import type { Monitor } from '../../../../lib/monitor/monitor';
import { monitorWith, pageOf } from '../../../helpers/listPage';

const parse = (text: string, over: Partial<Monitor> = {}) =>
  generic.parse(pageOf(text), monitorWith({ idPattern: 'item\\?id=(\\d+)', ...over }));
const ids = (text: string, over: Partial<Monitor> = {}) => parse(text, over).entries.map(({ id }) => id);
const failure = (text: string, over: Partial<Monitor> = {}) => {
  try {
    parse(text, over);
  } catch (error) {
    return error as { code?: string; message: string };
  }
  throw new Error('nothing was thrown');
};
const row = (id: number, name: string) =>
  `<tr><td><a href="item?id=${id}&amp;x=1">${name}</a></td><td>${id % 7} points</td></tr>`;
const table = (rows: string, head = '<tr><th>Name</th><th>Points</th></tr>') =>
  `<html><body><nav><a href="/about">About</a></nav><table>${head}${rows}</table></body></html>`;

describe('generic on tables', () => {
  const page = table(
    row(31, 'Alma &amp; Co') + '<tr><td colspan="2">advertisement</td></tr>' + row(29, 'Bertram'),
  );

  it('finds ids inside rows, in page order, and counts rows without one', () => {
    expect(parse(page)).toMatchObject({ rowsWithoutId: 1, duplicatesOnPage: 0, warnings: [], total: null });
    expect(ids(page)).toEqual(['31', '29']);
  });

  it('names fields by the heading row and resolves the address of the link with the id', () => {
    expect(parse(page).entries[0]).toMatchObject({
      numericId: '31',
      detailUrl: 'https://lists.example/item?id=31&x=1',
      publishedAt: null,
      fields: { id: '31', title: 'Alma & Co', Name: 'Alma & Co', Points: '3 points' },
    });
  });

  it('gives a cell that covers several rows to each of them, and leaves every value in its column', () => {
    const head =
      '<tr><th rowspan="2">Who</th><th colspan="2">Trade</th></tr><tr><th>What</th><th>N</th></tr>';
    const rows =
      '<tr><td rowspan="2">AAPL</td><td><a href="item?id=1">Buy</a></td><td>100</td></tr>' +
      '<tr><td><a href="item?id=2">Sell</a></td><td>200</td></tr>' +
      '<tr><td>MSFT</td><td><a href="item?id=3">Buy</a></td><td>300</td></tr>';
    expect(parse(table(rows, head)).entries.map(({ fields }) => fields)).toMatchObject([
      { Who: 'AAPL', What: 'Buy', N: '100' },
      { Who: 'AAPL', What: 'Sell', N: '200' },
      { Who: 'MSFT', What: 'Buy', N: '300' },
    ]);
  });

  it('takes no row for headings whose only words come from the headings of rows above', () => {
    const rows =
      '<tr><th rowspan="3">AAPL</th><th rowspan="3">Buy</th><td><a href="item?id=1">100</a></td></tr>' +
      '<tr><td></td></tr><tr><td><a href="item?id=2">200</a></td></tr>';
    const head = '<tr><th>Who</th><th>What</th><th>N</th></tr>';
    expect(parse(table(rows, head)).entries.map(({ fields }) => fields)).toMatchObject([
      { Who: 'AAPL', What: 'Buy', N: '100' },
      { Who: 'AAPL', What: 'Buy', N: '200' },
    ]);
  });

  it('reads spans as browsers do: by the number that the attribute begins with', () => {
    const head = '<tr><th>Who</th><th colspan=" 2 ">Deal</th><th>N</th></tr>';
    const rows =
      '<tr><td rowspan="2px">AAPL</td><td colspan="2;"><a href="item?id=1">Buy</a></td><td>100</td></tr>' +
      '<tr><td colspan="2"><a href="item?id=2">Sell</a></td><td>200</td></tr>';
    expect(parse(table(rows, head)).entries.map(({ fields }) => fields)).toMatchObject([
      { Who: 'AAPL', Deal: 'Buy', N: '100' },
      { Who: 'AAPL', Deal: 'Sell', N: '200' },
    ]);
  });

  it('leaves values under their headings also far to the right', () => {
    const head = `<tr><th colspan="60">Wide</th><th>N</th></tr>`;
    const rows =
      '<tr><td colspan="60" rowspan="2"><a href="item?id=1">A</a></td><td>100</td></tr>' +
      '<tr><td><a href="item?id=2">200</a></td></tr>';
    expect(parse(table(rows, head)).entries.map(({ fields }) => fields)).toMatchObject([
      { Wide: 'A', N: '100' },
      { Wide: 'A', N: '200' },
    ]);
  });

  it('makes no fields of columns that no cell of the table begins in', () => {
    const rows =
      '<tr><td>1.</td><td><a href="item?id=1">A</a></td></tr><tr><td colspan="100%"><a href="item?id=2">B</a></td></tr>';
    const fields = parse(table(rows)).entries.map((entry) => entry.fields);
    expect(fields).toMatchObject([{ Points: 'A' }, { Name: 'B', Points: null }]);
    expect(Object.keys(fields[1] ?? {})).not.toContain('column3');
  });

  it('makes no more fields of a page than a few times its cells', () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, id) => `<tr><td colspan="1000"><a href="item?id=${id}">n</a></td><td>x</td></tr>`,
    );
    const entries = parse(table(rows.join(''))).entries;
    const count = entries.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0);
    expect(entries.at(-1)?.fields).toMatchObject({ column1001: 'x' });
    expect(count).toBeLessThan(2_000 * 2 * 10 + 5_000);
  });

  it('repeats no long cell in each of thousands of rows', () => {
    const long = `<td rowspan="65000">${'x'.repeat(50_000)}</td>`;
    const rows = Array.from(
      { length: 2_000 },
      (_, id) => `<tr>${id === 0 ? long : ''}<td><a href="item?id=${id}">n</a></td></tr>`,
    );
    expect(JSON.stringify(parse(table(rows.join(''))).entries).length).toBeLessThan(2_000_000);
  });

  it('leaves every value in its column also where a long cell is repeated no more', () => {
    const long = `<td rowspan="65000">${'x'.repeat(50_000)}</td>`;
    const rows = Array.from(
      { length: 2_000 },
      (_, id) => `<tr>${id === 0 ? long : ''}<td><a href="item?id=${id}">n</a></td></tr>`,
    );
    const head = '<tr><th>Long</th><th>Short</th></tr>';
    const fields = parse(table(rows.join(''), head)).entries.map((entry) => entry.fields);
    expect(new Set(fields.map(({ Short }) => Short))).toEqual(new Set(['n']));
    expect(fields.at(-1)).toMatchObject({ Long: null });
  });

  it('makes no other number of one with a raised digit behind it', () => {
    const page = table('<tr><td><a href="item?id=1">A</a></td><td>12.5<sup>2</sup> m<sup>2</sup></td></tr>');
    expect(parse(page).entries[0]?.fields).toMatchObject({ Points: '12.5² m2' });
  });

  it('fills a template for the address, and puts the id into the field that was named', () => {
    const [entry] = parse(page, {
      detailUrl: 'https://lists.example/show/{id}?from={id}',
      idField: 'number',
    }).entries;
    expect(entry).toMatchObject({
      detailUrl: 'https://lists.example/show/31?from=31',
      fields: { number: '31' },
    });
  });

  it('leaves control characters out of texts, cells and headings, and keeps the ids as they are', () => {
    const text = table(
      '<tr><td><a href="item?id=5\u0001">Al\0ma\u0085\u001b Co</a></td><td>\u0000 7\u009f</td></tr>',
      '<tr><th>Na\u0007me</th><th>Points</th></tr>',
    );
    const [entry] = parse(text, { idPattern: 'item\\?id=(\\d+.)' }).entries;
    expect(entry).toMatchObject({
      id: '5\u0001',
      fields: { title: 'Alma Co', text: 'Alma Co 7', Name: 'Alma Co', Points: '7' },
    });
  });

  it('starts relative links from the base of the page', () => {
    const text = page.replace('<body>', '<base href="https://other.example/deep/"><body>');
    expect(parse(text).entries[0]?.detailUrl).toBe('https://other.example/deep/item?id=31&x=1');
  });

  it('takes a row of bold cells for the heading, unclosed cells and columns without a name included', () => {
    const head = '<tr><td><td><b>Number</b><td><b>Who<br>files</b></td></tr>';
    const text = table('<tr><td>x<td><a href="item?id=5">5</a><td>Greta</td></tr>', head);
    expect(parse(text).entries[0]?.fields).toMatchObject({ column1: 'x', Number: '5', 'Who files': 'Greta' });
  });

  it('does not take bold rows between entries for a heading', () => {
    const text = table(`${row(3, 'a')}<tr><td><b>Sponsored</b></td><td><b>Offer</b></td></tr>${row(2, 'b')}`);
    expect(parse(text).entries[1]?.fields).toMatchObject({ Name: 'b' });
  });

  it('keeps two columns of one name apart, and names columns by number without a heading', () => {
    const text = table(
      '<tr><td>a</td><td>b</td><td><a href="item?id=1">c</a></td></tr>',
      '<tr><th>At</th><th>At</th><th></th></tr>',
    );
    expect(parse(text).entries[0]?.fields).toMatchObject({ At: 'a', 'At 2': 'b', column3: 'c' });
    expect(parse(table(row(1, 'one'), '')).entries[0]?.fields).toMatchObject({
      column1: 'one',
      column2: '1 points',
    });
  });

  it('makes one entry of two rows where the row above names the id', () => {
    const pair = (id: number, title: string) =>
      `<tr id="entry_${id}"><td><a href="https://elsewhere.example/${title}">${title}</a></td></tr><tr><td><a href="item?id=${id}">0 minutes ago</a></td></tr><tr style="height:5px"></tr>`;
    const { entries, rowsWithoutId } = parse(table(pair(31, 'First') + pair(3, 'Second'), ''));
    expect(entries.map(({ id, fields }) => [id, fields['title'], fields['text']])).toEqual([
      ['31', 'First', 'First 0 minutes ago'],
      ['3', 'Second', 'Second 0 minutes ago'],
    ]);
    expect(rowsWithoutId).toBe(0);
  });

  it('gives an id once that two rows say, and counts the double', () => {
    const doubled = table(row(7, 'a') + row(6, 'b') + row(7, 'a again'));
    expect(ids(doubled)).toEqual(['7', '6']);
    expect(parse(doubled).duplicatesOnPage).toBe(1);
  });

  it('reads inner tables and leaves the layout table around them', () => {
    const text = `<table><tr><td>menu</td><td><table><tr><td><a href="item?id=2">in</a></td></tr></table></td></tr></table>`;
    expect(parse(text).entries[0]?.fields).toMatchObject({ text: 'in' });
  });

  it('follows rel=next', () => {
    expect(parse(page.replace('<nav>', '<nav><a rel="nofollow next" href="?p=2">more</a>')).nextPage).toBe(
      'https://lists.example/list?p=2',
    );
  });
});

describe('generic on other elements', () => {
  const card = (slug: string) =>
    `<article class="card"><h2><a href="/jobs/${slug}#top">Job ${slug}</a></h2><p>text of ${slug}</p></article>`;
  const page = `<html><body><a href="/jobs/featured">x</a>${card('ada-1')}<article class="card">no link</article>${card('bob-2')}</body></html>`;
  const idPattern = 'href="/jobs/([^"#?]+)"?';

  it('finds every id of the page without a selector, the link around it as title', () => {
    expect(ids(page, { idPattern })).toEqual(['featured', 'ada-1', 'bob-2']);
    expect(parse(page, { idPattern }).entries[1]).toMatchObject({
      numericId: null,
      detailUrl: 'https://lists.example/jobs/ada-1#top',
      fields: { title: 'Job ada-1', text: null },
    });
  });

  it('finds one id in each element of the selector, and counts elements without one', () => {
    const read = parse(page, { idPattern, rowSelector: 'article.card' });
    expect(read.entries.map(({ id, fields }) => [id, fields['text']])).toEqual([
      ['ada-1', 'Job ada-1 text of ada-1'],
      ['bob-2', 'Job bob-2 text of bob-2'],
    ]);
    expect(read.rowsWithoutId).toBe(1);
  });

  it('takes table rows by selector with their fields, also one that browser tools copied', () => {
    const text = table(row(2, 'a') + row(1, 'b'));
    const selector = 'body > table > tbody > tr:has(a)';
    expect(parse(text, { rowSelector: selector }).entries.map(({ fields }) => fields['Name'])).toEqual([
      'a',
      'b',
    ]);
  });

  it.each([
    ['li', '<li>', (rows: string) => `<ul>${rows}</ul>`],
    ['p', '<p>', (rows: string) => `<body>${rows}</body>`],
    ['tr', '<tr><td>', (rows: string) => `<table>${rows}</table>`],
    ['dd', '<dt>Term<dd>', (rows: string) => `<dl>${rows}</dl>`],
  ])('takes every %s whose end tag is left out, each with its own words', (rowSelector, begin, around) => {
    const text = around([3, 2, 1].map((id) => `${begin}<a href="item?id=${id}">Item ${id}</a>\n`).join(''));
    expect(parse(text, { rowSelector }).entries.map(({ id, fields }) => [id, fields['text']])).toEqual([
      ['3', 'Item 3'],
      ['2', 'Item 2'],
      ['1', 'Item 1'],
    ]);
  });

  it('takes every element of XML that is its own end tag', () => {
    const text = '<?xml version="1.0"?><list><item href="item?id=2"/><item href="item?id=1"/></list>';
    expect(ids(text, { rowSelector: 'item' })).toEqual(['2', '1']);
  });

  it('takes a match around others too that begins with an id of its own', () => {
    const text =
      '<div class="c"><a href="item?id=1">One</a> asks<div class="c"><a href="item?id=2">Two</a> answers</div>' +
      '<div class="c"><a href="item?id=3">Three</a> as well</div></div><div class="c"><a href="item?id=4">Four</a></div>';
    const found = parse(text, { rowSelector: '.c' }).entries.map(({ id, fields }) => [id, fields['text']]);
    expect(found).toEqual([
      ['1', 'One asks'],
      ['2', 'Two answers'],
      ['3', 'Three as well'],
      ['4', 'Four'],
    ]);
  });

  it('leaves a match around others alone that names one of theirs', () => {
    const text =
      '<div class="c"><a href="item?id=2">Latest</a><div class="c"><a href="item?id=2">Two</a></div></div>';
    const read = parse(text, { rowSelector: '.c' });
    expect(read.entries.map(({ id, fields }) => [id, fields['text']])).toEqual([['2', 'Two']]);
    expect(read.rowsWithoutId).toBe(0);
  });

  it('takes the innermost of nested matches', () => {
    const text =
      '<div class="r"><div class="r"><a href="item?id=1">a</a></div><div class="r"><a href="item?id=2">b</a></div></div>';
    expect(ids(text, { rowSelector: '.r' })).toEqual(['1', '2']);
  });
});

describe('generic refuses patterns that are no help', () => {
  const page = table(row(3, 'a') + row(2, 'b') + row(1, 'c'));
  it.each([
    ['is not valid', '(\\d+', /not a valid RE2 expression.*missing closing/],
    ['looks ahead', 'id=(?=x)(\\d+)', /look-ahead/],
    ['refers back', '(\\d)\\1', /back-reference/],
    ['has no group', 'id=\\d+', /no capture group/],
    ['has two groups', '(i)d=(\\d+)', /2 capture groups/],
    ['matches the empty text', '(\\d*)', /empty text/],
    ['matches everything', '(.+)', /most of the page/],
    ['finds one id in every row', '<td>(<a)', /same id, "<a", in each of 3 rows/],
    ['is too long', `(${'a'.repeat(500)})`, /502 characters long/],
  ])('that %s', (_, idPattern, message) => {
    expect(failure(page, { idPattern })).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(message),
    });
  });

  it('that matches too often', () => {
    expect(failure('<p>ab</p> '.repeat(10_001), { idPattern: '<p>(a)b' }).message).toContain(
      'more than 10000 times',
    );
  });

  it('and names the monitor and the setting', () => {
    expect(failure(page, { idPattern: '(' }).message).toMatch(/^monitors\.watched\.idPattern: /);
  });

  it('a selector that is none', () => {
    expect(failure(page, { rowSelector: 'tr[[' })).toMatchObject({ code: 'INVALID_CONFIG' });
  });
});

describe('generic where nothing is found', () => {
  it.each([
    ['a page whose ids are gone', table('<tr><td>x</td></tr>'), {}],
    ['a selector that matches nothing', table(row(1, 'a')), { rowSelector: '.gone' }],
    ['an empty page', '', {}],
  ])('is an error for %s', (_, text, over) => {
    expect(failure(text, over).code).toBe('PAGE_CHANGED');
  });

  it('is an answer where the list may be empty, but not for a block page', () => {
    expect(ids(table('<tr><td>none today</td></tr>'), { allowEmpty: true })).toEqual([]);
    expect(failure('<title>Access Denied</title>', { allowEmpty: true }).code).toBe('BLOCKED');
    const shell =
      '<!doctype html><html><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js"></script></body></html>';
    const blocked = failure(shell, { allowEmpty: true });
    expect([blocked.code, blocked.message]).toEqual([
      'BLOCKED',
      expect.stringContaining('without JavaScript'),
    ]);
  });

  it('asks for a pattern where there is none', () => {
    expect(failure(table(row(1, 'a')), { idPattern: null }).message).toContain('idPattern: is missing');
  });
});

describe('generic on JSON', () => {
  const list = (over: Partial<Monitor> = {}) => ({ idPattern: null, idPath: 'data.items[].id', ...over });
  const json =
    '{"data":{"items":[{"id":9007199254740993,"url":"https://lists.example/a","n":1.5},{"id":"b-2","tags":["x"]},{"name":"none"},{"id":"b-2"}]}}';

  it('takes the id of each item, digits exact, with its fields', () => {
    const read = parse(json, list());
    expect(read.entries).toMatchObject([
      {
        id: '9007199254740993',
        numericId: '9007199254740993',
        detailUrl: 'https://lists.example/a',
        fields: { id: '9007199254740993', n: 1.5 },
      },
      { id: 'b-2', detailUrl: null, fields: { tags: ['x'] } },
    ]);
    expect(read).toMatchObject({ rowsWithoutId: 1, duplicatesOnPage: 1 });
  });

  it.each([
    ['[].id', '[{"id":1},{"id":2}]'],
    [
      '$.groups[*].items[*].meta.id',
      '{"groups":[{"items":[{"meta":{"id":1}}]},{"items":[{"meta":{"id":2}}]}]}',
    ],
    ['ids[]', '{"ids":[1,2]}'],
  ])('follows %s', (idPath, text) => {
    expect(ids(text, list({ idPath }))).toEqual(['1', '2']);
  });

  it('answers an empty list, and refuses one that is not there, that has no ids, or that was cut', () => {
    expect(ids('{"data":{"items":[]}}', list())).toEqual([]);
    expect(failure('{"data":{}}', list()).code).toBe('PAGE_CHANGED');
    expect(failure('{"data":{"items":[{"key":1}]}}', list()).code).toBe('PAGE_CHANGED');
    expect(failure(json.slice(0, -20), list()).code).toBe('PAGE_CHANGED');
  });

  it.each([
    [null, /idPath: is missing/],
    ['data.items', /names no list/],
    ['data..items[]', /names with dots/],
  ])('refuses the path %s', (idPath, message) => {
    expect(failure(json, list({ idPath }))).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(message),
    });
  });

  it('drops __proto__', () => {
    const [entry] = parse('{"data":{"items":[{"id":1,"__proto__":{"polluted":1}}]}}', list()).entries;
    expect(Object.keys(entry?.fields ?? {})).toEqual(['id']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
