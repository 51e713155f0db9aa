import fc from 'fast-check';
import iconv from 'iconv-lite';
import { charsetOf, decodeText } from '../../lib/charset';

const html = (charset: string, text: string) =>
  iconv.encode(`<meta charset="${charset}"><p>${text}</p>`, charset);

describe('decodeText', () => {
  it('believes the byte order mark before anything else, and drops it', () => {
    expect(decodeText(Buffer.from('\ufeffKöln'), 'text/html; charset=iso-8859-1')).toEqual({
      text: 'Köln',
      charset: 'utf-8',
    });
    expect(decodeText(Buffer.from('\ufeffKöln', 'utf16le'), null)).toEqual({
      text: 'Köln',
      charset: 'utf-16le',
    });
    expect(decodeText(Buffer.from('\ufeffKöln', 'utf16le').swap16(), null)).toEqual({
      text: 'Köln',
      charset: 'utf-16be',
    });
  });

  it('then the header, whose iso-8859-1 means windows-1252', () => {
    expect(decodeText(Buffer.from([0x80, 0x35]), 'text/html; charset=ISO-8859-1')).toEqual({
      text: '€5',
      charset: 'windows-1252',
    });
  });

  it('then valid UTF-8, whatever the document says', () => {
    expect(decodeText(Buffer.from('<meta charset="windows-1252">Köln'), 'text/html').text).toContain('Köln');
  });

  it.each(['windows-1251', 'koi8-r', 'gbk', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-8859-2'])(
    'then the document: %s',
    (charset) => {
      const text =
        {
          'windows-1251': 'Привет',
          'koi8-r': 'Привет',
          gbk: '你好',
          big5: '你好',
          'euc-kr': '안녕',
          'iso-8859-2': 'Łódź',
        }[charset] ?? 'こんにちは';
      expect(decodeText(html(charset, text), 'text/html').text).toContain(text);
    },
  );

  it.each(['gb2312', 'gbk'])('then the document: %s, which may hold what needs four bytes', (label) => {
    const text = Buffer.concat([Buffer.from(`<meta charset=${label}>`), iconv.encode('价€𠀀㐀2', 'gb18030')]);
    expect(decodeText(text, null)).toMatchObject({
      charset: 'gbk',
      text: expect.stringContaining('价€𠀀㐀2'),
    });
  });

  it('which may be an XML declaration', () => {
    const xml = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><rss>K\xf6ln</rss>', 'latin1');
    expect(decodeText(xml, 'application/rss+xml').text).toContain('Köln');
  });

  it('or seven-bit Japanese', () => {
    const bytes = Buffer.from('<meta charset="iso-2022-jp">\x1b$B$3$s\x1b(B', 'latin1');
    expect(decodeText(bytes, 'text/html')).toMatchObject({
      charset: 'iso-2022-jp',
      text: expect.stringContaining('こん'),
    });
  });

  it('which may say so late, but within 64 KB', () => {
    const late = (bytes: number) =>
      Buffer.from(`<!--${' '.repeat(bytes)}--><meta charset="windows-1251"><p>\xcf\xf0</p>`, 'latin1');
    expect(decodeText(late(60_000), null).text).toContain('Пр');
    expect(decodeText(late(70_000), null).text).toContain('Ïð');
  });

  it('but not what a script writes down', () => {
    const bytes = Buffer.from(
      `<script>a='<meta charset="utf-8">'</script><meta charset="windows-1251"><p>\xcf\xf0</p>`,
      'latin1',
    );
    expect(decodeText(bytes, null)).toMatchObject({ charset: 'windows-1251' });
  });

  it('else windows-1252', () => {
    expect(decodeText(Buffer.from('K\xf6ln \x80', 'latin1'), null)).toEqual({
      text: 'Köln €',
      charset: 'windows-1252',
    });
  });

  it.each(['x-no-such', 'utf-7', 'replacement', '', '=', '__proto__'])(
    'falls through the label %j',
    (label) => {
      expect(decodeText(Buffer.from('Köln +ADw-'), `text/html; charset=${label}`)).toEqual({
        text: 'Köln +ADw-',
        charset: 'utf-8',
      });
    },
  );

  it('never throws, whatever the bytes and the label are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.string()), (bytes, label) => {
        expect(
          typeof decodeText(Buffer.from(bytes), label === null ? null : `text/html; charset=${label}`).text,
        ).toBe('string');
      }),
    );
  });

  it('gives every text back that came as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.startsWith('\ufeff'));
        expect(decodeText(Buffer.from(text), 'text/plain; charset=utf-8').text).toBe(text);
      }),
    );
  });
});

describe('charsetOf', () => {
  it.each([
    ['text/html; charset=utf-8', 'utf-8'],
    ['TEXT/HTML;Charset="Windows-1251"; x=y', 'Windows-1251'],
    ["text/html; charset='utf-8'", 'utf-8'],
    ['text/html', null],
    [';;;charset==', '='],
    [null, null],
  ])('%s: %s', (type, charset) => {
    expect(charsetOf(type)).toBe(charset);
  });
});
