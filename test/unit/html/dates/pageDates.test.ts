import { readPage } from '../../../../lib/html/readPage';

const read = (html: string, url = 'https://www.example.org/news/rain?utm=1') => {
  const { publishedAt, publishedFrom, modifiedAt, modifiedFrom } = readPage(html, { url, format: 'text' });
  return { publishedAt, publishedFrom, modifiedAt, modifiedFrom };
};
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const NONE = { publishedAt: null, publishedFrom: null, modifiedAt: null, modifiedFrom: null };

describe('when a page was published', () => {
  it('is null without a structured signal, whatever the text says', () => {
    expect(read('<p>Published on 12 May 2026</p>')).toEqual(NONE);
  });

  it('comes from article:published_time before everything else', () => {
    const html = `<time datetime="2026-05-12T01:00:00Z">x</time>${jsonLd({ '@type': 'NewsArticle', datePublished: '2026-05-12' })}${meta('article:published_time', '2026-05-12T07:40:00Z')}`;
    expect(read(html)).toMatchObject({
      publishedAt: '2026-05-12T07:40:00.000Z',
      publishedFrom: 'meta:article:published_time',
    });
  });

  it('and when it was modified are kept apart', () => {
    const html =
      meta('article:published_time', '2026-05-10T08:00:00+02:00') +
      meta('article:modified_time', '2026-05-12');
    expect(read(html)).toEqual({
      publishedAt: '2026-05-10T06:00:00.000Z',
      publishedFrom: 'meta:article:published_time',
      modifiedAt: '2026-05-12',
      modifiedFrom: 'meta:article:modified_time',
    });
  });

  it('is never taken from a modified signal', () => {
    expect(
      read(meta('og:updated_time', '2026-05-12') + '<time class="updated" datetime="2026-05-12">x</time>'),
    ).toMatchObject({
      publishedAt: null,
      modifiedAt: '2026-05-12',
    });
  });

  it('is null where the signals differ by more than a day', () => {
    const html =
      meta('article:published_time', '2026-05-12T07:40:00Z') +
      jsonLd({ '@type': 'Article', datePublished: '2026-05-09' });
    expect(read(html).publishedAt).toBeNull();
  });

  it('stands where one of several others agrees', () => {
    const html = `${meta('article:published_time', '2026-05-12T07:40:00Z')}${meta('pubdate', '2026-05-12')}<time datetime="2020-01-01">x</time>`;
    expect(read(html).publishedAt).toBe('2026-05-12T07:40:00.000Z');
  });

  it('keeps a bare date and a time without zone as they are', () => {
    expect(read(meta('article:published_time', '2026-05-12')).publishedAt).toBe('2026-05-12');
    expect(read(meta('article:published_time', '2026-05-12 07:40')).publishedAt).toBe('2026-05-12T07:40');
  });
});

describe('JSON-LD', () => {
  it.each([
    ['an array', [{ '@type': 'Organization' }, { '@type': 'Article', datePublished: '2026-05-12' }]],
    [
      'a graph',
      { '@graph': [{ '@type': ['Thing', 'NewsArticle'], datePublished: { '@value': '2026-05-12' } }] },
    ],
    [
      'a main entity',
      { '@type': 'WebPage', mainEntity: { '@type': 'BlogPosting', datePublished: ['2026-05-12'] } },
    ],
    ['a type with its namespace', { '@type': 'http://schema.org/Article', datePublished: '2026-05-12' }],
  ])('is read from %s', (_name, value) => {
    expect(read(jsonLd(value))).toMatchObject({
      publishedAt: '2026-05-12',
      publishedFrom: 'json-ld:datePublished',
    });
  });

  it('of a comment, a review or an element of a list is not the page', () => {
    const html = jsonLd({
      '@type': 'Product',
      review: { '@type': 'Review', datePublished: '2026-05-01' },
      comment: [{ '@type': 'Article', datePublished: '2026-05-02' }],
      itemListElement: [{ '@type': 'Article', datePublished: '2026-05-03' }],
    });
    expect(read(html)).toEqual(NONE);
  });

  it('of several articles takes the one with the address of the page, else none', () => {
    const other = { '@type': 'Article', url: 'https://example.org/news/snow', datePublished: '2026-01-01' };
    const own = { '@type': 'Article', url: 'http://example.org/news/rain/', datePublished: '2026-05-12' };
    expect(read(jsonLd([other, own])).publishedAt).toBe('2026-05-12');
    expect(read(jsonLd([other, { ...own, url: undefined }])).publishedAt).toBeNull();
  });

  it.each([
    ['line breaks inside of strings', '{"@type":"Article","headline":"a\nb","datePublished":"2026-05-12"}'],
    ['a comma too many', '{"@type":"Article","datePublished":"2026-05-12",}'],
    ['CDATA around it', '/*<![CDATA[*/{"@type":"Article","datePublished":"2026-05-12"}/*]]>*/'],
  ])('with %s is mended', (_name, json) => {
    expect(read(`<script type="application/ld+json">${json}</script>`).publishedAt).toBe('2026-05-12');
  });

  it('that is broken is not guessed at', () => {
    expect(
      read('<script type="application/ld+json">{"@type":"Article","datePublished":"2026-05-12"</script>'),
    ).toEqual(NONE);
  });
});

describe('elements', () => {
  it('itemprop datePublished counts where all agree', () => {
    const one = '<meta itemprop="datePublished" content="2026-05-12">';
    expect(read(one + one).publishedAt).toBe('2026-05-12');
    expect(read(`${one}<span itemprop="datePublished">May 1, 2026</span>`).publishedAt).toBeNull();
  });

  it('in comments, related links and sidebars do not speak of the page', () => {
    const time = '<time datetime="2026-05-12">x</time>';
    expect(
      read(`<div class="comments">${time}</div><aside>${time}</aside><div id="related-posts">${time}</div>`),
    ).toEqual(NONE);
  });

  it('time in the article counts, a marked one first', () => {
    expect(read('<article><time datetime="2026-05-12T07:40Z">x</time></article>')).toMatchObject({
      publishedAt: '2026-05-12T07:40:00.000Z',
      publishedFrom: 'time:datetime',
    });
    expect(read('<time class="entry-date published" datetime="2026-05-12">x</time>').publishedFrom).toBe(
      'time:published',
    );
  });

  it('of several that name different days give none', () => {
    expect(
      read('<article><time datetime="2026-05-12">x</time><time datetime="2026-04-01">y</time></article>')
        .publishedAt,
    ).toBeNull();
  });
});

it('the writing of another signal for the same instant tells the day of the page', () => {
  const html =
    meta('article:published_time', '2026-05-12T02:00:00Z') +
    '<time datetime="2026-05-11T20:00:00-06:00">x</time>';
  const page = readPage(html, { url: 'https://example.org/', format: 'text' });
  expect(page).toMatchObject({
    publishedAt: '2026-05-12T02:00:00.000Z',
    publishedAsWritten: '2026-05-11T20:00:00-06:00',
  });
});

describe('what is not the publication of a page', () => {
  const TIME = '2026-05-12T07:40:00Z';

  it.each(['date', 'DC.date', 'dcterms.date'])('a meta %s, which may tell of a change, alone', (name) => {
    expect(read(meta(name, TIME))).toEqual(NONE);
    expect(read(meta(name, TIME) + meta('article:published_time', TIME)).publishedFrom).toBe(
      'meta:article:published_time',
    );
  });

  it('a time without a mark, or a date, that repeats the time of the last change', () => {
    const changed = jsonLd({ '@type': 'Article', datePublished: '2017-04-03', dateModified: TIME });
    expect(
      read(`${meta('article:modified_time', TIME)}<time datetime="${TIME}">x</time>`).publishedAt,
    ).toBeNull();
    expect(read(`${changed}<article><time datetime="${TIME}">x</time></article>`).publishedAt).toBe(
      '2017-04-03',
    );
  });

  it('the day on which a standing page was set up: its tool tells the change, but no publication', () => {
    const page = jsonLd({ '@type': 'WebPage', datePublished: '2020-05-12' });
    expect(read(page).publishedAt).toBe('2020-05-12');
    expect(read(page + meta('article:modified_time', TIME))).toMatchObject({
      publishedAt: null,
      modifiedAt: '2026-05-12T07:40:00.000Z',
    });
  });

  it('the day on which the front page of a site was set up', () => {
    const html = meta('og:type', 'website') + meta('article:published_time', TIME);
    expect(read(html, 'https://example.org/').publishedAt).toBeNull();
    expect(read(html, 'https://example.org/?p=12').publishedAt).not.toBeNull();
    expect(read(html.replace('website', 'article'), 'https://example.org/').publishedAt).not.toBeNull();
  });

  it('what a reader writes in a review', () => {
    const review = { '@type': 'Review', datePublished: '2026-05-12' };
    expect(read(jsonLd(review))).toEqual(NONE);
    expect(read(jsonLd({ ...review, url: 'https://example.org/news/rain' })).publishedAt).toBe('2026-05-12');
  });

  it('one of two days that signals of the same kind name', () => {
    const two = (a: string, b: string) =>
      read(meta('article:published_time', a) + meta('article:published_time', b)).publishedAt;
    expect(two('2026-05-12', '2026-05-13')).toBeNull();
    expect(two('2026-05-12T07:40:00Z', '2026-05-13T07:40:00Z')).toBeNull();
    expect(two('2026-05-12T23:40:00Z', '2026-05-13T01:40:00+02:00')).toBe('2026-05-12T23:40:00.000Z');
    expect(two('2026-05-12T23:40:00Z', '2026-05-13')).toBe('2026-05-12T23:40:00.000Z');
    expect(two('2026-05-12T09:40:00', '2026-05-13T07:40:00Z')).toBeNull();
  });

  it('what the JSON-LD of another page of the site says, even alone', () => {
    const article = (address: unknown) =>
      jsonLd({ '@type': 'Article', mainEntityOfPage: address, datePublished: '2026-05-12' });
    expect(read(article('https://example.org/news/snow'))).toEqual(NONE);
    expect(read(article({ '@id': '/news/snow' }))).toEqual(NONE);
    for (const own of ['/news/rain', 'https://example.org/news/rain/it-rained', '#article'])
      expect(read(article(own)).publishedAt).toBe('2026-05-12');
    // what copied and careless markup names: the site, an example
    for (const careless of ['https://www.example.org', 'https://google.com/article'])
      expect(read(article(careless)).publishedAt).toBe('2026-05-12');
  });
});

describe('the time of day of a publication', () => {
  it('is taken from another explicit signal where the surest gives the midnight of a date', () => {
    const html =
      jsonLd({ '@type': 'Article', datePublished: '2026-05-12T00:00:00+00:00' }) +
      jsonLd({ '@type': 'WebPage', datePublished: '2026-05-12T07:40:05+00:00' });
    expect(read(html).publishedAt).toBe('2026-05-12T07:40:05.000Z');
  });

  it('is never that of another page', () => {
    const own = meta('article:published_time', '2026-05-12T00:00:00Z');
    const address = 'https://www.example.org/news/snow';
    const other = jsonLd({ '@type': 'NewsArticle', url: address, datePublished: '2026-05-12T09:30:00Z' });
    expect(read(own + other)).toEqual(read(own));
  });

  it('stays without zone where the same clock is claimed for two zones', () => {
    const html =
      meta('article:published_time', '2026-05-12T09:40:27+00:00') +
      jsonLd({ '@type': 'WebPage', datePublished: '2026-05-12T09:40:27+02:00' });
    expect(read(html).publishedAt).toBe('2026-05-12T09:40:27');
  });

  it('is left out where signals of the same kind agree on the day alone', () => {
    const two = (a: string, b: string) =>
      read(meta('article:published_time', a) + meta('article:published_time', b)).publishedAt;
    expect(two('2026-05-12T07:40:00Z', '2026-05-12T09:15:00Z')).toBe('2026-05-12');
    expect(two('2026-05-12T07:40:00Z', '2026-05-12T07:40:21Z')).toBe('2026-05-12T07:40:00.000Z');
    expect(two('2026-05-12T07:40:00Z', '2026-05-12T09:40:00')).toBe('2026-05-12T07:40:00.000Z');
    expect(two('2026-05-12T07:40:00Z', '2026-05-12')).toBe('2026-05-12T07:40:00.000Z');
    expect(two('2026-05-12T00:00:00Z', '2026-05-12T07:40:00Z')).toBe('2026-05-12T07:40:00.000Z');
    // one of two days, as they are written
    expect(two('2026-05-12T23:40:00Z', '2026-05-13T03:15:00+02:00')).toBeNull();
  });

  it('is written with the offset by which a local writing of it differs', () => {
    const html =
      meta('article:published_time', '2026-05-12T02:00:31Z') +
      meta('article_date_original', '2026-05-11T20:00');
    const { publishedAsWritten } = readPage(html, { url: 'https://example.org/a', format: 'text' });
    expect(publishedAsWritten).toBe('2026-05-11T20:00-06:00');
  });
});

describe('parts that seem to speak of other pages', () => {
  const time = '<time datetime="2026-05-12">x</time>';

  it.each([
    ['a layout that has a sidebar', `<div class="layout has-sidebar"><article>${time}</article></div>`],
    [
      'the posts of Blogger',
      `<div class="widget Blog"><abbr class="published" title="2026-05-12">x</abbr></div>`,
    ],
    ['an aside about the article', `<article><aside class="post-meta">${time}</aside></article>`],
  ])('but do not: %s', (_what, html) => {
    expect(read(html).publishedAt).toBe('2026-05-12');
  });

  it('and do: other asides, and other widgets', () => {
    expect(read(`<aside class="meta">${time}</aside><div class="widget Archive">${time}</div>`)).toEqual(
      NONE,
    );
  });
});

it('JSON-LD with a brace too many at its end is mended', () => {
  const json = '{"@type":"Article","datePublished":"2026-05-12"}}';
  expect(read(`<script type="application/ld+json">${json}</script>`).publishedAt).toBe('2026-05-12');
});
