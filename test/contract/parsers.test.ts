import { parserFor } from '../../lib/monitor/parsers';
import { PARSER_NAMES, type ParserName } from '../../lib/monitor/parsers/names';
import { fixture, monitorWith, pageOf } from '../helpers/listPage';
import { secList } from '../replay/secPages.mjs';

/** A small page of each parser's kind, with the address it comes from. */
const PAGES: Readonly<Record<ParserName, { readonly url: string; readonly text: string }>> = {
  capitol_trades: {
    url: 'https://www.capitoltrades.com/trades',
    text: fixture('capitolTrades/twelve-trades.html'),
  },
  sec_form4: {
    url: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&count=40',
    text: secList({ seed: '2', opened: '2026-09-15T12:00:00Z', now: '2026-09-15T15:00:00Z', count: 40 }).body,
  },
  feed: {
    url: 'https://lists.example/feed.xml',
    text: '<rss version="2.0"><channel><title>T</title><item><guid>a</guid><pubDate>Tue, 15 Sep 2026 12:00:00 GMT</pubDate></item><item><guid>b</guid></item></channel></rss>',
  },
  generic: {
    url: 'https://lists.example/list',
    text: '<table><tr><td><a href="item?id=2">two</a></td></tr><tr><td><a href="item?id=1">one</a></td></tr></table>',
  },
};

describe.each(PARSER_NAMES)('every parser: %s', (name) => {
  const parser = parserFor(name);
  const { url, text } = PAGES[name];
  const monitor = monitorWith({ parser: name, url, idPattern: 'item\\?id=(\\d+)' });
  const parse = (body = text, over = {}) => parser.parse(pageOf(body, { url, ...over }), monitor);

  it('carries its own name and a version', () => {
    expect([parser.name, parser.version]).toEqual([name, expect.any(Number)]);
  });

  it('gives each id once, as text, with the digits apart where it is a number', () => {
    const { entries } = parse();
    expect(entries.length).toBeGreaterThan(1);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { id, numericId } of entries) expect(numericId).toBe(/^\d+$/.test(id) ? id : null);
  });

  it('is pure: the same page gives the same entries', () => {
    expect(parse()).toEqual(parse());
  });

  it('gives what JSON can hold and bring back', () => {
    const { entries } = parse();
    expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  });

  it('never says that data is of later than the request', () => {
    const { dataAsOf } = parse(text, { fetchedAtMs: Date.parse('2020-01-01T00:00:00Z') });
    expect(dataAsOf).toBeNull();
  });

  it('gives absolute addresses only', () => {
    for (const { detailUrl } of parse().entries)
      expect(detailUrl === null || /^https?:\/\//.test(detailUrl)).toBe(true);
  });

  it('names a series for each id, and a first page on the same host', () => {
    for (const { id } of parse().entries) expect(parser.seriesOf(id)).not.toBe('');
    expect(new URL(parser.firstPage(monitor)).host).toBe(new URL(url).host);
  });

  it.each(['', 'x', '<html><body>Loading ...</body></html>', '{}'])('refuses %j', (body) => {
    expect(() => parse(body)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(?:PAGE_CHANGED|UNEXPECTED_CONTENT)$/) }),
    );
  });

  it('says of a block page that it is one', () => {
    expect(() => parse('<html><head><title>Access Denied</title></head></html>')).toThrow(
      expect.objectContaining({ code: 'BLOCKED' }),
    );
  });
});
