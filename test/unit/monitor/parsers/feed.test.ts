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

    const home = 'https://lists.example/';
    const undated = (name: string, text = 'text') =>
      `<item><title>${name}</title><link>${home}page</link><description>${text}</description></item>`;

    it('have the same ids whichever others stand beside them, in any order', () => {
      const [a, b, c] = ids(rss(item(1) + item(2) + item(3)));
      expect(new Set([a, b, c, 'same']).size).toBe(4);
      expect(ids(rss(item(4) + item(3) + item(2))).slice(1)).toEqual([c, b]);
      expect(ids(rss(item(2) + item(1)))).toEqual([b, a]);
    });

    it('of a feed that lists the oldest first: one that comes behind is the only new id', () => {
      const before = ids(rss(undated('a') + undated('b') + undated('c')));
      const after = ids(rss(undated('a') + undated('b') + undated('c') + undated('d')));
      expect(after.slice(0, 3)).toEqual(before);
      expect(before).not.toContain(after[3]);
    });

    it('have the bare id where they are alone, whatever becomes of their text, and the other one in reserve', () => {
      expect(ids(rss(item(1)))).toEqual(['same']);
      expect(ids(rss(undated('a', 'one')))).toEqual(ids(rss(undated('a', 'two'))));
      const alone = parse(rss(item(2)));
      const beside = parse(rss(item(2) + item(1)));
      expect(alone.otherIds).toEqual([beside.entries[0]?.id]);
      expect(beside.otherIds).toEqual(['same', 'same']);
    });

    it('keep their ids when their text is edited, while link, title or time tells them apart', () => {
      const before = ids(rss(undated('a', 'one') + undated('b')));
      expect(ids(rss(undated('a', 'two') + undated('b')))).toEqual(before);
    });

    it('are told apart by their text alone, and said once where they say the same', () => {
      const entry = (text: string) => `<item><guid>a</guid><description>${text}</description></item>`;
      const read = parse(rss(entry('two') + entry('one') + entry('one')));
      expect(read.entries.map(({ fields }) => fields['description'])).toEqual(['two', 'one']);
      expect([read.duplicatesOnPage, read.warnings]).toEqual([1, []]);
    });

    it('are known by title and time where their link is that of the site', () => {
      const channel = `<link>${home}</link>`;
      const entry = (title: string) => `<item><title>${title}</title><link>${home}#news</link></item>`;
      expect(ids(rss(channel + entry('a')))).toEqual(['a']);
      expect(ids(rss(channel + entry('b') + entry('a')))).toEqual(['b', 'a']);
      expect(ids(rss(`${channel}<item><link>${home}</link></item>`))).toEqual([home]);
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
