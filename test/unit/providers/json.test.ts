import { LIMITS } from '../../../lib/limits';
import {
  amountOf,
  numberOf,
  NumberToken,
  parseExactJson,
  priceOf,
  textOf,
} from '../../../lib/providers/json';
import { inMajor, minorUnitOf } from '../../../lib/providers/money';

const parse = (text: string) => parseExactJson(text, (value) => value);

describe('exact JSON', () => {
  it('keeps the characters of every number', () => {
    expect(parse('[1.10,0.000000059134013,12345678901234567890]')).toEqual(
      ['1.10', '0.000000059134013', '12345678901234567890'].map((text) => new NumberToken(text)),
    );
  });

  it('cleans every text', () => {
    expect(parseExactJson('{"a":["key"]}', () => '***')).toEqual({ a: ['***'] });
  });

  it.each([
    '',
    '<html>',
    '{"a":',
    'NaN',
    '{"a":Infinity}',
    '['.repeat(300) + ']'.repeat(300),
    '['.repeat(1e6),
  ])('is undefined for what is none, or nests too deep (case %#)', (text) => {
    expect(parse(text)).toBeUndefined();
  });

  it('is undefined for more values than any answer holds', () => {
    const listOf = (values: number): string => `[${Array.from({ length: values }, () => 1).join()}]`;
    expect(parse(listOf(LIMITS.market.jsonValues))).toHaveLength(LIMITS.market.jsonValues);
    expect(parse(listOf(LIMITS.market.jsonValues + 1))).toBeUndefined();
    expect(parse(`[${'[[[[]]]],'.repeat(LIMITS.market.jsonValues / 4)}1]`)).toBeUndefined();
  });

  it('is not misled by brackets inside texts', () => {
    expect(parse(JSON.stringify({ text: '['.repeat(300) + '"' }))).toEqual({ text: '['.repeat(300) + '"' });
  });
});

describe('an amount', () => {
  it.each([
    ['102.50000', 102.5],
    [' 7 ', 7],
    ['-37.63', -37.63],
    ['1e-8', 1e-8],
    [new NumberToken('0'), 0],
  ])('%p is %p', (given, number) => {
    expect(numberOf(given)).toBe(number);
  });

  it.each(['', '-', 'None', '1,000', '12abc', '1e999', 'NaN', 'Infinity', null, undefined, {}, [], true, 5])(
    '%p is none',
    (given) => {
      expect(amountOf(given)).toBeNull();
    },
  );

  it('of zero is no price', () => {
    expect(['0', '0.00000', new NumberToken('0')].map(priceOf)).toEqual([null, null, null]);
  });
});

it.each(['', ' ', '-', 'None', 'null', 'N/A', null, 3])('%p is no text', (given) => {
  expect(textOf(given)).toBeNull();
});

describe('minor units', () => {
  it.each([
    ['GBp', 'GBP'],
    ['GBX', 'GBP'],
    ['ZAc', 'ZAR'],
    ['ILA', 'ILS'],
    ['USX', 'USD'],
  ])('%s are hundredths of %s', (code, major) => {
    expect(minorUnitOf(code)).toEqual({ code: major, factor: 100 });
  });

  it.each(['GBP', 'USD', 'toString', null])('%s is none', (code) => {
    expect(minorUnitOf(code)).toBeNull();
  });

  it('move the point and round nothing', () => {
    const pence = minorUnitOf('GBp');
    const major = (text: string) => inMajor({ number: Number(text), text }, pence);
    expect([major('337.05'), major('0.29'), major('-1.1'), major('1e2')]).toEqual([
      3.3705, 0.0029, -0.011, 1,
    ]);
  });
});
