import { readPage } from '../../../../lib/html/readPage';

const read = (html: string) => {
  const { publishedAt, publishedFrom, modifiedAt, modifiedFrom } = readPage(html, {
    url: 'https://www.example.org/news/rain?utm=1',
    format: 'text',
  });
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
