import { createReferenceDecoder, decodeHtmlText } from '../../../lib/feed/entities';

describe('decodeHtmlText', () => {
  it.each([
    ['names', '&lt;b&gt; &amp; caf&eacute;&hellip;', '<b> & café…'],
    ['names that are rare', '&bigstar;&NotEqualTilde;', '★≂̸'],
    ['decimal and hexadecimal numbers', '&#8217;&#x2019;&#X1F600;', '’’😀'],
    ['numbers of windows-1252', '&#128;&#x85;', '€…'],
    ['numbers that name no character', '&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd'],
    ['old names without a semicolon', 'AT&ampT &copy 2026', 'AT&T © 2026'],
    ['once', '&amp;lt; &amp;amp;', '&lt; &amp;'],
  ])('decodes %s', (_what, html, text) => {
    expect(decodeHtmlText(html)).toBe(text);
  });

  it.each(['AT&T', 'a & b', 'a && b;', '&;', '&#;', '&#x;', '&nonsense;', 'R&D;', '&'])(
    'leaves what is no reference as it is: %s',
    (text) => {
      expect(decodeHtmlText(text)).toBe(text);
    },
  );

  // beside a rare name the whole text is left to the tokenizer, which knows all of them
  it.each(
    (
      'amp lt gt quot apos nbsp hellip ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo laquo raquo bull middot copy reg ' +
      'trade deg times frac12 euro pound cent yen sect rarr larr aacute agrave auml ouml uuml Auml Ouml Uuml szlig ' +
      'eacute egrave ecirc iacute oacute uacute ntilde ccedil #0 #9 #38 #127 #129 #150 #x9F #xA0 #x10FFFF #xDFFF'
    ).split(' '),
  )('gives the same for &%s; alone and beside a rare name', (name) => {
    expect(`${decodeHtmlText(`&${name};`)}★`).toBe(decodeHtmlText(`&${name};&bigstar;`));
  });
});

describe('the references of XML', () => {
  it('need their semicolon, and are decoded once', () => {
    const decode = createReferenceDecoder();
    expect(decode('?a=1&copy=2 &amp;lt; &rsquo;')).toBe('?a=1&copy=2 &lt; ’');
  });
});
