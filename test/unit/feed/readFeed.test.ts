import { readFeed } from '../../../lib/feed/readFeed';
import type { Feed } from '../../../lib/feed/feed';
import { ToolError } from '../../../lib/errors';

const URL_OF_FEED = 'https://example.com/blog/feed.xml';

function read(
  document: string | Buffer,
  contentType: string | null = null,
  url: string | null = URL_OF_FEED,
): Feed {
  return readFeed(typeof document === 'string' ? Buffer.from(document) : document, { url, contentType });
}

function refusal(document: string, contentType: string | null = null): ToolError {
  try {
    read(document, contentType);
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error('was not refused');
}

const rss = (items: string, channel = ''): string =>
  `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>${channel}${items}</channel></rss>`;
const item = (inner: string): string => rss(`<item>${inner}</item>`);
const atom = (entries: string, attributes = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>T</title>${entries}</feed>`;

describe('readFeed, the formats', () => {
  it('reads RSS 2.0', () => {
    const feed = read(`<?xml version="1.0"?>
      <rss version="2.0"><channel><title>News</title><link>/</link><language>en</language>
      <item><title>A &amp;amp; B</title><link>/a</link><guid isPermaLink="false"> id-1 </guid>
        <pubDate>Fri, 28 May 2010 21:03:38 GMT</pubDate><description>&lt;p&gt;Text&lt;/p&gt;</description>
        <author>ann@example.com (Ann)</author><category>x</category><category>y</category>
        <enclosure url="https://example.com/a.mp3" type="audio/mpeg" length="123"/></item></channel></rss>`);
    expect(feed).toMatchObject({
      format: 'rss',
      title: 'News',
      link: 'https://example.com/',
      language: 'en',
      warnings: [],
    });
    expect(feed.entries).toEqual([
      {
        id: 'id-1',
        title: 'A & B',
        link: 'https://example.com/a',
        publishedAt: '2010-05-28T21:03:38.000Z',
        publishedText: 'Fri, 28 May 2010 21:03:38 GMT',
        updatedAt: null,
        description: 'Text',
        content: null,
        author: 'ann@example.com (Ann)',
        categories: ['x', 'y'],
        enclosures: [{ url: 'https://example.com/a.mp3', type: 'audio/mpeg', length: 123 }],
      },
    ]);
  });

  it('reads RSS 1.0, whose items stand beside the channel', () => {
    const feed =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>T</title></channel>
      <item rdf:about="https://example.com/1"><title>One</title><link>https://example.com/1</link>
      <dc:date>2010-05-28T14:03:38-07:00</dc:date></item></rdf:RDF>`);
    expect(feed).toMatchObject({
      format: 'rdf',
      title: 'T',
      entries: [{ id: 'https://example.com/1', title: 'One', publishedAt: '2010-05-28T21:03:38.000Z' }],
    });
  });

  it('reads Atom 1.0 with its kinds of text', () => {
    const feed = read(
      atom(`<entry><id>urn:1</id><title type="html">&lt;b&gt;Bold&lt;/b&gt;</title><link href="e/1"/>
        <published>2020-01-01T00:00:00Z</published><updated>2020-01-02T00:00:00Z</updated>
        <summary>1 &lt; 2 &lt;b&gt;</summary><author><name>Ann</name><email>a@example.com</email></author>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &amp;amp; b</p><p>c</p></div></content></entry>`),
    );
    expect(feed.entries[0]).toMatchObject({
      id: 'urn:1',
      title: 'Bold',
      link: 'https://example.com/blog/e/1',
      publishedAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-02T00:00:00.000Z',
      description: '1 < 2 <b>',
      content: 'a &amp; b\n\nc',
      author: 'Ann',
    });
  });

  it('reads Atom 0.3', () => {
    const feed =
      read(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="escaped">a &amp;amp; b</title>
      <issued>2004-04-20T00:23:47Z</issued><modified>2004-04-21T00:00:00Z</modified></entry></feed>`);
    expect(feed.entries[0]).toMatchObject({ title: 'a & b', publishedAt: '2004-04-20T00:23:47.000Z' });
  });

  it('reads JSON Feed', () => {
    const feed = read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'T',
        items: [
          {
            id: 7,
            url: '/7',
            content_html: '<p>x</p>',
            date_published: '2020-01-01T00:00:00Z',
            authors: [{ name: 'Ann' }],
          },
          'no object',
        ],
      }),
    );
    expect(feed.entries).toMatchObject([
      {
        id: '7',
        link: 'https://example.com/7',
        content: 'x',
        publishedAt: '2020-01-01T00:00:00.000Z',
        author: 'Ann',
      },
    ]);
    expect(feed.warnings).toEqual(['1 of 2 items are no objects and were passed over.']);
  });

  it('goes by the content, whatever the Content-Type says', () => {
    expect(read(item('<title>x</title>'), 'text/html').entries).toHaveLength(1);
  });
});

describe('readFeed, numbers as ids', () => {
  it('keeps every digit of those that a double would round', () => {
    const idsOf = (ids: string): unknown =>
      read(
        `{"version":"https://jsonfeed.org/version/1.1","items":[${ids
          .split(' ')
          .map((id) => `{"id": ${id}}`)
          .join()}]}`,
      ).entries.map(({ id }) => id);
    expect(idsOf('1234567890123456789 1234567890123456788 9007199254740993 7 -3')).toEqual([
      '1234567890123456789',
      '1234567890123456788',
      '9007199254740993',
      '7',
      '-3',
    ]);
  });
});

describe('readFeed, times', () => {
  it('gives the newest first and the undated last, in the order of the feed', () => {
    const dated = (id: string, date: string): string =>
      `<item><guid>${id}</guid><pubDate>${date}</pubDate></item>`;
    const feed = read(
      rss(
        dated('u1', 'soon') +
          dated('old', '2019-01-01T00:00:00Z') +
          dated('new', 'Wed, 01 Jan 2020 12:00:00 GMT') +
          dated('u2', '') +
          dated('day', '2019-06-01'),
      ),
    );
    expect(feed.entries.map((entry) => entry.id)).toEqual(['new', 'day', 'old', 'u1', 'u2']);
  });

  it('keeps the words of a date that cannot be read', () => {
    expect(read(item('<pubDate>10-04-2020 19:00</pubDate>')).entries[0]).toMatchObject({
      publishedAt: null,
      publishedText: '10-04-2020 19:00',
    });
  });

  it('takes the time of the update where an entry states no other', () => {
    expect(read(atom('<entry><updated>2020-01-02T00:00:00Z</updated></entry>')).entries[0]).toMatchObject({
      publishedAt: '2020-01-02T00:00:00.000Z',
      updatedAt: '2020-01-02T00:00:00.000Z',
    });
  });

  it('never takes the date of the feed for that of an entry', () => {
    const feed = read(
      rss('<item><title>x</title></item>', '<pubDate>Wed, 01 Jan 2020 12:00:00 GMT</pubDate>'),
    );
    expect(feed).toMatchObject({ updatedAt: '2020-01-01T12:00:00.000Z', entries: [{ publishedAt: null }] });
  });
});

describe('readFeed, links', () => {
  it('composes xml:base, then the address of the feed', () => {
    const feed = read(
      atom('<entry xml:base="b/"><link href="c"/></entry><entry><link href="c"/></entry>', 'xml:base="/a/"'),
    );
    expect(feed.entries.map((entry) => entry.link)).toEqual([
      'https://example.com/a/b/c',
      'https://example.com/a/c',
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'gives no link for %s',
    (link) => {
      expect(read(item(`<link>${link}</link>`)).entries[0]?.link).toBeNull();
    },
  );

  it('takes a permanent guid for the link, and no other guid', () => {
    expect(read(item('<guid>https://example.com/p</guid>')).entries[0]?.link).toBe('https://example.com/p');
    expect(read(item('<guid isPermaLink="false">https://example.com/p</guid>')).entries[0]?.link).toBeNull();
  });

  it('keeps ids as they are written', () => {
    expect(read(item('<guid>  TAG:Example,2020:A%2fb </guid>')).entries[0]?.id).toBe(
      'TAG:Example,2020:A%2fb',
    );
  });
});

describe('readFeed, feeds as they are written', () => {
  it.each([
    ['a bare ampersand', '<title>D&D ?a=1&copy=2</title>', 'D&D ?a=1©=2'],
    ['a name of HTML that nothing declares', '<title>caf&eacute;&nbsp;1</title>', 'café 1'],
    ['a comparison', '<title>5 < 6 and 7 <8</title>', '5 < 6 and 7 <8'],
    ['a control character', '<title>a\u0008b&#8;c</title>', 'abc'],
    [
      'a title of an image before its own',
      '<media:thumbnail><title>no</title></media:thumbnail><title>yes</title>',
      'yes',
    ],
  ])('reads a title with %s', (_what, inner, title) => {
    expect(read(item(inner)).entries[0]?.title).toBe(title);
  });

  it('keeps the ampersands of links', () => {
    expect(read(item('<link>https://example.com/?a=1&copy=2</link>')).entries[0]?.link).toBe(
      'https://example.com/?a=1&copy=2',
    );
  });

  it('skips what stands before the root and after it', () => {
    expect(
      read(`Warning: <br/>\n${item('<title>x</title>')}<rss><channel><item/></channel></rss>`).entries,
    ).toHaveLength(1);
  });

  it('ends an entry that was never closed where the next one begins', () => {
    expect(
      read(rss('<item><title>a<item><title>b</title></item>')).entries.map((entry) => entry.title),
    ).toEqual(['a', 'b']);
  });

  it.each(['<b /', '</b ', '<b title="x', '<b'])('adds nothing of a tag that breaks off: %s', (tag) => {
    const whole = '<rss><channel><item><title>T</title><description>one &lt;i&gt;two&lt;/i&gt; ';
    expect(read(whole + tag).entries).toMatchObject([{ title: 'T', description: 'one two' }]);
  });

  it('reads entries that stand inside of other elements, in their order, and says so', () => {
    const one = (title: string): string => `<item><title>${title}</title></item>`;
    const feed = read(rss(`${one('A')}<div><p>${one('B')}<item><title>C</title></p></div>${one('D')}`));
    expect(feed.entries.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D']);
    expect(feed.warnings).toEqual([
      'Entries stand inside of <div>, where feeds have none. They were read as entries of the feed.',
    ]);
  });

  it('reads the entries of a channel that stands inside of another, and of one below another element', () => {
    const titles = (document: string) => read(document).entries.map(({ title }) => title);
    const inner = '<channel><item><title>A</title></item></channel>';
    expect(titles(`<rss><channel>${inner}</channel></rss>`)).toEqual(['A']);
    expect(titles(`<rss><body>${inner}</body></rss>`)).toEqual(['A']);
    expect(titles(atom('<list><entry><title>A</title></entry></list>'))).toEqual(['A']);
  });

  it('takes no entry of a module inside of an entry for one of the feed', () => {
    const feed = read(item('<title>A</title><dc:list><item><title>B</title></item></dc:list>'));
    expect(feed.entries.map(({ title }) => title)).toEqual(['A']);
    expect(feed.warnings).toEqual([]);
  });

  it('passes over a byte order mark, whatever the server calls the bytes', () => {
    const marked = Buffer.from(`\ufeff${item('<title>é</title>')}`);
    expect(read(marked, 'text/xml; charset=iso-8859-1').entries).toMatchObject([{ title: 'é' }]);
  });

  it('says that a feed breaks off', () => {
    const feed = read('<rss><channel><item><title>a</title></item><item><title>b</ti');
    expect(feed.entries).toHaveLength(2);
    expect(feed.warnings[0]).toMatch(/breaks off before its end/);
  });

  it.each([
    [
      'the HTTP header',
      Buffer.from(item('<title>\xe4</title>'), 'latin1'),
      'text/xml; charset=iso-8859-1',
      'ä',
    ],
    [
      'the declaration, where the bytes disprove the header',
      Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${item('<title>\x80</title>')}`, 'latin1'),
      'text/xml; charset=utf-8',
      '€',
    ],
    [
      'the declaration and the bytes together, where the header names a legacy encoding',
      Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${item('<title>ä</title>')}`),
      'text/xml; charset=iso-8859-1',
      'ä',
    ],
    ['the byte order mark', Buffer.from(`\ufeff${item('<title>ä</title>')}`, 'utf16le'), null, 'ä'],
  ])('decodes by %s', (_what, bytes, contentType, title) => {
    expect(read(bytes, contentType).entries[0]?.title).toBe(title);
  });

  it('gives a feed without entries', () => {
    expect(read(rss('')).entries).toEqual([]);
  });

  it('lets a feed without an address of its own start from the one that it states', () => {
    const feed = read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://example.org/f/feed"/>
       <entry><link href="1"/></entry></feed>`,
      null,
      null,
    );
    expect(feed.entries[0]?.link).toBe('https://example.org/f/1');
  });
});

describe('readFeed, a feed that ends too early', () => {
  const entry = '<item><guid>1</guid></item>';

  it('by a closing tag in a text says that entries follow', () => {
    const { entries, warnings } = read(rss(`${entry}<item><title>Write </rss> last</title></item>${entry}`));
    expect(entries).toHaveLength(2);
    expect(warnings).toEqual(['More entries follow behind the end of the feed. They were not read.']);
  });

  it('says nothing of other things behind its end', () => {
    expect(read(`${rss(entry)}<script>track()</script>`).warnings).toEqual([]);
  });
});

describe('readFeed, what is no feed', () => {
  it('says which page it is, and which feeds that advertises', () => {
    const error = refusal(
      `<!doctype html><html><head><title>My &amp; page</title>
       <link rel="alternate" type="application/rss+xml" href="/rss"></head><body>x</body></html>`,
    );
    expect(error.code).toBe('UNEXPECTED_CONTENT');
    expect(error.message).toBe(
      'The address answers with an HTML page: "My & page", not with a feed. It advertises this feed: https://example.com/rss',
    );
  });

  it.each([
    ['nothing', '', /an empty document/],
    ['other JSON', '{"items":[]}', /a JSON document that is no JSON Feed/],
    ['a list of feeds', '<opml version="2.0"/>', /an OPML list/],
    ['a sitemap', '<urlset/>', /a sitemap/],
    ['other XML', '<?xml version="1.0"?><invoice/>', /an XML document with the root <invoice>/],
    ['text', 'hello', /text of some other kind/],
  ])('says that it is %s', (_what, document, expected) => {
    expect(refusal(document).message).toMatch(expected);
  });
});

/** A feed is read in pieces of some ten thousand bytes; none of that may be seen. */
describe('readFeed, feeds longer than a piece', () => {
  const many = 3_000;
  const long = 'ä “quoted” <b>text</b> &amp; more. '.repeat(5_000);

  it('gives every entry whole', () => {
    const items = Array.from(
      { length: many },
      (_, i) => `<item><guid>é${i}</guid><title>Größe ${i}</title></item>`,
    );
    const { entries, warnings } = read(rss(items.join('')));
    expect(entries.map(({ id, title }) => ({ id, title }))).toEqual(
      Array.from({ length: many }, (_, i) => ({ id: `é${i}`, title: `Größe ${i}` })),
    );
    expect(warnings).toEqual([]);
  });

  it.each([
    ['CDATA', `<![CDATA[${long}]]>`],
    ['escaped markup', long.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ])('gives a long text whole: %s', (_how, content) => {
    const { entries } = read(item(`<description>${content}</description><guid>1</guid>`));
    expect(entries[0]?.description).toBe('ä “quoted” text & more. '.repeat(5_000).trim());
    expect(entries[0]?.id).toBe('1');
  });

  it('gives a long attribute whole', () => {
    const url = `https://example.org/${'<a>ü'.repeat(20_000)}`;
    const { entries } = read(item(`<title>t</title><enclosure url="${url}"/>`));
    expect(entries[0]?.enclosures[0]?.url).toBe(new URL(url).href);
  });

  it('still takes angle brackets for text, wherever a piece ends', () => {
    const { entries } = read(item(`<title>${'<'.repeat(100_000)} 7 <8</title><guid>1</guid>`));
    expect(entries).toMatchObject([{ id: '1', title: `${'<'.repeat(100_000)} 7 <8` }]);
  });

  it('finds a root that stands far from the start', () => {
    expect(read(`<!-- ${'x <y> '.repeat(20_000)} -->${item('<title>t</title>')}`).entries).toMatchObject([
      { title: 't' },
    ]);
  });

  it('drops control characters in all of it, and reads the numbers of windows-1252', () => {
    const padding = `<item><title>${'p'.repeat(100)}</title></item>`.repeat(500);
    const { entries } = read(rss(`${padding}<item><guid>1</guid><title>a\u0001b\u0092c</title></item>`));
    expect(entries.find(({ id }) => id === '1')?.title).toBe('ab’c');
  });
});
