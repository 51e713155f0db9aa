import { ToolError } from '../../../lib/errors';
import { readFeed } from '../../../lib/feed/readFeed';
import { LIMITS } from '../../../lib/limits';

const rss = (inner: string, doctype = ''): string =>
  `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>T</title>${inner}<item><title>Sound</title></item></channel></rss>`;
const read = (document: string) =>
  readFeed(Buffer.from(document), { url: 'https://example.com/', contentType: null });

/** Whether the sound entry is there after all that surrounds it. */
const keepsSound = (document: string): boolean =>
  read(document).entries.some(({ title }) => title === 'Sound');

describe('hostile feeds', () => {
  it('never expands entities of a DTD, nor reads what they name', () => {
    const doctype =
      '<!DOCTYPE rss [<!ENTITY a "EXPANDED <rss><channel>"><!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>';
    const feed = read(rss('<item><title>&a;&x;</title></item>', doctype));
    expect(feed.entries[0]?.title).toBe('&a;&x;');
    expect(JSON.stringify(feed)).not.toMatch(/EXPANDED|root:/);
  });

  it('lets no DTD give lt another meaning', () => {
    expect(
      read(rss('<item><title>1 &lt; 2</title></item>', '<!DOCTYPE rss [<!ENTITY lt "SHADOW">]>')).entries[0]
        ?.title,
    ).toBe('1 < 2');
  });

  it.each([
    ['XML', rss('<item><a>'.padEnd(200_000, '<a>'))],
    [
      'XHTML',
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml">${'<b>'.repeat(10_000)}</content></entry></feed>`,
    ],
    ['JSON', `{"version":"https://jsonfeed.org/version/1.1","items":[${'['.repeat(100_000)}]}`],
  ])('refuses %s nested beyond any feed', (_what, document) => {
    expect(() => read(document)).toThrow(ToolError);
  });

  it.each([
    ['many bare ampersands', '& '.repeat(200_000)],
    ['many references', '&#65;'.repeat(200_000)],
    ['many angles in CDATA', `<![CDATA[${'<'.repeat(200_000)}]]>`],
    ['open tags in CDATA', `<![CDATA[${'a<br '.repeat(200_000)}]]>`],
    ['open scripts in CDATA', `<![CDATA[${'<script>'.repeat(100_000)}]]>`],
    ['open comments in CDATA', `<![CDATA[${'<!--'.repeat(200_000)}]]>`],
    ['many closing tags', '</a>'.repeat(200_000)],
  ])('keeps the other entries beside %s', (_what, description) => {
    expect(keepsSound(rss(`<item><description>${description}</description></item>`))).toBe(true);
  });

  it('reads a group of very many media in time', () => {
    const group = `<media:group>${'<media:content url="http://a.b/c"/>'.repeat(50_000)}</media:group>`;
    expect(keepsSound(rss(`<item>${group}</item>`))).toBe(true);
  });

  it('reads very many entries below very many namespaces in time', () => {
    const declared = Array.from({ length: 10_000 }, (_, i) => `xmlns:a${i}="u"`).join(' ');
    const entries = '<item xmlns:q="r"><q:x/></item>'.repeat(10_000);
    expect(read(`<rss ${declared}><channel>${entries}</channel></rss>`).entries).toHaveLength(10_000);
  });

  it.each([
    ['spaces', `Mon,${' '.repeat(200_000)}x`],
    ['digits', '1'.repeat(200_000)],
  ])('reads a date of many %s as none', (_what, date) => {
    const [entry] = read(rss(`<item><title>A</title><pubDate>${date}</pubDate></item>`)).entries;
    expect(entry?.publishedAt).toBeNull();
    expect(entry?.publishedText?.length).toBeLessThan(300);
  });

  it('does not let names of prototypes through', () => {
    const names = '<__proto__><polluted>1</polluted></__proto__><constructor><prototype/></constructor>';
    expect(keepsSound(rss(`<item>${names}<x __proto__="1"/></item>`))).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('survives references beyond all characters', () => {
    expect(read(rss('<item><title>a&#x110000;b&#xd800;c&#0;d</title></item>')).entries[0]?.title).toBe(
      'a\ufffdb\ufffdcd',
    );
  });

  it.each([
    ['xml:base', `<rss xml:base="https://a.b/${'x/'.repeat(150_000)}">`],
    [
      'xml:base in steps',
      `<rss xml:base="https://a.b/${'x/'.repeat(500)}"><channel xml:base="${'y/'.repeat(500)}">`,
    ],
  ])('takes no %s for a base that is longer than any address, and guesses no other', (_what, start) => {
    const feed = read(`${start}<item><link>c</link></item><item><link>https://d.e/f</link></item>`);
    expect(feed.entries.map(({ link }) => link)).toEqual([null, 'https://d.e/f']);
  });

  it('makes no gigabytes of one long address that all links start from', () => {
    const url = `https://a.b/${'x/'.repeat(150_000)}`;
    const source = { url: `https://a.b/list?${'q'.repeat(100_000)}`, contentType: null };
    const document = Buffer.from(rss('<item><link>c</link></item>'));
    expect(readFeed(document, { url, contentType: null }).entries[0]?.link).toBeNull();
    expect(readFeed(document, source).entries[0]?.link).toBe('https://a.b/c');
  });

  it.each([
    ['XML', rss('<item/>'.repeat(LIMITS.feedEntries.read))],
    [
      'JSON',
      `{"version":"https://jsonfeed.org/version/1.1","items":[${'{},'.repeat(LIMITS.feedEntries.read)}{}]}`,
    ],
  ])('refuses %s with more entries than any feed has, rather than give a part of them', (_what, document) => {
    expect(() => read(document)).toThrow(/more than 100,000 entries/);
  });
});
