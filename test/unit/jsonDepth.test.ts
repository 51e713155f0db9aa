import { isShallowJson } from '../../lib/jsonDepth';
import { LIMITS } from '../../lib/limits';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

describe('isShallowJson', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['both', '[{"a":', '}]'],
  ])('admits %s down to the limit, and not one level more', (_what, open, close) => {
    const perLevel = open.startsWith('[{') ? 2 : 1;
    const deepest = LIMITS.treeDepth / perLevel;
    expect(isShallowJson(nested(deepest, open, close))).toBe(true);
    expect(isShallowJson(nested(deepest + 1, open, close))).toBe(false);
  });

  it('counts how deep it is, not how much there is', () => {
    expect(isShallowJson(`[${'[],'.repeat(10_000)}{}]`)).toBe(true);
  });

  it('takes no bracket inside of a string for one, also after quotes and backslashes that are escaped', () => {
    const brackets = '['.repeat(1000);
    expect(isShallowJson(`["${brackets}"]`)).toBe(true);
    expect(isShallowJson(`["\\"${brackets}"]`)).toBe(true);
    expect(isShallowJson(`["\\\\",${brackets}`)).toBe(false);
  });
});
