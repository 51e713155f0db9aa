import { ToolError } from '../../lib/errors';
import type { HttpClient, HttpRequest, HttpResponse } from '../../lib/http/client';
import { entryEnvelopes, webFetch, type FetchRequest, type RssRequest } from '../../lib/webFetch';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const PAGE_URL = 'https://example.com/page';

/** A client that answers once, and tells what it was asked. */
function answering(
  body: string | Buffer,
  headers: Record<string, string> = {},
  more: Partial<HttpResponse> = {},
) {
  const asked: HttpRequest[] = [];
  const http: HttpClient = {
    get(request) {
      asked.push(request);
      const refusal = request.refuseType?.(headers['content-type'] ?? null) ?? null;
      if (refusal !== null) return Promise.reject(new ToolError('UNEXPECTED_CONTENT', refusal));
      return Promise.resolve({
        url: PAGE_URL,
        status: 200,
        headers,
        body: Buffer.from(body),
        truncated: false,
        notModified: false,
        fetchedAtMs: NOW,
        ...more,
      });
    },
    close: () => Promise.resolve(),
  };
  return { http, asked };
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const fetchRequest = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  operation: 'fetch',
  url: PAGE_URL,
  allowedDomains: ['example.com'],
  format: 'text',
  ...more,
});
const rssRequest = (more: Partial<RssRequest> = {}): RssRequest => ({
  operation: 'rss',
  url: PAGE_URL,
  allowedDomains: ['example.com'],
  ...more,
});
const page = (head = '', body = '<p>Hello</p>'): string =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`;
const PUBLISHED = '<meta property="article:published_time" content="2026-02-10T08:00:00Z">';
const LAST_MODIFIED = { 'last-modified': 'Fri, 20 Feb 2026 10:00:00 GMT' };
const DATE = { date: 'Sun, 01 Mar 2026 12:00:00 GMT' };

async function fetchPage(
  body: string | Buffer,
  headers: Record<string, string>,
  more: Partial<FetchRequest> = {},
) {
  return webFetch(fetchRequest(more), { http: answering(body, headers).http });
}

async function errorOf(work: Promise<unknown>): Promise<ToolError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ToolError) return error;
  throw new Error('was not refused');
}

describe('webFetch fetch', () => {
  it('answers with the text, its facts and its time', async () => {
    expect(await fetchPage(page(PUBLISHED), { ...HTML, ...LAST_MODIFIED, ...DATE })).toEqual({
      fetchedAt: '2026-03-01T12:00:00.000Z',
      dataAsOf: '2026-02-20T10:00:00.000Z',
      dataAsOfPrecision: 'second',
      dataAsOfFrom: 'last-modified',
      source: PAGE_URL,
      untrusted: true,
      data: {
        title: 'A page',
        text: 'Hello',
        format: 'text',
        finalUrl: PAGE_URL,
        status: 200,
        contentType: 'text/html; charset=utf-8',
        charset: 'utf-8',
        language: 'en',
        bytes: Buffer.byteLength(page(PUBLISHED)),
        publishedAt: '2026-02-10T08:00:00.000Z',
        publishedText: '2026-02-10T08:00:00Z',
        modifiedAt: null,
        truncated: false,
        links: null,
      },
    });
  });

  it('falls back to the Date header, always with a warning', async () => {
    const { dataAsOf, dataAsOfFrom, warnings } = await fetchPage(page(PUBLISHED), { ...HTML, ...DATE });
    expect({ dataAsOf, dataAsOfFrom }).toEqual({
      dataAsOf: '2026-03-01T12:00:00.000Z',
      dataAsOfFrom: 'date-header',
    });
    expect(warnings).toEqual([expect.stringMatching(/only when the page was sent/)]);
  });

  it('takes the date of the page where no header has one', async () => {
    expect(await fetchPage(page(PUBLISHED), HTML)).toMatchObject({
      dataAsOf: '2026-02-10T08:00:00.000Z',
      dataAsOfFrom: 'meta:article:published_time',
    });
  });

  it('takes the date of the page first where that is preferred', async () => {
    const headers = { ...HTML, ...LAST_MODIFIED, ...DATE };
    expect(await fetchPage(page(PUBLISHED), headers, { preferPageDate: true })).toMatchObject({
      dataAsOf: '2026-02-10T08:00:00.000Z',
      dataAsOfFrom: 'meta:article:published_time',
    });
    expect(await fetchPage(page(), headers, { preferPageDate: true })).toMatchObject({
      dataAsOfFrom: 'last-modified',
    });
  });

  it('knows no time where neither a header nor the page states one', async () => {
    const answer = await fetchPage(page(), HTML);
    expect(answer).toMatchObject({ dataAsOf: null, dataAsOfFrom: null, dataAsOfPrecision: null });
    expect(answer.warnings).toBeUndefined();
  });

  it('keeps a day a day', async () => {
    const head = '<meta property="article:published_time" content="2026-02-10">';
    expect(await fetchPage(page(head), HTML)).toMatchObject({
      dataAsOf: '2026-02-10',
      dataAsOfPrecision: 'day',
    });
  });

  it.each([
    ['a time of the future', 'Sun, 01 Mar 2026 12:01:01 GMT', /later than the time of the request/],
    ['the first moment of 1970', 'Thu, 01 Jan 1970 00:00:00 GMT', /no time that can be used/],
    ['no time', 'yesterday', /no time that can be used/],
  ])('believes no Last-Modified that is %s', async (_what, value, warning) => {
    const answer = await fetchPage(page(), { ...HTML, 'last-modified': value });
    expect(answer.dataAsOf).toBeNull();
    expect(answer.warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('says so where Last-Modified is the moment of sending', async () => {
    const answer = await fetchPage(page(), { ...HTML, ...DATE, 'last-modified': DATE.date });
    expect(answer).toMatchObject({
      dataAsOfFrom: 'last-modified',
      warnings: [expect.stringMatching(/moment of sending/)],
    });
  });

  it('passes JSON and plain text through', async () => {
    const json = await fetchPage('{"a": 1}', { 'content-type': 'application/json' });
    expect(json.data).toMatchObject({ text: '{"a": 1}', format: 'json', title: null });
    const plain = await fetchPage('<p>not a page', { 'content-type': 'text/plain' });
    expect(plain.data).toMatchObject({ text: '<p>not a page', format: 'plain' });
  });

  it('looks at content without a type', async () => {
    expect((await fetchPage(page(), {})).data.format).toBe('text');
    expect((await fetchPage('[1]', {})).data.format).toBe('json');
    expect((await fetchPage('words', {})).data.format).toBe('plain');
  });

  it.each([
    ['a feed', '<?xml version="1.0"?><rss/>', 'application/xml', /Use the operation RSS/],
    ['a feed that is called a page', '<rss version="2.0"/>', 'text/html', /Use the operation RSS/],
    ['other XML', '<?xml version="1.0"?><!-- x --><invoice/>', 'text/xml', /an XML document \(<invoice>\)/],
    ['a PDF by its type', '', 'application/pdf', /a PDF/],
    ['a PDF by its content', '%PDF-1.7', 'text/html', /a PDF/],
    ['an image', '', 'image/png', /image\/png/],
    ['binary content', '\0\0\0\0', 'text/html', /binary content/],
    ['an endless stream', '', 'text/event-stream', /endless stream/],
    ['what is no JSON', '{"a":', 'application/json', /cannot be parsed as JSON/],
    ['JSON of great depth', '['.repeat(300) + ']'.repeat(300), 'application/json', /levels deep/],
  ])('refuses %s and says what it is', async (_what, body, contentType, message) => {
    const error = await errorOf(fetchPage(body, { 'content-type': contentType }));
    expect(error.code).toBe('UNEXPECTED_CONTENT');
    expect(error.message).toMatch(message);
  });

  it('reads XHTML that is sent as XML', async () => {
    const xhtml =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>x</p></body></html>';
    expect((await fetchPage(xhtml, { 'content-type': 'application/xhtml+xml' })).data.text).toBe('x');
    expect((await fetchPage(xhtml, { 'content-type': 'application/xml' })).data.text).toBe('x');
  });

  it('says that a page was cut', async () => {
    const { http } = answering(page(), HTML, { truncated: true });
    const answer = await webFetch(fetchRequest({ maxResponseKb: 64 }), { http });
    expect(answer.data.truncated).toBe(true);
    expect(answer.warnings).toContain('The page is larger than 64 KB and was cut there.');
  });

  it('refuses JSON that was cut, whatever its type', async () => {
    const { http } = answering('{"a":', { 'content-type': 'text/json' }, { truncated: true });
    expect((await errorOf(webFetch(fetchRequest(), { http }))).code).toBe('RESPONSE_TOO_LARGE');
  });

  it('cuts the text on request and says so', async () => {
    const answer = await fetchPage(page('', '<p>abc😀def</p>'), HTML, { maxTextChars: 4 });
    expect(answer.data).toMatchObject({ text: 'abc', truncated: true });
    expect(answer.warnings).toEqual(['The text was cut after 3 of 8 characters.']);
  });

  it('warns of a wall that stands before the page', async () => {
    const answer = await fetchPage(page('', '<script>window._cf_chl_opt = {}</script>'), HTML);
    expect(answer.warnings).toContain(
      'The site answered with a Cloudflare challenge, not with the page itself.',
    );
  });

  it('gives the reading no more time where the clock was set back meanwhile', async () => {
    const { http } = answering(`<p>${'<b>x</b>'.repeat(20_000)}`, HTML, {
      fetchedAtMs: Date.now() + 3_600_000,
    });
    const selector = 'b:has(~ b:has(~ b:has(~ i)))';
    await expect(webFetch(fetchRequest({ selector, timeoutSeconds: 1 }), { http })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  }, 60_000);

  it('names the page on which a selector matches nothing', async () => {
    const nothing = fetchPage(page(), HTML, { selector: '.none', whenNothingMatches: 'error' });
    expect(await errorOf(nothing)).toMatchObject({ code: 'NO_DATA', url: PAGE_URL });
  });

  it('takes the language from the header where the page names none, and only what is one', async () => {
    const language = async (header: string): Promise<unknown> =>
      (await fetchPage('<p>x', { ...HTML, 'content-language': header })).data.language;
    expect(await language('de_CH, en')).toBe('de-CH');
    expect(await language('x'.repeat(50_000))).toBeNull();
  });

  it('quotes no more of a selector than a line', async () => {
    const answer = await fetchPage(page(), HTML, { selector: 'a'.repeat(50_000) });
    expect(answer.warnings?.[0]?.length).toBeLessThan(300);
  });

  it('warns of an answer without content', async () => {
    expect((await fetchPage('', HTML)).warnings).toEqual(['The answer has no content.']);
  });

  it('asks with the limits of the form and the signal of the run', async () => {
    const { http, asked } = answering(page(), HTML);
    const { signal } = new AbortController();
    await webFetch(fetchRequest({ userAgent: 'me', timeoutSeconds: 3 }), { http, signal });
    expect(asked).toMatchObject([
      {
        url: PAGE_URL,
        allowedDomains: ['example.com'],
        userAgent: 'me',
        timeoutSeconds: 3,
        maxResponseKb: 512,
        overCap: 'truncate',
      },
    ]);
    expect(asked[0]?.signal).toBe(signal);
  });
});

describe('webFetch rss', () => {
  const entry = (id: number, date: string): string =>
    `<item><guid>${id}</guid><pubDate>${date}</pubDate><description>${'x'.repeat(id)}</description></item>`;
  const feed = (...entries: string[]): string =>
    `<rss><channel><title>T</title>${entries.join('')}</channel></rss>`;

  it('gives the newest entries, how many there are, and the time of the newest', async () => {
    const body = feed(entry(1, '2026-01-01T00:00:00Z'), entry(2, '2026-02-01T00:00:00Z'), entry(3, ''));
    const answer = await webFetch(rssRequest({ limit: 1 }), { http: answering(body).http });
    expect(answer).toMatchObject({
      dataAsOf: '2026-02-01T00:00:00.000Z',
      dataAsOfFrom: 'entry:publishedAt',
      untrusted: true,
      data: { title: 'T', format: 'rss', entryCount: 3, entries: [{ id: '2' }] },
    });
  });

  it('gives 20 entries unless told otherwise', async () => {
    const body = feed(...Array.from({ length: 25 }, (_, index) => entry(index, '')));
    expect((await webFetch(rssRequest(), { http: answering(body).http })).data.entries).toHaveLength(20);
  });

  it('gives each entry an envelope with its own time, and none to a time of the future', async () => {
    const body = feed(entry(1, '2026-02-01'), entry(2, '2027-01-01T00:00:00Z'), entry(3, ''));
    const envelopes = entryEnvelopes(await webFetch(rssRequest(), { http: answering(body).http }));
    expect(
      envelopes.map(({ dataAsOf, dataAsOfPrecision, data }) => [data.id, dataAsOf, dataAsOfPrecision]),
    ).toEqual([
      ['2', null, null],
      ['1', '2026-02-01', 'day'],
      ['3', null, null],
    ]);
    expect(envelopes[1]?.warnings).toEqual(['1 of 3 entries are dated later than the time of the request.']);
    expect(envelopes[0]).toMatchObject({
      fetchedAt: '2026-03-01T12:00:00.000Z',
      source: PAGE_URL,
      untrusted: true,
    });
  });

  it('cuts long texts of entries on request', async () => {
    const answer = await webFetch(rssRequest({ maxTextChars: 2 }), {
      http: answering(feed(entry(5, ''))).http,
    });
    expect(answer.data.entries[0]?.description).toBe('xx');
    expect(answer.warnings).toEqual(['Long texts of entries were cut.']);
  });

  it('says what a page is that is no feed', async () => {
    const error = await errorOf(webFetch(rssRequest(), { http: answering(page(), HTML).http }));
    expect(error).toMatchObject({ code: 'UNEXPECTED_CONTENT', url: PAGE_URL });
    expect(error.message).toMatch(/an HTML page: "A page"/);
  });

  it('recognises a wall before a feed', async () => {
    const wall = page('', '<script>window._cf_chl_opt = {}</script>');
    expect((await errorOf(webFetch(rssRequest(), { http: answering(wall, HTML).http }))).code).toBe(
      'BLOCKED',
    );
  });
});

describe('webFetch with a key in its address', () => {
  const url = `${PAGE_URL}?token=s3cret-1`;

  it('has it removed from what is said of the request', async () => {
    const { http, asked } = answering(page(), HTML);
    await webFetch(fetchRequest({ url }), { http });
    expect(asked[0]?.secrets).toEqual(['s3cret-1']);
  });

  it('leaves it out of the address to which a page sends browsers on', async () => {
    const refresh = '<meta http-equiv="refresh" content="0; url=/s3cret-1/next?token=s3cret-1&amp;page=2">';
    const { http } = answering(refresh, { ...HTML, ...LAST_MODIFIED });
    const { warnings } = await webFetch(fetchRequest({ url }), { http });
    expect(warnings).toEqual([expect.stringContaining(' https://example.com/***/next?page=2. Fetch')]);
  });

  it('tells no error that quotes it: a page may echo the key', async () => {
    const json = answering('no such key: s3cret-1', { 'content-type': 'application/json' });
    expect((await errorOf(webFetch(fetchRequest({ url }), json))).message).toMatch(/"no such key: \*\*\*"/);
    const head = '<link rel="alternate" type="application/rss+xml" href="/feed?token=other&amp;page=2">';
    const wrong = answering(`<title>Not s3cret-1</title>${head}`, HTML);
    expect((await errorOf(webFetch(rssRequest({ url }), wrong))).message).toMatch(
      /"Not \*\*\*", not with a feed. It advertises this feed: https:\/\/example.com\/feed\?page=2$/,
    );
  });
});
