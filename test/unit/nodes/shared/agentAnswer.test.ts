import { withListThatFits, withTextThatFits } from '../../../../nodes/shared/agentAnswer';
import { tokensOf } from '../../../../nodes/shared/tokens';

const bars = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ t: `2026-05-13T07:${index}`, close: 101.25 + index }));
const sizeOf = (value: unknown) => tokensOf(JSON.stringify(value));

describe('the answer to an agent', () => {
  it('is left as it is where it fits', () => {
    const small = { fetchedAt: 'x', data: { bars: bars(3), text: 'short' } };
    expect(withListThatFits(small, 'bars', 'last', '')).toBe(small);
    expect(withTextThatFits(small, 'text')).toBe(small);
    expect(withListThatFits({ data: {} }, 'bars', 'last', '')).toEqual({ data: {} });
  });

  it.each([
    ['last', -1, 500],
    ['first', 0, 500],
  ] as const)('keeps the %s of a list that is too long, and says how many there are', (keep, at, count) => {
    const all = bars(count);
    const answer = withListThatFits(
      { fetchedAt: 'x', data: { bars: all }, warnings: ['Before.'] },
      'bars',
      keep,
      'Ask for fewer.',
    );
    expect(sizeOf(answer)).toBeLessThanOrEqual(3400);
    expect(answer.data.bars.length).toBeGreaterThan(50);
    expect(answer.data.bars.at(at)).toEqual(all.at(at));
    expect(answer.warnings).toEqual([
      'Before.',
      `Only ${answer.data.bars.length} of 500 bars are shown, since an answer to an agent holds about 4,000 tokens. Ask for fewer.`,
    ]);
  });

  it('first cuts the texts of a list, and keeps all of it where that is enough', () => {
    const entries = Array.from({ length: 12 }, (_, id) => ({ id, content: 'Ein langer Satz. '.repeat(60) }));
    const answer = withListThatFits({ data: { entries } }, 'entries', 'first', '');
    expect(answer.data.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
    expect(answer.data.entries[0]?.content).toMatch(/… \(cut\)$/);
    expect(answer).toMatchObject({
      warnings: ['Long texts or lists of 12 of these entries were cut; they end with "… (cut)".'],
    });
    expect(sizeOf(answer)).toBeLessThanOrEqual(3400);
  });

  it('says both, that elements are left out and that texts of the others are cut', () => {
    const entries = Array.from({ length: 200 }, (_, id) => ({
      id,
      content: id % 2 === 0 ? 'Ein Satz.' : 'Ein langer Satz. '.repeat(60),
    }));
    const answer: { data: { entries: typeof entries }; warnings?: readonly string[] } = withListThatFits(
      { data: { entries } },
      'entries',
      'last',
      'Ask for fewer.',
    );
    const cut = answer.data.entries.filter(({ content }) => content.endsWith('(cut)')).length;
    expect(cut).toBeGreaterThan(0);
    expect(answer.warnings).toEqual([
      expect.stringMatching(/^Only \d+ of 200 entries are shown/),
      `Long texts or lists of ${cut} of these entries were cut; they end with "… (cut)".`,
    ]);
    expect(sizeOf(answer)).toBeLessThanOrEqual(3400);
  });

  it('cuts a text where the answer is full, whatever its script', () => {
    for (const word of ['Zinsen bleiben. ', '市場', '🚀']) {
      const text = word.repeat(9_000);
      const answer = withTextThatFits({ data: { text, truncated: false } }, 'text');
      expect(sizeOf(answer)).toBeLessThanOrEqual(3400);
      expect(sizeOf(answer)).toBeGreaterThan(3300);
      expect(text.startsWith(answer.data.text)).toBe(true);
      expect(answer.data.text.isWellFormed()).toBe(true);
      expect(answer).toMatchObject({
        data: { truncated: true },
        warnings: [expect.stringMatching(/was cut/)],
      });
    }
  });

  it.each([
    ['a list', { title: 'Ein langer Titel '.repeat(4_000), entries: [{ id: 1 }, { id: 2 }] }, 'entries'],
    ['a text', { title: '市場'.repeat(4_000), text: 'Zinsen bleiben. ' }, 'text'],
  ])('cuts what stands beside %s where that alone would fill the answer', (_what, data, name) => {
    const envelope = { fetchedAt: 'x', source: 'https://a.example/', data, warnings: ['w'.repeat(9_000)] };
    const answer =
      name === 'text' ? withTextThatFits(envelope, name) : withListThatFits(envelope, name, 'first', '');
    expect(sizeOf(answer)).toBeLessThanOrEqual(3400);
    expect(answer).toMatchObject({
      fetchedAt: 'x',
      source: 'https://a.example/',
      data: { ...data, title: expect.stringMatching(/… \(cut\)$/) },
      warnings: [
        expect.stringMatching(/^w+ … \(cut\)$/),
        `Long texts beside ${name} were cut; they end with "… (cut)".`,
      ],
    });
  });

  it('cuts the lists of an element, so that one with thousands of categories hides no other', () => {
    const entries = [
      { id: 1, categories: bars(5_000) },
      { id: 2, categories: ['a'] },
    ];
    const answer = withListThatFits({ data: { entries } }, 'entries', 'first', '');
    expect(answer.data.entries).toMatchObject([{ id: 1 }, { id: 2, categories: ['a'] }]);
    expect(answer.data.entries[0]?.categories.at(-1)).toBe('… (cut)');
    expect(answer).toMatchObject({ warnings: [expect.stringMatching(/^Long texts or lists of 1 of/)] });
  });
});
