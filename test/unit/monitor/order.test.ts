import { oldestFirst } from '../../../lib/monitor/order';
import { anEntry } from '../../helpers/decisions';

const order = (...rows: readonly [string, string | null][]) =>
  oldestFirst(
    rows.map(([id, publishedAt]) => anEntry(id, { publishedAt })),
    (id) => String(id.length),
  ).map(({ id }) => id);

describe('the order of delivery', () => {
  it('is by published time, whatever the page says', () => {
    expect(order(['a', '2026-05-02'], ['b', '2026-05-03T10:00:00.000Z'], ['c', '2026-05-01'])).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  it('is by id within a series at one time, as numbers', () => {
    expect(
      order(['11', '2026-05-02'], ['9', '2026-05-02'], ['10', '2026-05-02'], ['8', '2026-05-02']),
    ).toEqual(['8', '9', '10', '11']);
  });

  it('is the page from below where there are no times', () => {
    expect(order(['3', null], ['9', null], ['1', null])).toEqual(['1', '9', '3']);
  });

  it('keeps an entry without a time beside the one below it', () => {
    expect(order(['c', '2026-05-03'], ['b', null], ['a', '2026-05-01'])).toEqual(['a', 'b', 'c']);
  });
});
