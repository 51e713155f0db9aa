import { flatRows } from '../../../../nodes/WebMonitor/flatRows';
import { entry } from './results';

describe('flatRows', () => {
  it('makes every field a column beside the base columns', () => {
    expect(flatRows([entry('7')])).toEqual([
      {
        id: '7',
        monitorId: 'trades',
        batchId: 'b1',
        publishedAt: '2026-05-13T07:42:00Z',
        publishedText: '07:42 Today',
        publishedPrecision: 'second',
        tradedAt: '2026-05-01',
        detailUrl: 'https://list.example/7',
        fetchedAt: '2026-05-13T08:00:00.000Z',
        dataAsOf: '2026-05-13T07:42:00Z',
        source: 'https://list.example/',
        redelivered: false,
        edited: false,
        changes: null,
        politician: 'Ada Example',
        price: null,
      },
    ]);
  });

  it.each([
    ['an instant', { publishedAt: '2026-05-13T07:42:00.000Z' }, 'second'],
    ['whole minutes', { publishedAt: '2026-05-13T07:42:00.000Z', publishedPrecision: 'minute' }, 'minute'],
    ['a date', { publishedAt: '2026-05-13' }, 'day'],
    ['a time without zone', { publishedAt: '2026-05-13T07:42:00' }, 'local'],
    ['no known time', { publishedAt: null }, null],
  ] as const)('says how precise the published time is: %s', (_name, given, expected) => {
    expect(flatRows([entry('1', given)])[0]?.publishedPrecision).toBe(expected);
  });

  it('marks the row of an edited entry, with what changed as JSON text', () => {
    const changes = { price: { before: 1, after: 2 } };
    const [fresh, edited] = flatRows([entry('1'), entry('2', { changes })]);
    expect(fresh).toMatchObject({ id: '1', edited: false, changes: null });
    expect(edited).toMatchObject({
      id: '2',
      edited: true,
      changes: '{"price":{"before":1,"after":2}}',
    });
  });

  it('keeps notes with names of their own in one column: a table has the same columns tomorrow', () => {
    const [row] = flatRows([entry('1', { fields: { footnotes: { F1: 'a', F2: 'b' } } })]);
    expect(row).toMatchObject({ footnotes: '{"F1":"a","F2":"b"}' });
    expect(row).not.toHaveProperty('footnotesF1');
  });

  it('gives all rows the same columns in the same order, unknown null', () => {
    const rows = flatRows([entry('1', { fields: { a: 1 } }), entry('2', { fields: { b: true } })]);
    expect(rows.map((row) => Object.keys(row))).toEqual([
      Object.keys(rows[0] ?? {}),
      Object.keys(rows[0] ?? {}),
    ]);
    expect(rows).toMatchObject([
      { a: 1, b: null },
      { a: null, b: true },
    ]);
  });

  it('spreads objects and writes lists as JSON', () => {
    const fields = {
      issuer: { name: 'Acme', cik: '0000001' },
      reportingOwners: [{ name: 'Ada', cik: null }],
    };
    expect(flatRows([entry('1', { fields })])[0]).toMatchObject({
      issuerName: 'Acme',
      issuerCik: '0000001',
      reportingOwners: '[{"name":"Ada","cik":null}]',
    });
  });

  it('keeps the columns of an issuer that is unknown in some rows', () => {
    const rows = flatRows([
      entry('1', { fields: { issuer: null } }),
      entry('2', { fields: { issuer: { name: 'Acme', cik: '1' } } }),
    ]);
    expect(rows).toMatchObject([
      { issuerName: null, issuerCik: null },
      { issuerName: 'Acme', issuerCik: '1' },
    ]);
    expect(rows[0]).not.toHaveProperty('issuer');
  });

  it('lets no field of a page replace a base column', () => {
    const [row] = flatRows([entry('7', { fields: { id: 'x', source: 'y', detailUrl: 'z' } })]);
    expect(row).toMatchObject({ id: '7', field_id: 'x', source: 'https://list.example/', field_source: 'y' });
    expect(row?.detailUrl).toBe('https://list.example/7');
  });
});
