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
