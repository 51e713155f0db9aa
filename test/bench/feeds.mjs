// Large feeds as they are written in the wild, made from numbers: no two entries are the same, every run gives the same.

/** `{ name, documents, entries }` of each kind, a document being its bytes; at least `megabytes` large. */
export function largeFeeds(megabytes = 2) {
  return Object.entries(KINDS).map(([name, { head, entry, tail }]) => {
    const parts = [head];
    let length = 0;
    let entries = 0;
    for (; length < megabytes * 1048576; entries++) {
      const part = entry(entries);
      parts.push(part);
      length += Buffer.byteLength(part);
    }
    return { name, documents: [Buffer.from(`${parts.join('')}${tail}`)], entries };
  });
}

const WORDS =
  'the market closed higher after a quiet session while analysts waited for figures on prices and jobs in the coming week'.split(
    ' ',
  );
const words = (count, from) =>
  Array.from({ length: count }, (_, i) => WORDS[(i * 7 + from) % WORDS.length]).join(' ');
const date = (i) => new Date(Date.UTC(2026, 0, 1) - i * 3_600_000);
const paragraph = (i) =>
  `<p>${words(40, i)}, <a href="https://example.org/${i}?a=1&amp;b=2">${words(4, i)}</a> <em>${words(3, i)}</em>.</p>\n`;
const html = (i, paragraphs) => Array.from({ length: paragraphs }, (_, k) => paragraph(i + k)).join('');
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const rssHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ' +
  'xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n<title>News</title>\n' +
  '<link>https://example.org/</link>\n<description>All the news</description>\n';
const rssTail = '</channel>\n</rss>\n';
const item = (i, inner) =>
  `<item>\n\t<title>${words(8, i)} ${i}</title>\n\t<link>https://example.org/articles/${i}</link>\n` +
  `\t<guid isPermaLink="false">https://example.org/?p=${i}</guid>\n\t<pubDate>${date(i).toUTCString()}</pubDate>\n${inner}</item>\n`;

const KINDS = {
  'headlines, RSS': {
    head: rssHead,
    entry: (i) => item(i, `\t<description>${words(25, i)}.</description>\n`),
    tail: rssTail,
  },
  'a blog with CDATA, RSS': {
    head: rssHead,
    entry: (i) =>
      item(
        i,
        `\t<dc:creator><![CDATA[Author ${i % 7}]]></dc:creator>\n\t<category><![CDATA[Markets]]></category>\n` +
          `\t<description><![CDATA[<p>${words(30, i)} [&#8230;]</p>]]></description>\n` +
          `\t<content:encoded><![CDATA[${html(i, 8)}]]></content:encoded>\n`,
      ),
    tail: rssTail,
  },
  'escaped HTML, RSS': {
    head: rssHead,
    entry: (i) => item(i, `\t<description>${escaped(html(i, 5))}</description>\n`),
    tail: rssTail,
  },
  'a podcast, RSS': {
    head: rssHead,
    entry: (i) =>
      item(
        i,
        `\t<itunes:title>${words(6, i)}</itunes:title>\n\t<itunes:author>Host</itunes:author>\n\t<itunes:duration>${i}</itunes:duration>\n` +
          `\t<itunes:explicit>false</itunes:explicit>\n\t<itunes:image href="https://example.org/${i}.jpg"/>\n` +
          `\t<enclosure url="https://example.org/${i}.mp3" length="${1000 + i}" type="audio/mpeg"/>\n` +
          `\t<description><![CDATA[${html(i, 2)}]]></description>\n`,
      ),
    tail: rssTail,
  },
  'beyond ASCII, RSS': {
    head: rssHead,
    entry: (i) =>
      item(
        i,
        `\t<description>${'Größere Änderungen – „früher als gedacht“, приходят раньше, чем ожидалось. '.repeat(3)}${i}</description>\n`,
      ),
    tail: rssTail,
  },
  'escaped HTML, Atom': {
    head: '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>News</title>\n<id>urn:x</id>\n<updated>2026-01-01T00:00:00Z</updated>\n',
    entry: (i) =>
      `<entry>\n  <id>tag:example.org,2026:${i}</id>\n  <title type="html">${words(8, i)}</title>\n` +
      `  <link rel="alternate" type="text/html" href="https://example.org/${i}"/>\n  <published>${date(i).toISOString()}</published>\n` +
      `  <updated>${date(i).toISOString()}</updated>\n  <author><name>Author ${i % 5}</name></author>\n` +
      `  <content type="html">${escaped(html(i, 4))}</content>\n</entry>\n`,
    tail: '</feed>\n',
  },
};
