import { ToolError } from '../../../../lib/errors';
import { checkAnswer, historyAnswer, statusAnswer } from '../../../../nodes/WebMonitor/toolAnswer';
import { tokensOf } from '../../../../nodes/shared/tokens';
import type { CheckResult, StatusResult } from '../../../../lib/webMonitor';
import { entry, result } from './results';

interface Answer {
  readonly newCount: number;
  readonly data: {
    readonly omitted?: string;
    readonly newEntries: { id: string; fields: Record<string, unknown> }[];
  };
}

const answer = (value: CheckResult) =>
  checkAnswer([{ monitorId: value.monitorId, ok: true, result: value }])[0] as Answer;
const trade = (id: string) =>
  entry(id, {
    fields: {
      tradeId: id,
      politician: 'Ada Example-Longname',
      party: 'Independent',
      chamber: 'House',
      state: 'New York',
      issuer: 'Example Semiconductor Holdings Inc',
      ticker: 'EXMP:US',
      published: '07:42 Today',
      traded: '1 May 2026',
      filedAfterDays: 12,
      owner: 'Spouse',
      tradeType: 'buy',
      size: '15K–50K',
      sizeMin: 15000,
      sizeMax: 50000,
      price: 101.25,
      detailUrl: `https://list.example/${id}`,
    },
  });

describe('the answer for an agent', () => {
  it('is an item that says so when nothing is new', () => {
    expect(answer(result([]))).toMatchObject({
      fetchedAt: '2026-05-13T08:00:00.000Z',
      newCount: 0,
      data: { message: 'trades: nothing new.', newEntries: [] },
    });
  });

  it('is an item also when there was nothing to offer again', () => {
    expect(checkAnswer([])).toMatchObject([{ newCount: 0 }]);
  });

  it('holds the envelope in full, unknown facts as null', () => {
    const value = answer(
      result([entry('7')], { dataAsOf: null, dataAsOfFrom: null, dataAsOfPrecision: null }),
    );
    expect(value).toMatchObject({
      dataAsOf: null,
      dataAsOfFrom: null,
      source: 'https://list.example/',
      untrusted: true,
    });
    expect(value.data.newEntries[0]?.fields).toEqual({ politician: 'Ada Example', price: null });
    expect(JSON.stringify(value)).not.toContain('html');
  });

  it('says once what the parsers name twice, and keeps what differs', () => {
    const fields = { tradeId: '7', published: '2026-05-13T07:42:00Z', traded: '1 May', ticker: null };
    const value = answer(result([entry('7', { fields })]));
    expect(value.data.newEntries[0]).toMatchObject({ id: '7', publishedAt: '2026-05-13T07:42:00Z' });
    expect(value.data.newEntries[0]?.fields).toEqual({ traded: '1 May', ticker: null });
  });

  it('stays under 4,000 tokens with 96 trades: the newest, and where the rest is', () => {
    const value = answer(
      result(Array.from({ length: 96 }, (_, index) => trade(String(20003795000 + index)))),
    );
    expect(tokensOf(JSON.stringify(value))).toBeLessThan(4000);
    expect(value.newCount).toBe(96);
    const shown = value.data.newEntries.length;
    expect(shown).toBeGreaterThan(5);
    expect(value.data.newEntries[0]?.id).toBe('20003795095');
    expect(value.data.omitted).toBe(
      `${96 - shown} older entries did not fit here; the operation History of this node lists them.`,
    );
  });

  it('stays under it with texts of any length in any script', () => {
    const long = (id: string) =>
      entry(id, { fields: { content: '市場'.repeat(5000), title: 'word '.repeat(900) } });
    const value = answer(result(Array.from({ length: 50 }, (_, index) => long(String(index)))));
    expect(tokensOf(JSON.stringify(value))).toBeLessThan(4000);
    expect(value.data.newEntries.length).toBeGreaterThan(0);
    expect(value.data.newEntries[0]?.fields.content).toMatch(/… \(cut\)$/);
  });

  it('hides no entry behind one that would fill it alone, here or in History', () => {
    const transactions = Array.from({ length: 90 }, (_, line) => ({
      line,
      shares: 1000 + line,
      price: 101.25,
    }));
    const columns = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`column${at}`, '市場'.repeat(50)]),
    );
    const entries = [entry('1'), entry('2', { fields: columns }), entry('3', { fields: { transactions } })];
    const shown = answer(result(entries)).data.newEntries;
    expect(shown.map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(shown.map(({ fields }) => fields)).toEqual([
      { transactions: [...transactions.slice(0, 20), '… (cut)'] },
      '… (cut)',
      { politician: 'Ada Example', price: null },
    ]);
  });

  it('shares the room among monitors', () => {
    const many = Array.from({ length: 96 }, (_, index) => trade(String(index)));
    const outcomes = ['a', 'b', 'c'].map((monitorId) => ({
      monitorId,
      ok: true as const,
      result: result(many, { monitorId }),
    }));
    expect(tokensOf(JSON.stringify(checkAnswer(outcomes)))).toBeLessThan(4000);
  });

  it('stays under it with any number of monitors, those with news first', () => {
    const many = Array.from({ length: 96 }, (_, index) => trade(String(index)));
    const outcomes = Array.from({ length: 300 }, (_, index) => {
      const monitorId = `monitor-${index}`;
      return { monitorId, ok: true as const, result: result(index % 50 === 49 ? many : [], { monitorId }) };
    });
    const items = checkAnswer(outcomes);
    expect(tokensOf(JSON.stringify(items))).toBeLessThan(4000);
    expect(items).toHaveLength(7);
    expect(items[0]).toMatchObject({ monitorId: 'monitor-49', newCount: 96 });
    expect(items[6]).toMatchObject({ newCount: 0, data: { message: 'Nothing new on 294 monitors.' } });
    const allNew = checkAnswer(
      outcomes.map((one) => ({ ...one, result: result(many, { monitorId: one.monitorId }) })),
    );
    expect(tokensOf(JSON.stringify(allNew))).toBeLessThan(4000);
    expect(allNew.at(-1)).toEqual({ omitted: expect.stringMatching(/^\d+ more results did not fit/) });
  });

  it('tells of a monitor that failed beside one that did not, and throws where all failed', () => {
    const failure = {
      monitorId: 'a',
      ok: false as const,
      error: new ToolError('TIMEOUT', 'a took too long.'),
    };
    const good = { monitorId: 'trades', ok: true as const, result: result([]) };
    expect(checkAnswer([failure, good])[0]).toEqual({
      error: 'a took too long.',
      details: { code: 'TIMEOUT', monitorId: 'a' },
    });
    expect(() => checkAnswer([failure])).toThrow('a took too long.');
  });

  it('is as short for history and status', () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({
      ...trade(String(index)),
      reported: true,
      contentKept: true,
    }));
    const history = historyAnswer({ ...result([]), data: { entries }, count: 500, more: true }, 30) as {
      data: { entries: object[]; omitted: string };
    };
    expect(tokensOf(JSON.stringify(history))).toBeLessThan(4000);
    const shown = history.data.entries.length;
    expect(history).toMatchObject({ count: 500, more: true });
    expect(history.data.omitted).toBe(
      `${500 - shown} older entries did not fit here; the operation History of this node lists them after skipping ${30 + shown}.`,
    );

    const monitors = Array.from({ length: 400 }, (_, index) => ({
      monitorId: `m${index}`,
      vanished: [{ id: '1', at: 'x' }],
      lastError: 'e'.repeat(900),
    }));
    const status = statusAnswer({
      ...result([]),
      data: { monitors },
      alarm: true,
    } as unknown as StatusResult);
    expect(tokensOf(JSON.stringify(status))).toBeLessThan(4000);
    expect(status).toMatchObject({ alarm: true, data: { omitted: expect.stringMatching(/more monitors/) } });
  });
});
