import fc from 'fast-check';
import { PAGE_FORMATS, readPage } from '../../../lib/html/readPage';

const TAGS =
  'html head body title p div span b i a ul ol li table tr td th thead tbody pre code br hr h1 h2 blockquote script style template noscript svg article main nav footer time meta img details textarea select option'.split(
    ' ',
  );
const attribute = fc.constantFrom(
  '',
  ' hidden',
  ' href="/x"',
  ' href="javascript:x"',
  ' class="nav comment"',
  ' style="display:none"',
  ' datetime="2026-05-12"',
  ' itemprop="datePublished"',
  ' start="9"',
  ' alt="|*"',
  ' src="/i"',
  ' id="',
);
const tag = fc.constantFrom(...TAGS);
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.tuple(tag, attribute).map(([name, more]) => `<${name}${more}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom(
    '\n',
    ' ',
    '&nbsp;',
    '&#0;',
    '&#x202e;',
    '&lt;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '\u0000',
    '\u200b',
    '|',
    '`',
    '*',
    '# ',
  ),
);
const html = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
/** What must not come out: every control but the line feed, and every character that shows nothing. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

describe.each(PAGE_FORMATS)('any page as %s', (format) => {
  const read = (page: string) => readPage(page, { url: 'https://example.org/', format, includeLinks: true });

  it('is read without an error, into text without unseen characters and at most two blank lines', () => {
    fc.assert(
      fc.property(html, (page) => {
        const { text, title } = read(page);
        expect(text).not.toMatch(UNSEEN);
        expect(title ?? '').not.toMatch(UNSEEN);
        expect(text).not.toMatch(/\n{4}/);
        expect(text.isWellFormed()).toBe(true);
        expect(text).toBe(text.trim());
      }),
    );
  });

  it('survives the way through JSON', () => {
    fc.assert(
      fc.property(html, (page) => {
        const reading = read(page);
        expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
      }),
    );
  });

  it('is read the same twice', () => {
    fc.assert(
      fc.property(html, (page) => {
        expect(read(page)).toEqual(read(page));
      }),
    );
  });
});

it('words of a paragraph come out in order, none glued, split or lost', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.constantFrom('b', 'i', 'span', 'em')), { minLength: 1, maxLength: 20 }),
      (words) => {
        const page = `<p>${words.map(([text, name]) => `<${name}>${text}</${name}>`).join(' ')}</p>`;
        expect(readPage(page, { url: 'https://example.org/', format: 'text' }).text).toBe(
          words.map(([text]) => text).join(' '),
        );
      },
    ),
  );
});
