import { LIMITS } from '../../../lib/limits';
import { readPage, type PageOptions } from '../../../lib/html/readPage';

const read = (html: string, more: Partial<PageOptions> = {}) =>
  readPage(html, { url: 'https://example.org/dir/page.html', format: 'text', ...more });

describe('the head of a page', () => {
  it('gives the title on one line, without unseen characters', () => {
    expect(read('<title> A\n &amp;\u200b B </title>').title).toBe('A & B');
  });

  it('takes the title from og:title, then from the first heading, else null', () => {
    expect(read('<meta property="og:title" content="Og"><h1>H</h1>').title).toBe('Og');
    expect(read('<svg><title>icon</title></svg><h1>H <i>1</i></h1>').title).toBe('H 1');
    expect(read('<p>x').title).toBeNull();
  });

  it('gives the declared language, null for what is none', () => {
    expect(read('<html lang="de_CH"><p>x').language).toBe('de-CH');
    expect(read('<meta http-equiv="content-language" content="fr, en">').language).toBe('fr');
    expect(read('<html lang="{{ lang }}">').language).toBeNull();
  });

  it('lists advertised feeds, absolute and once', () => {
    const html = `<base href="/b/"><link rel="alternate" type="application/rss+xml" href="feed">
      <link rel="ALTERNATE home" type="application/atom+xml; charset=utf-8" href="https://a.example/atom">
      <link rel="alternate" type="application/rss+xml" href="feed"><link rel="alternate" type="text/html" href="m">`;
    expect(read(html).feeds).toEqual(['https://example.org/b/feed', 'https://a.example/atom']);
  });
});

describe('links', () => {
  it('are null unless asked for', () => {
    expect(read('<a href="/x">x</a>').links).toBeNull();
  });

  it('are resolved, with the text that a reader sees or the label in its place', () => {
    const html = `<a href="../x">A <b>b</b></a><a href="//c.example/y"><img alt="Pic"></a><a href="#top" title="Up"></a><a name="no">no</a>`;
    expect(read(html, { includeLinks: true }).links).toEqual([
      { text: 'A b', url: 'https://example.org/x' },
      { text: 'Pic', url: 'https://c.example/y' },
      { text: 'Up', url: 'https://example.org/dir/page.html#top' },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:x',
    'https://[',
  ])('that must not be followed are null: %j', (href) => {
    expect(read(`<a href="${href}">x</a>`, { includeLinks: true }).links).toEqual([{ text: 'x', url: null }]);
  });

  it('beyond the most that are listed are told', () => {
    const { links, warnings } = read('<a href="/x">x</a> '.repeat(5_003), { includeLinks: true });
    expect(links).toHaveLength(5_000);
    expect(warnings).toEqual(['Only the first 5000 of 5003 links are listed.']);
    expect(read('<a href="/x">x</a> '.repeat(5_000), { includeLinks: true }).warnings).toEqual([]);
  });

  it('longer than any server takes are null, and start from no other base for it', () => {
    const html = `<base href="https://b.example/${'a'.repeat(20_000)}/"><a href="x">x</a><a href="/y">y</a>`;
    expect(read(html, { includeLinks: true }).links).toEqual([
      { text: 'x', url: null },
      { text: 'y', url: 'https://b.example/y' },
    ]);
  });

  it('are given up to the longest that the limits allow', () => {
    const start = 'https://b.example/';
    const url = start + 'a'.repeat(LIMITS.linkChars - start.length);
    expect(read(`<a href="${url}">x</a><a href="${url}a">y</a>`, { includeLinks: true }).links).toEqual([
      { text: 'x', url },
      { text: 'y', url: null },
    ]);
  });

  it('of hidden parts come only with the hidden parts', () => {
    const html = '<div hidden><a href="/x">x</a></div>';
    expect(read(html, { includeLinks: true }).links).toEqual([]);
    expect(read(html, { includeLinks: true, includeHidden: true }).links).toHaveLength(1);
  });

  it('of the selected part only', () => {
    expect(
      read('<a href="/a">a</a><p><a href="/b">b</a></p>', { includeLinks: true, selector: 'p' }).links,
    ).toEqual([{ text: 'b', url: 'https://example.org/b' }]);
  });
});

describe('hidden parts', () => {
  it('are text where they are asked for, scripts never', () => {
    expect(
      read('<p hidden>h</p><div style="display:none">d</div><script>s</script>', { includeHidden: true })
        .text,
    ).toBe('h\n\nd');
  });
});

describe('characters', () => {
  it('are decoded exactly once', () => {
    expect(read('&amp;lt;b&amp;gt; &amp;amp; &#x26;copy;').text).toBe('&lt;b&gt; &amp; &copy;');
  });

  it('that cannot be seen are removed, in every format', () => {
    const unseen = '\u0000\u0007\u00ad\u200b\u200d\u200e\u202e\u2066\ufeff\u{e0041}\ufe0f\u0085';
    for (const format of ['text', 'main', 'markdown'] as const)
      expect(read(`<p>a${unseen}b</p>`, { format }).text).toMatch(/^a ?b$/);
  });

  it('that are halves of a pair become the replacement character', () => {
    expect(read('<p>a\ud800b').text).toBe('a\ufffdb');
  });

  it('of emoji and of other scripts stay', () => {
    expect(read('<p>Größe \u{1f600} 日本語 नमस्ते').text).toBe('Größe \u{1f600} 日本語 नमस्ते');
  });
});

describe('a page for readers with scripts', () => {
  const content = '<p>This is what the application shows to readers without scripts.</p>'.repeat(5);

  it('that shows nothing else is read from its noscript part, with a warning', () => {
    const reading = read(`<body><div id="root"></div><noscript>${content}</noscript></body>`);
    expect(reading.text).toContain('readers without scripts');
    expect(reading.warnings).toEqual([expect.stringContaining('needs scripts')]);
  });

  it('that only asks for scripts stays empty', () => {
    expect(read('<div id="root"></div><noscript>Please enable JavaScript.</noscript>')).toMatchObject({
      text: '',
      warnings: [],
    });
  });

  it('that shows its content does not show the noscript part too', () => {
    expect(
      read(`${content.replaceAll('without', 'with')}<noscript>${content}</noscript>`).text,
    ).not.toContain('without');
  });
});

it('an empty page is empty, not an error', () => {
  expect(read('')).toEqual({
    title: null,
    text: '',
    language: null,
    links: null,
    publishedAt: null,
    publishedAsWritten: null,
    publishedFrom: null,
    modifiedAt: null,
    modifiedFrom: null,
    feeds: [],
    warnings: [],
  });
});

describe('digits above or below the line', () => {
  it.each([
    ['10<sup>6</sup> and 10<sub>2</sub>', '10⁶ and 10₂'],
    ['12.5<sup><a>2</a>, <a>3</a></sup> 7', '12.5², ³ 7'],
    ['$1<sup>99</sup>', '$1⁹⁹'],
    ['2<sup>nd</sup>, m<sup>2</sup>, H<sub>2</sub>O, note<sup>[1]</sup>', '2nd, m2, H2O, note[1]'],
    ['10 <sup>6</sup>', '10 6'],
    ['<table><tr><td>12.5<sup>2</sup><td>3<sup>a</sup></table>', '12.5² | 3a'],
    ['<math><mfrac><mn>1</mn><mn>2</mn></mfrac><msup><mn>10</mn><mn>5</mn></msup></math>', '1 2 10 5'],
  ])('make no other number: %s', (html, text) => {
    expect(read(html).text).toBe(text);
  });

  it('nor do they in Markdown', () => {
    expect(read('<b>12.5</b><sup><a href="#n">2</a></sup>', { format: 'markdown' }).text).toBe(
      '**12.5**[²](https://example.org/dir/page.html#n)',
    );
  });
});

it('a popover is hidden until somebody opens it', () => {
  expect(read('<p>seen</p><div popover>unseen</div>').text).toBe('seen');
});

describe('cells that span', () => {
  const head = '<tr><th>Who<th>What<th>N';
  it.each([
    [
      'rows',
      `${head}<tr><td rowspan=2>A<td>Buy<td>1<tr><td>Sell<td>2<tr><td>B<td>Buy<td>3`,
      ['A | Buy | 1', '| Sell | 2', 'B | Buy | 3'],
    ],
    [
      'rows in the middle',
      `${head}<tr><td>A<td rowspan=2>Buy<td>1<tr><td>B<td>2`,
      ['A | Buy | 1', 'B |  | 2'],
    ],
    [
      'rows to the end of their group',
      `<tbody>${head}<tr><td rowspan=0>A<td>Buy<td>1<tr><td>Sell<td>2<tbody><tr><td>B<td>Buy<td>3`,
      ['A | Buy | 1', '| Sell | 2', 'B | Buy | 3'],
    ],
    ['columns', `${head}<tr><td colspan=2>A<td>1<tr><td colspan=3>Sum`, ['A |  | 1', 'Sum']],
    ['both', `${head}<tr><td colspan=2 rowspan=2>A<td>1<tr><td>2`, ['A |  | 1', '| | 2']],
    [
      'nonsense',
      `${head}<tr><td rowspan=-1 colspan=x>A<td>Buy<td>1<tr><td>B<td>Buy<td>2`,
      ['A | Buy | 1', 'B | Buy | 2'],
    ],
  ])('leave what follows in its column: %s', (_what, rows, lines) => {
    expect(read(`<table>${rows}</table>`).text).toBe(['Who | What | N', ...lines].join('\n'));
  });

  it('do so in Markdown, also in the head', () => {
    const table = `<tr><th colspan=3>Trades${head}<tr><td rowspan=2>A<td>Buy<td>1<tr><td>Sell<td>2`;
    expect(read(`<table>${table}</table>`, { format: 'markdown' }).text.split('\n')).toEqual([
      '| Trades | | |',
      '| --- | --- | --- |',
      '| Who | What | N |',
      '| A | Buy | 1 |',
      '| | Sell | 2 |',
    ]);
  });

  it('leave what follows in its column also far to the right, as in statements of accounts', () => {
    const quarters = Array.from({ length: 12 }, (_, k) => `<th colspan=3>Q${k}`).join('');
    const values = Array.from({ length: 12 }, (_, k) => `<td>$<td>v${k}<td>%`).join('');
    const [head = '', row = ''] = read(`<table><tr>${quarters}<tr>${values}</table>`).text.split('\n');
    const columnOf = (line: string, word: string) =>
      line.split('|').findIndex((cell) => cell.trim() === word);
    expect([columnOf(head, 'Q11'), columnOf(row, 'v11')]).toEqual([33, 34]);
  });

  it('make no more of a page than a few times its size', () => {
    const rows = '<tr>' + '<td rowspan=65534 colspan=1000>x'.repeat(1_000) + '<tr><td>y'.repeat(20_000);
    expect(read(`<table>${rows}</table>`).text.length).toBeLessThan(10 * rows.length);
  });
});
