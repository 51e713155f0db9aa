import { oneLine, textFromHtml, textFromPlain } from '../../../lib/feed/text';

describe('textFromHtml', () => {
  it.each([
    ['decodes entities once', 'a &amp;amp; b &lt;i&gt; &eacute; &#8217;', 'a &amp; b <i> é ’'],
    [
      'puts blocks and line breaks on lines of their own',
      '<p>one</p><p>two<br>three</p>',
      'one\n\ntwo\nthree',
    ],
    ['separates cells', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['drops what shows nothing', 'a<script>if (1 < 2) x()</script><style>p{}</style><!-- c -->b', 'ab'],
    ['takes a quoted > for part of the value', '<a title="x > y">link</a>', 'link'],
    ['keeps comparisons', '5 < 6 and 7 <8', '5 < 6 and 7 <8'],
    ['keeps what is escaped as CDATA', '<![CDATA[kept]]>', 'kept'],
    ['drops characters that can hide or turn text', 'a\u202eb\u200bc\u00add', 'abcd'],
    ['keeps the joiners of emoji and Persian', '👩\u200d💻', '👩\u200d💻'],
  ])('%s', (_what, html, text) => {
    expect(textFromHtml(html)).toBe(text);
  });

  it.each([
    ['10<sup>6</sup> or 12.5<sup><a>2</a></sup> 7', '10⁶ or 12.5² 7'],
    ['$1<SUP>99</SUP> 5', '$1⁹⁹ 5'],
    ['2<sup>nd</sup> m<sup>2</sup> CO<sub>2</sub> 3', '2nd m2 CO2 3'],
    ['1<sup>2<p>3', '1²\n3'],
  ])('writes digits behind a number as they stand: %s', (html, text) => {
    expect(textFromHtml(html)).toBe(text);
  });

  it('is null where nothing is left', () => {
    expect(textFromHtml('<img src="x"> &nbsp;')).toBeNull();
  });

  it('keeps a tag that HTML does not know only where the field may be plain text', () => {
    expect(textFromHtml('<AAPL.O> rises <b>today</b>', { loose: true })).toBe('<AAPL.O> rises today');
    expect(textFromHtml('<AAPL.O> rises <b>today</b>')).toBe('rises today');
  });
});

it('keeps a "<!" that begins no markup only where the field may be plain text', () => {
  expect(textFromHtml("<!' <b>a</b> <!-- b --><!doctype c>", { loose: true })).toBe("<!' a");
  expect(textFromHtml("<!' b> a")).toBe('a');
});

describe('textFromPlain', () => {
  it('keeps lines, with at most one blank line between', () => {
    expect(textFromPlain(' a  b \r\n\n\n\n c <b> ')).toBe('a b\n\nc <b>');
  });
});

describe('oneLine', () => {
  it('joins lines', () => {
    expect(oneLine('a\n\nb')).toBe('a b');
  });
});
