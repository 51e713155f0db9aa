import { twinOf } from '../../../lib/monitor/twin';
import { anEntry } from '../../helpers/decisions';

it('the same record under another id has the same twin, another record another one', () => {
  const record = (id: string, title: string) => anEntry(id, { fields: { id, title, price: 12 } });
  expect(twinOf(record('a1', 'Nails'))).toBe(twinOf(record('b2', 'Nails')));
  expect(twinOf(record('a1', 'Nails'))).not.toBe(twinOf(record('a1', 'Screws')));
});

it('an entry that says little besides its id has no twin: not every such entry is the same', () => {
  const bare = (id: string) =>
    anEntry(id, { fields: { id, title: `Entry ${id}`, author: null, categories: [], enclosures: [] } });
  expect([twinOf(bare('1')), twinOf(bare('2'))]).toEqual([null, null]);
});
