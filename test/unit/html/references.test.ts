import fc from 'fast-check';
import { decodeAttribute, decodeText, ReferenceDecoder } from '../../../lib/html/references';

const CASES: [written: string, text: string, attribute: string][] = [
  ['Fish &amp; chips', 'Fish & chips', 'Fish & chips'],
  ['&amp;lt;', '&lt;', '&lt;'],
  ['a & b &', 'a & b &', 'a & b &'],
  ['?a=1&copy=2', '?a=1©=2', '?a=1&copy=2'],
  ['&notit;', '¬it;', '&notit;'],
  ['&nosuchname;', '&nosuchname;', '&nosuchname;'],
  ['&#8364;&#x20AC;&euro;', '€€€', '€€€'],
  ['&#150;', '–', '–'],
  ['a&semi;b', 'a;b', 'a;b'],
  ['&AMP;&amp', '&&', '&&'],
  ['2 < 3 &lt; 4', '2 < 3 < 4', '2 < 3 < 4'],
];

it.each(CASES)('decodes %j once, in a text and in an attribute', (written, text, attribute) => {
  const decoder = new ReferenceDecoder();
  expect([decoder.text(written), decoder.attribute(written)]).toEqual([text, attribute]);
});

it('the quick way and the tokenizer agree on whatever is written', () => {
  const decoder = new ReferenceDecoder();
  const piece = fc.constantFrom(
    '&',
    ';',
    'amp',
    'not',
    'copy',
    '#38',
    '#x26',
    'x',
    ' ',
    '=',
    '<',
    '"',
    'semi',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const written = pieces.join('');
      expect(decoder.text(written)).toBe(decodeText(written));
      expect(decoder.attribute(written)).toBe(decodeAttribute(written));
    }),
  );
});
