import { readPage, type PageOptions } from '../../../lib/html/readPage';
import { readPageSafely } from '../../../lib/html/readPageSafely';
import { createThreads } from '../../../lib/threads/pool';

const threads = createThreads();
const options: PageOptions = { url: 'https://example.org/', format: 'text' };
const large = `<title>T</title>${'<p>A paragraph of a large page.</p>'.repeat(2_000)}`;
/** Takes hours: for every paragraph all that follow are looked at, three times over. */
const slow = { ...options, selector: 'p:has(~ p:has(~ p:has(~ p.none)))' };

describe('reading a page safely', () => {
  afterAll(() => threads.close());

  it.each([
    ['small', '<p>x'],
    ['large', large],
  ])('gives the same as reading it at once: a %s page', async (_size, html) => {
    expect(await readPageSafely(html, options, { threads, timeoutMs: 60_000 })).toEqual(
      readPage(html, options),
    );
  });

  it('gives the same errors', async () => {
    const reading = readPageSafely('<p>x', { ...options, selector: 'p[' }, { threads, timeoutMs: 60_000 });
    await expect(reading).rejects.toMatchObject({ name: 'ToolError', code: 'INVALID_REQUEST' });
  });

  it('ends at the time limit with TIMEOUT, while the event loop goes on', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    try {
      await expect(readPageSafely(large, slow, { threads, timeoutMs: 500 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('selector') as string,
      });
    } finally {
      clearInterval(counting);
    }
    expect(turns).toBeGreaterThan(3);
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const reading = readPageSafely(large, slow, { threads, timeoutMs: 60_000, signal: cancel.signal });
    cancel.abort();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(
      readPageSafely('<p>x', options, { threads, timeoutMs: 1_000, signal: cancel.signal }),
    ).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
