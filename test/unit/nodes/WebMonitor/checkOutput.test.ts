import { ToolError } from '../../../../lib/errors';
import type { CheckOutcome, CheckResult } from '../../../../lib/webMonitor';
import { checkOutput, type CheckOutputOptions } from '../../../../nodes/WebMonitor/checkOutput';
import { entry, result } from './results';

const ok = (value: CheckResult): CheckOutcome => ({ monitorId: value.monitorId, ok: true, result: value });
const failed = (monitorId: string): CheckOutcome => ({
  monitorId,
  ok: false,
  error: new ToolError('HTTP_STATUS', `${monitorId}.example answered 500.`, { status: 500 }),
});
const output = (outcomes: readonly CheckOutcome[], options: Partial<CheckOutputOptions> = {}) =>
  checkOutput(outcomes, {
    form: 'envelopes',
    alwaysEmitSummary: false,
    continueOnFail: false,
    digest: () => ({ text: 'digest' }),
    ...options,
  });

describe('the outputs of a check', () => {
  it('give every entry as a full envelope, and one summary', () => {
    const [items, summaries] = output([ok(result([entry('7')]))]);
    expect(items).toEqual([
      {
        fetchedAt: '2026-05-13T08:00:00.000Z',
        dataAsOf: '2026-05-13T07:42:00Z',
        dataAsOfPrecision: 'second',
        dataAsOfFrom: 'entry:publishedAt',
        source: 'https://list.example/',
        monitorId: 'trades',
        batchId: 'b1',
        redelivered: false,
        untrusted: true,
        data: {
          id: '7',
          numericId: '7',
          detailUrl: 'https://list.example/7',
          publishedAt: '2026-05-13T07:42:00Z',
          publishedText: '07:42 Today',
          tradedAt: '2026-05-01',
          fields: { politician: 'Ada Example', price: null },
        },
      },
    ]);
    expect(summaries).toMatchObject([
      {
        monitorId: 'trades',
        newCount: 1,
        untrusted: true,
        data: { newEntries: [{ id: '7' }], message: 'trades: 1 new entry.', digest: { text: 'digest' } },
      },
    ]);
  });

  it.each([
    ['nothing is new', result([])],
    ['the check was skipped', result([], { skipped: true })],
    ['the monitor only records', result([entry('7')], { alertOnNew: false })],
  ])('are both empty when %s', (_why, value) => {
    expect(output([ok(value)])).toEqual([[], []]);
  });

  it('give a summary of nothing when asked to', () => {
    const [items, summaries] = output([ok(result([]))], { alwaysEmitSummary: true });
    expect(items).toEqual([]);
    expect(summaries).toMatchObject([
      { newCount: 0, data: { newEntries: [], message: 'trades: nothing new.' } },
    ]);
  });

  it.each([
    [
      'a gap',
      {
        gap: {
          suspected: true,
          pagesRead: 5,
          reason: 'maxPages',
          idSchemeChanged: false,
          held: 0,
          heldBatchId: null,
        },
      },
    ],
    ['a warning', { warnings: ['Row 3: price differs.'] }],
  ] as const)('always tell of %s', (_what, more) => {
    const [items, summaries] = output([ok(result([], more))]);
    expect(items).toEqual([]);
    expect(summaries).toMatchObject([more]);
  });

  it('give what is offered again before what is fresh, a summary for each', () => {
    const again = result([entry('6', { redelivered: true, batchId: 'b0' })], {
      redelivered: true,
      batchId: 'b0',
    });
    const [items, summaries] = output([ok(again), ok(result([entry('7')]))]);
    expect(items).toMatchObject([
      { data: { id: '6' }, redelivered: true },
      { data: { id: '7' }, redelivered: false },
    ]);
    expect(summaries).toMatchObject([{ batchId: 'b0' }, { batchId: 'b1' }]);
  });

  it('end the run when a monitor fails and nothing was delivered', () => {
    expect(() => output([failed('a')])).toThrow('a.example answered 500.');
    expect(() => output([failed('a'), ok(result([])), failed('b')])).toThrow(
      '2 of 3 monitors failed. a: a.example answered 500. b: b.example answered 500.',
    );
  });

  it('do not lose what one monitor delivered because another failed', () => {
    const [items, summaries] = output([failed('a'), ok(result([entry('7')]))]);
    expect(items).toMatchObject([{ data: { id: '7' } }]);
    expect(summaries).toMatchObject([
      { monitorId: 'trades' },
      {
        monitorId: 'a',
        failed: { code: 'HTTP_STATUS', status: 500 },
        warnings: ['a: the check failed. a.example answered 500.'],
        data: { newEntries: [], digest: { html: '<p>a: the check failed. a.example answered 500.</p>' } },
      },
    ]);
  });

  it.each([
    [
      'a gap',
      result([], {
        gap: {
          suspected: true,
          pagesRead: 5,
          reason: 'maxPages',
          idSchemeChanged: false,
          held: 0,
          heldBatchId: null,
        },
      }),
    ],
    ['a warning', result([], { warnings: ['A time lies in the future.'] })],
  ])('do not lose %s of one monitor because another failed', (_what, value) => {
    const [items, summaries] = output([failed('a'), ok(value)]);
    expect(items).toEqual([]);
    expect(summaries).toMatchObject([
      { monitorId: 'trades' },
      { monitorId: 'a', failed: { code: 'HTTP_STATUS' } },
    ]);
  });

  it('give an error item for each monitor that failed where the node goes on', () => {
    const [items, summaries] = output([failed('a'), ok(result([]))], { continueOnFail: true });
    expect(items).toEqual([
      { error: 'a.example answered 500.', details: { code: 'HTTP_STATUS', status: 500, monitorId: 'a' } },
    ]);
    expect(summaries).toEqual([]);
  });
});
