import { feed } from '../../../../lib/monitor/parsers/feed';
import { monitorWith, pageOf } from '../../../helpers/listPage';

const parse = (text: string) => feed.parse(pageOf(text), monitorWith({ parser: 'feed' }));
const rss = (items: string) =>
  `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const codeOf = (text: string) => {
  try {
    parse(text);
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'no error';
};

describe('feed', () => {
  it('knows entries by their id, else their link, else their title with its time', () => {
    const { entries } = parse(
      rss(
        '<item><guid>g1</guid><link>https://lists.example/1</link><pubDate>Tue, 15 Sep 2026 12:00:00 GMT</pubDate></item>' +
          '<item><link>https://lists.example/2</link><pubDate>Tue, 15 Sep 2026 11:00:00 GMT</pubDate></item>' +
          '<item><title>Café</title><pubDate>Tue, 15 Sep 2026 10:00:00 GMT</pubDate></item>',
      ),
    );
    expect(entries.map(({ id }) => id)).toEqual([
      'g1',
      'https://lists.example/2',
      'Café Tue, 15 Sep 2026 10:00:00 GMT',
    ]);
    expect(entries[0]).toMatchObject({
      publishedAt: '2026-09-15T12:00:00.000Z',
      detailUrl: 'https://lists.example/1',
      fields: { id: 'g1', link: 'https://lists.example/1' },
    });
  });

  it('gives each id once and counts what cannot be recognised again', () => {
    expect(
      parse(
        rss(
          '<item><guid>a</guid></item><item><guid>a</guid></item><item><description>x</description></item>',
        ),
      ),
    ).toMatchObject({
      entries: [{ id: 'a' }],
      duplicatesOnPage: 1,
      rowsWithoutId: 1,
    });
  });

  describe('entries that share an id and say other things', () => {
    const item = (n: number, link = `https://lists.example/${n}`) =>
      `<item><guid>same</guid><title>Title ${n}</title><link>${link}</link></item>`;
    const ids = (text: string) => parse(text).entries.map(({ id }) => id);

    it('are told apart by their links, and the oldest keeps the id it had', () => {
      expect(ids(rss(item(1)))).toEqual(['same']);
      expect(ids(rss(item(3) + item(2) + item(1)))).toEqual([
        'https://lists.example/3',
        'https://lists.example/2',
        'same',
      ]);
    });

    it('are told apart by their titles where the link is one as well', () => {
      const home = 'https://lists.example/';
      expect(ids(rss(item(3, home) + item(2, home) + item(1, home)))).toEqual(['same Title 3', home, 'same']);
    });

    it('are said to be lost where nothing tells them apart', () => {
      const entry = (text: string) => `<item><guid>a</guid><description>${text}</description></item>`;
      const { entries, duplicatesOnPage, warnings } = parse(rss(entry('two') + entry('one')));
      expect([entries.map(({ fields }) => fields['description']), duplicatesOnPage]).toEqual([['one'], 1]);
      expect(warnings.join(' ')).toContain('1 entries of the feed share');
      expect(parse(rss(entry('one') + entry('one'))).warnings).toEqual([]);
    });
  });

  it('says of when its newest entry is, never of the future', () => {
    const at = (date: string) => `<item><guid>${date}</guid><pubDate>${date}</pubDate></item>`;
    expect(
      parse(rss(at('Tue, 15 Sep 2026 12:00:00 GMT') + at('Wed, 01 Jan 2031 12:00:00 GMT'))).dataAsOf,
    ).toBe('2026-09-15T12:00:00.000Z');
    expect(parse(rss('<item><guid>a</guid></item>'))).toMatchObject({ dataAsOf: null, dataAsOfFrom: null });
  });

  it('answers an empty feed, and refuses what is none', () => {
    expect(parse(rss('')).entries).toEqual([]);
    expect(codeOf('<html><body>Not a feed</body></html>')).toBe('PAGE_CHANGED');
    expect(codeOf('<html><head><title>Attention Required! | Cloudflare</title></head></html>')).toBe(
      'BLOCKED',
    );
  });
});
