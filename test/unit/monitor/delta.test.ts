import { delta, floorsAfter, floorsAfterPruning, type Delta, type Known } from '../../../lib/monitor/delta';
import type { Entry } from '../../../lib/monitor/entry';
import { anEntry } from '../../helpers/decisions';

type DeltaOf = (entries: readonly Entry[], known: Known, seriesOf: (id: string) => string) => Delta;

const seriesOf = (id: string) => id.slice(0, 5);
const page = (...ids: readonly string[]) => ids.map((id) => anEntry(id));
const fresh = (of: DeltaOf, entries: readonly Entry[], known: readonly string[]) =>
  of(entries, new Set(known), seriesOf).fresh.map(({ id }) => id);

/** What every delta must do: the page (newest first), what is known, and what is new (oldest first). */
const CASES: readonly {
  readonly name: string;
  readonly page: readonly string[];
  readonly known: readonly string[];
  readonly fresh: readonly string[];
}[] = [
  {
    name: 'known up to X, the page shows X+2 to X-1: only X+1 and X+2',
    page: ['20003800004', '20003800003', '20003800002', '20003800001'],
    known: ['20003800002', '20003800001'],
    fresh: ['20003800003', '20003800004'],
  },
  {
    name: 'a lower id that was never seen is new',
    page: ['30', '25', '20'],
    known: ['30', '20'],
    fresh: ['25'],
  },
  {
    name: 'a lower series is not hidden by a higher one',
    page: ['20003800001', '10000064641'],
    known: ['20003800001'],
    fresh: ['10000064641'],
  },
  {
    name: 'ids beyond 2^53 stay apart',
    page: ['9007199254740993', '9007199254740992'],
    known: ['9007199254740992'],
    fresh: ['9007199254740993'],
  },
  {
    name: 'an absurdly high id hides nothing',
    page: ['8', '99999999999999999999'],
    known: ['99999999999999999999'],
    fresh: ['8'],
  },
  {
    name: 'ids of letters and dashes',
    page: ['0001-26-2', '0001-26-1'],
    known: ['0001-26-1'],
    fresh: ['0001-26-2'],
  },
  { name: 'nothing', page: ['2', '1'], known: ['1', '2'], fresh: [] },
];

describe('delta', () => {
  it.each(CASES)('$name', (it) => {
    expect(fresh(delta, page(...it.page), it.known)).toEqual(it.fresh);
  });

  it('leaves out, and names, what lies at or below the floor of its series', () => {
    const found = delta(
      page('60', '55', '40'),
      { has: (id) => id === '60', floors: { '60': '1', '55': '50', '40': '40' } },
      (id) => id,
    );
    expect([found.fresh, found.seen, found.older].map((list) => list.map(({ id }) => id))).toEqual([
      ['55'],
      ['60'],
      ['40'],
    ]);
  });
});

describe('a wrong delta is found out by these cases:', () => {
  const failing = (wrong: DeltaOf) =>
    CASES.filter((it) => fresh(wrong, page(...it.page), it.known).join() !== it.fresh.join()).map(
      ({ name }) => name,
    );
  const only = (entries: readonly Entry[], isNew: (entry: Entry) => boolean): Delta => ({
    fresh: entries.filter(isNew).reverse(),
    seen: [],
    older: [],
  });
  const ids = (known: Known) => CASES.flatMap((it) => it.known).filter((id) => known.has(id));

  it('the highest id instead of the set', () => {
    const highest: DeltaOf = (entries, known) => {
      const max = ids(known)
        .map((id) => BigInt(id.replace(/\D/g, '')))
        .reduce((a, b) => (a > b ? a : b), 0n);
      return only(entries, ({ id }) => BigInt(id.replace(/\D/g, '')) > max);
    };
    expect(failing(highest)).toContain('a lower id that was never seen is new');
    expect(failing(highest)).toContain('a lower series is not hidden by a higher one');
  });

  it('numbers instead of text', () => {
    const numbers: DeltaOf = (entries, known) => {
      const seen = new Set(ids(known).map(Number));
      return only(entries, ({ id }) => !seen.has(Number(id)));
    };
    expect(failing(numbers)).toContain('ids beyond 2^53 stay apart');
  });

  it('the order of the page instead of oldest first', () => {
    const unordered: DeltaOf = (entries, known) => ({
      fresh: entries.filter(({ id }) => !known.has(id)),
      seen: [],
      older: [],
    });
    expect(failing(unordered)).toContain('known up to X, the page shows X+2 to X-1: only X+1 and X+2');
  });
});

describe('floors', () => {
  it('are the lowest id of each series at the first check, and stay', () => {
    const first = floorsAfter({}, page('200031', '200029', '100007', 'text'), seriesOf, true);
    expect(first).toEqual({ '20003': '200031', '20002': '200029', '10000': '100007' });
    expect(floorsAfter(first, page('200001'), seriesOf, false)).toEqual(first);
  });

  it('rise behind what was forgotten, each in its own series', () => {
    const floors = { '20003': '200031', '10000': '100007' };
    expect(floorsAfterPruning(floors, ['200033', '200032'], ['200034', '100009'], seriesOf)).toEqual({
      '20003': '200033',
      '10000': '100007',
    });
  });

  it('begin where a series began after the first check', () => {
    expect(floorsAfterPruning({}, ['200033'], ['200039'], seriesOf)).toEqual({ '20003': '200033' });
  });

  it('never rise to what is still known: one absurd id among the forgotten hides nothing', () => {
    expect(floorsAfterPruning({ '20003': '5' }, ['200039', '200031'], ['200034'], seriesOf)).toEqual({
      '20003': '200033',
    });
  });

  it('stay where nothing of the series remains to tell, and never fall', () => {
    expect(floorsAfterPruning({ '20003': '5' }, ['200039'], ['100009', 'text'], seriesOf)).toEqual({
      '20003': '5',
    });
    expect(floorsAfterPruning({ '20003': '200038' }, ['200031'], ['200032'], seriesOf)).toEqual({
      '20003': '200038',
    });
  });
});
