import { readPlainContent } from '../../../lib/html/plainContent';
import { readPlainSafely } from '../../../lib/html/readPlainSafely';
import { createThreads } from '../../../lib/threads/pool';

// Starting a thread takes its time on a busy machine; nothing here is measured by it.
jest.setTimeout(120_000);

const source = { url: 'https://example.org/data.json', truncated: false };
const threads = createThreads();
const limits = { threads, timeoutMs: 60_000 };

afterAll(() => threads.close());
const list = (length: number): string =>
  JSON.stringify(Array.from({ length }, (_, i) => ({ id: i, name: `ä${i}` })));
const large = list(20_000);

describe('reading JSON and plain text safely', () => {
  it.each([
    ['small JSON', '{"a": 1}', 'json'],
    ['large JSON', large, 'json'],
    [
      'large text with characters that show nothing',
      'one\u200b two\u202e 😀 \ud800\n'.repeat(20_000),
      'plain',
    ],
  ] as const)('gives the same as reading it at once: %s', async (_what, text, kind) => {
    expect(await readPlainSafely(text, kind, source, limits)).toEqual(readPlainContent(text, kind, source));
  });

  it.each([
    ['JSON that is none', `${large}]`, 'UNEXPECTED_CONTENT', /cannot be parsed as JSON/],
    ['JSON that is nested too deep', `${'['.repeat(200_000)}1`, 'UNEXPECTED_CONTENT', /nests more than/],
  ])('refuses large %s with the same words', async (_what, text, code, message) => {
    await expect(readPlainSafely(text, 'json', source, limits)).rejects.toMatchObject({
      name: 'ToolError',
      code,
      url: source.url,
      message: expect.stringMatching(message) as string,
    });
  });

  it('refuses large JSON that was cut', async () => {
    await expect(
      readPlainSafely(large, 'json', { ...source, truncated: true }, limits),
    ).rejects.toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
    });
  });

  it('lets the event loop turn while a large document is read', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 5);
    await readPlainSafely(list(100_000), 'json', source, limits).finally(() => {
      clearInterval(counting);
    });
    expect(turns).toBeGreaterThan(3);
  });

  it('ends at the time limit, and when it is cancelled', async () => {
    await expect(
      readPlainSafely(list(200_000), 'json', source, { threads, timeoutMs: 1 }),
    ).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    const cancel = new AbortController();
    cancel.abort();
    await expect(
      readPlainSafely(large, 'json', source, { ...limits, signal: cancel.signal }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
