import { parserFor } from '../../../lib/monitor/parsers';
import { PARSER_NAMES } from '../../../lib/monitor/parsers/names';
import { ToolError } from '../../../lib/errors';
import { parseSafely } from '../../../lib/monitor/parsers/parseSafely';
import { createThreads } from '../../../lib/threads/pool';
import { answerOf, fixture, monitorWith, pageOf } from '../../helpers/listPage';

// Starting a thread takes its time on a busy machine; nothing here is measured by it.
jest.setTimeout(120_000);

const ROW = '<tr><td><a href="item?id=7">seven</a></td></tr>';
const SAVED = fixture('capitolTrades/twelve-trades.html');

/** Pages of half a megabyte and more that cost a careless reader the square of their length. */
const HOSTILE: Readonly<Record<string, string>> = {
  'nested elements': `${'<div>'.repeat(200_000)}${ROW}`,
  'nested tables': `${'<table><tr><td>'.repeat(60_000)}item?id=7`,
  'closing tags of nothing': '</b>'.repeat(200_000),
  'unclosed rows and cells': `<table>${'<tr><td>'.repeat(100_000)}item?id=7`,
  'one huge attribute': `<table><tr><td title="${'x'.repeat(2_000_000)}">${ROW}</table>`,
  'many attributes': `<table><tr ${Array.from({ length: 100_000 }, (_, k) => `a${k}=1`).join(' ')}>${ROW}</table>`,
  'drawings that never end': '<svg>'.repeat(150_000),
  'drawings inside a script': `<script>${'<svg>'.repeat(150_000)}</script><table>${ROW}</table>`,
  'quotes that never end': `<table><tr><td class="${'<a href="item?id=7">'.repeat(40_000)}`,
  'references that never end': `<table><tr><td>${'&amp'.repeat(200_000)}${ROW}`,
  'comments that never end': `<table>${'<!--'.repeat(150_000)}`,
  'pushed scripts without an end': '<script>self.__next_f.push([1,"'.repeat(50_000),
  'pushed data of brackets': `<script>self.__next_f.push([1,"1:[\\"_txId\\",${'['.repeat(300_000)}"])</script>`,
  'a text row that claims a gigabyte':
    '<script>self.__next_f.push([1,"1:T3fffffff,x\\n2:[{\\"_txId\\":1}]"])</script>',
  'JSON of brackets': '['.repeat(500_000),
  'escapes that never end': `["${'\\"'.repeat(300_000)}`,
  'a feed that nests': `<feed>${'<entry>'.repeat(100_000)}`,
  'zero bytes': '\0'.repeat(500_000),
};

describe.each(PARSER_NAMES)('%s on hostile pages', (name) => {
  it.each(Object.entries(HOSTILE))('answers or refuses: %s', (_, text) => {
    const monitor = monitorWith({ parser: name, idPattern: 'item\\?id=(\\d+)', idPath: '[].id' });
    try {
      expect(Array.isArray(parserFor(name).parse(pageOf(text), monitor).entries)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(ToolError);
    }
  });
});

describe('a page that was cut anywhere', () => {
  it('gives whole trades or an error, never half of one', () => {
    const whole = new Map(
      parserFor('capitol_trades')
        .parse(pageOf(SAVED), monitorWith())
        .entries.map((entry) => [entry.id, JSON.stringify({ ...entry.fields, published: null })]),
    );
    for (let length = 0; length < SAVED.length; length += 1_237) {
      try {
        for (const { id, fields } of parserFor('capitol_trades').parse(
          pageOf(SAVED.slice(0, length)),
          monitorWith(),
        ).entries)
          expect(JSON.stringify({ ...fields, published: null })).toBe(whole.get(id));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        expect(error.code).toBe('PAGE_CHANGED');
      }
    }
  });

  it('of trades without embedded data is an error up to the end of its table', () => {
    const text = SAVED.replace(/<script>self\.__next_f\.push.*?<\/script>/gs, '');
    const end = text.indexOf('</table>');
    for (let length = 0; length < end; length += 997)
      expect(() => parserFor('capitol_trades').parse(pageOf(text.slice(0, length)), monitorWith())).toThrow(
        ToolError,
      );
  });
});

describe('texts of the web in entries', () => {
  it('stay texts: markup in a name is neither run nor lost', () => {
    const text = `<table><tr><th>Who</th><th>What</th></tr><tr><td><a href="item?id=7">&lt;script&gt;alert(1)&lt;/script&gt;</a></td><td>&amp;lt;</td></tr></table>`;
    expect(
      parserFor('generic').parse(pageOf(text), monitorWith({ idPattern: 'item\\?id=(\\d+)' })).entries[0]
        ?.fields,
    ).toMatchObject({ Who: '<script>alert(1)</script>', What: '&lt;' });
  });

  it('never give an address that is not http(s)', () => {
    const text = '<table><tr><td><a href="javascript:alert(\'item?id=7\')">x</a></td></tr></table>';
    const monitor = monitorWith({ idPattern: 'item\\?id=(\\d+)' });
    expect(parserFor('generic').parse(pageOf(text), monitor).entries[0]?.detailUrl).toBeNull();
    expect(
      parserFor('generic').parse(pageOf(text), { ...monitor, detailUrl: 'javascript:{id}' }).entries[0]
        ?.detailUrl,
    ).toBeNull();
  });

  it('pollute no prototype by the names of columns', () => {
    const text =
      '<table><tr><th>__proto__</th><th>constructor</th></tr><tr><td><a href="item?id=7">x</a></td><td>y</td></tr></table>';
    const [entry] = parserFor('generic').parse(
      pageOf(text),
      monitorWith({ idPattern: 'item\\?id=(\\d+)' }),
    ).entries;
    expect(entry?.fields).toMatchObject({ column1: 'x', constructor: 'y' });
    expect(Object.getPrototypeOf(entry?.fields)).toBe(Object.prototype);
  });
});

describe('patterns and selectors that cost too much for the event loop', () => {
  const threads = createThreads();
  const big = `<table>${ROW.repeat(3_000)}<tr><td><a href="item?id=8">eight</a></td></tr></table>`;

  afterAll(() => threads.close());

  it('run in a thread and give the same entries', async () => {
    const monitor = monitorWith({ idPattern: 'item\\?id=(\\d+)', rowSelector: 'tr:has(a)' });
    const there = await parseSafely(parserFor('generic'), answerOf(big), monitor, { threads });
    expect(there).toEqual(parserFor('generic').parse(pageOf(big), monitor));
    expect(there.entries.map(({ id }) => id)).toEqual(['7', '8']);
  });

  it('bring their errors back with code and sentence', async () => {
    const monitor = monitorWith({ idPattern: 'gone=(\\d+)', rowSelector: 'tr:has(a)' });
    await expect(
      parseSafely(parserFor('generic'), answerOf(big), monitor, { threads }),
    ).rejects.toMatchObject({
      name: 'ToolError',
      code: 'PAGE_CHANGED',
    });
  });

  it('end with the signal', async () => {
    const controller = new AbortController();
    const monitor = monitorWith({ idPattern: '(?:a?){200}(a{200})b', rowSelector: 'td' });
    const reading = parseSafely(
      parserFor('generic'),
      answerOf(`<table><tr><td>${'ab'.repeat(2_000_000)}</td></tr></table>`),
      monitor,
      { threads, signal: controller.signal },
    );
    setImmediate(() => controller.abort());
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
