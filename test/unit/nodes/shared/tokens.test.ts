import { shortElement, shortTexts } from '../../../../nodes/shared/shortTexts';
import { fitting, tokensOf } from '../../../../nodes/shared/tokens';

describe('tokensOf', () => {
  it.each([
    ['', 0],
    ['word', 1],
    ['semiconductor', 4],
    ['20003795000', 4],
    ['a, b', 3],
    ['市場', 3],
  ])('counts %j as %d', (text, tokens) => {
    expect(tokensOf(text)).toBe(tokens);
  });
});

describe('fitting', () => {
  it('takes values in order until the budget is used', () => {
    // "word" in quotes costs 3, and 1 for the comma
    expect(fitting(['word', 'word', 'word'], 8)).toEqual(['word', 'word']);
    expect(fitting(['word'], 3)).toEqual([]);
    expect(fitting(['word'], 4)).toEqual(['word']);
  });
});

describe('shortTexts', () => {
  it('cuts long texts, says so, and leaves the rest as it is', () => {
    const value = shortTexts({ text: 'x'.repeat(281), list: ['y', null, 0], inner: { short: 'z' } });
    expect(value).toEqual({
      text: `${'x'.repeat(280)} … (cut)`,
      list: ['y', null, 0],
      inner: { short: 'z' },
    });
  });

  it('never leaves half a character', () => {
    expect(shortTexts(`${'x'.repeat(279)}🚀${'y'.repeat(10)}`)).toBe(`${'x'.repeat(279)} … (cut)`);
  });
});

describe('shortElement', () => {
  it('cuts no more than it must', () => {
    const element = { id: 1, list: ['a', 'b'], text: 'x'.repeat(281) };
    expect(shortElement(element, 500)).toEqual({ ...element, text: `${'x'.repeat(280)} … (cut)` });
  });

  it('cuts lists, then keeps plain values alone, until it fits', () => {
    const list = Array.from({ length: 1_000 }, (_, at) => at);
    expect(shortElement({ id: 1, list }, 60)).toEqual({ id: 1, list: [...list.slice(0, 20), '… (cut)'] });
    const wide = Object.fromEntries(list.map((at) => [`name${at}`, at]));
    expect(shortElement({ id: 1, wide, none: null }, 60)).toEqual({ id: 1, wide: '… (cut)', none: null });
  });
});
