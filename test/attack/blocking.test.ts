import { readFeedSafely } from '../../lib/feed/readFeedSafely';
import type { HttpClient } from '../../lib/http/client';
import { parserFor } from '../../lib/monitor/parsers';
import { parseSafely } from '../../lib/monitor/parsers/parseSafely';
import { createThreads } from '../../lib/threads/pool';
import { webFetch } from '../../lib/webFetch';
import { answerOf, monitorWith } from '../helpers/listPage';

// Starting a thread takes its time on a busy machine; nothing here is measured by it.
jest.setTimeout(120_000);

const URL = 'https://example.org/feed';
const wrap = (inner: string): string => `<rss><channel><title>T</title>${inner}</channel></rss>`;
const feedOf = (entries: number): string =>
  wrap(
    Array.from(
      { length: entries },
      (_, i) => `<item><guid>${i}</guid><title>n${i}</title><pubDate>2026-01-01T00:00:00Z</pubDate></item>`,
    ).join(''),
  );
const sixtyThousand = feedOf(60_000);
const fiveMegabytes = wrap(
  `<item><guid>1</guid><description>${'&lt;p&gt;word '.repeat((5 * 1024 * 1024) / 15)}</description></item>`,
);

/** The result, and how often the event loop turned meanwhile: work in this thread would hold it up. */
async function turnsWhile<Result>(
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 5);
  const result = await work.finally(() => {
    clearInterval(counting);
  });
  return { result, turns };
}

function answering(body: string): HttpClient {
  const fetchedAtMs = Date.now();
  const answer = { url: URL, status: 200, headers: {}, truncated: false, notModified: false, fetchedAtMs };
  return {
    get: () => Promise.resolve({ ...answer, body: Buffer.from(body) }),
    close: () => Promise.resolve(),
  };
}

const threads = createThreads();
afterAll(() => threads.close());

describe('the event loop', () => {
  it('turns while a feed of 60,000 entries is read', async () => {
    const reading = webFetch(
      { operation: 'rss', url: URL, allowedDomains: ['example.org'], timeoutSeconds: 300 },
      { http: answering(sixtyThousand) },
    );
    const { result, turns } = await turnsWhile(reading);
    expect(result.data).toMatchObject({ entryCount: 60_000, title: 'T' });
    expect(result.data.entries).toHaveLength(20);
    expect(turns).toBeGreaterThan(3);
  });

  it('turns while a feed of five megabytes is read', async () => {
    const job = {
      bytes: Buffer.from(fiveMegabytes),
      source: { url: URL, contentType: null },
      view: { maxTextChars: 20 },
      fetchedAtMs: 0,
    };
    const { result, turns } = await turnsWhile(readFeedSafely(job, { threads, timeoutMs: 300_000 }));
    expect(result.data.entries[0]?.description).toBe('word\nword\nword\nword\n');
    expect(turns).toBeGreaterThan(3);
  });

  it('turns while a monitor reads a feed of 15,000 entries, and none of them is lost', async () => {
    const reading = parseSafely(
      parserFor('feed'),
      answerOf(feedOf(15_000)),
      monitorWith({ parser: 'feed' }),
      {
        threads,
      },
    );
    const { result, turns } = await turnsWhile(reading);
    expect(new Set(result.entries.map(({ id }) => id)).size).toBe(15_000);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('reading a large feed', () => {
  const job = {
    bytes: Buffer.from(sixtyThousand),
    source: { url: URL, contentType: null },
    view: {},
    fetchedAtMs: 0,
  };

  it('ends at the time limit with TIMEOUT', async () => {
    await expect(readFeedSafely(job, { threads, timeoutMs: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const reading = readFeedSafely(job, { threads, timeoutMs: 300_000, signal: cancel.signal });
    cancel.abort();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('gives the same as reading a small one at once, error and all', async () => {
    const page = { ...job, bytes: Buffer.from(`<title>A page</title>${'<p>x'.repeat(50_000)}`) };
    await expect(readFeedSafely(page, { threads, timeoutMs: 300_000 })).rejects.toMatchObject({
      code: 'UNEXPECTED_CONTENT',
      message: expect.stringMatching(/an HTML page: "A page"/) as string,
      url: URL,
    });
  });
});
