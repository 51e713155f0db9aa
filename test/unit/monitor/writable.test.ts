import { writable } from '../../../lib/monitor/entry';
import { anEntry } from '../../helpers/decisions';

it('leaves an entry alone that every database can keep', () => {
  const entry = anEntry('🦊 \\ud83d "x"', { fields: { note: 'C:\\users' } });
  expect(writable(entry)).toBe(entry);
});

it.each([
  ['half of an emoji', 'a\ud83d', 'a\\ud83d'],
  ['the other half', 'a\ude3e', 'a\\ude3e'],
  ['NUL', 'a\0b', 'a\\u0000b'],
  ['NUL after a backslash', 'a\\\0', 'a\\\\u0000'],
])('writes %s out, in ids and in the names and values of fields', (_name, given, expected) => {
  const entry = writable(anEntry(given, { fields: { [given]: given } }));
  expect(entry.id).toBe(expected);
  expect(entry.fields).toEqual({ [expected]: expected });
});

it('keeps ids apart that a database would make equal', () => {
  expect(writable(anEntry('a\ud83d')).id).not.toBe(writable(anEntry('a\ud83e')).id);
});

describe('an id that is too long for an index', () => {
  const long = (last: string) => writable(anEntry(`${'🦊'.repeat(600)}${last}`, { fields: { id: 'whole' } }));

  it('keeps its beginning, stays the same at every check and apart from others that begin like it', () => {
    const { id, fields } = long('a');
    expect(Buffer.byteLength(id)).toBeLessThan(2_000);
    expect(id.startsWith('🦊🦊')).toBe(true);
    expect(id.isWellFormed()).toBe(true);
    expect([id === long('a').id, id === long('b').id]).toEqual([true, false]);
    expect(fields).toEqual({ id: 'whole' });
  });

  it('is one of more than 2,000 bytes', () => {
    const whole = anEntry('x'.repeat(2_000));
    expect(writable(whole)).toBe(whole);
    expect(writable(anEntry('x'.repeat(2_001))).id).toHaveLength(244);
  });
});
