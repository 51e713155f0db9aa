import { checkMessage } from '../../../../nodes/WebMonitor/message';
import { entry, result } from './results';

const two = [entry('1'), entry('2')];
const edited = entry('3', { changes: { price: { before: 1, after: 2 } } });

describe('checkMessage', () => {
  it.each([
    ['trades: nothing new.', result([])],
    ['trades: 1 new entry.', result([entry('1')])],
    ['trades: 2 new entries.', result(two)],
    ['trades: 2 new entries, 1 edited.', result([...two, edited])],
    ['trades: 1 edited entry.', result([edited])],
    [
      'trades: first check, 96 entries on the page, remembered, 2 reported.',
      result(two, { firstCheck: true, entriesOnPage: 96 }),
    ],
    [
      'trades: first check, 8 entries on the page, remembered, none reported.',
      result([], { firstCheck: true, entriesOnPage: 8 }),
    ],
    [
      'trades: first check, 300 entries on 3 pages, remembered, 2 reported. 298 entries more wait for the next check.',
      result(two, { firstCheck: true, entriesOnPage: 300, pagesRead: 3, totalNew: 300, remaining: 298 }),
    ],
    ['trades: 2 entries of the first check.', result(two, { firstCheck: true, entriesOnPage: 0 })],
    ['trades: first check, 0 entries on the page.', result([], { firstCheck: true, entriesOnPage: 0 })],
    [
      'Preview, nothing was stored. trades: first check, 96 entries on the page, 96 would be reported; the newest 2 are shown.',
      result(two, { preview: true, firstCheck: true, entriesOnPage: 96, totalNew: 96 }),
    ],
    [
      'Preview, nothing was stored. trades: first check, 8 entries on the page, none would be reported.',
      result([], { preview: true, firstCheck: true, entriesOnPage: 8 }),
    ],
    ['trades: 2 new entries. 5 entries more wait for the next check.', result(two, { remaining: 5 })],
    [
      'trades: 2 entries offered again, since nothing acknowledged the earlier offer.',
      result(two, { redelivered: true }),
    ],
    [
      'trades: the last check is more recent than its interval, so no request was made.',
      result([], { skipped: true }),
    ],
    [
      'trades: 3 new entries recorded without a report, as the monitor is set.',
      result([], { alertOnNew: false, totalNew: 3 }),
    ],
    [
      'Preview, nothing was stored. trades: 2 new entries. 30 would be new; the newest 2 are shown.',
      result(two, { preview: true, totalNew: 30 }),
    ],
    [
      'Preview, nothing was stored. trades: 2 new entries. 30 new entries, 4 edited would be reported; the newest 2 are shown.',
      result(two, { preview: true, totalNew: 30, totalEdited: 4 }),
    ],
  ])('says "%s"', (sentence, value) => {
    expect(checkMessage(value)).toBe(sentence);
  });

  it('says when entries may be missing', () => {
    const gap = {
      suspected: true,
      pagesRead: 5,
      reason: 'maxPages',
      idSchemeChanged: false,
      held: 0,
      heldBatchId: null,
    } as const;
    expect(checkMessage(result(two, { gap }))).toMatch(/Entries may be missing/);
  });
});
