import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { loopbackClient, errorOf, serveHttp, serveRaw, type Loopback } from '../../helpers/loopback';

const { client, get } = loopbackClient();
const servers: Loopback[] = [];
const keep = async (server: Promise<Loopback>): Promise<Loopback> => {
  servers.push(await server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => client.close());

const answering = (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  keep(
    serveHttp((_, res) => {
      res.writeHead(status, { 'content-type': 'text/html', ...headers });
      res.end(body);
    }),
  );

describe('an answer', () => {
  it('comes with its status, headers, bytes, and the URL and time of the request that was answered', async () => {
    const server = await answering(200, { etag: '"1"', 'x-many': 'a' }, '<p>hello');
    const before = Date.now();
    const answer = await get(server, '/page?q=1&apikey=secret');
    expect(answer).toMatchObject({
      status: 200,
      url: `${server.url}/page?q=1`,
      truncated: false,
      notModified: false,
    });
    expect(answer.headers).toMatchObject({ etag: '"1"', 'content-type': 'text/html' });
    expect(answer.body.toString()).toBe('<p>hello');
    expect(answer.fetchedAtMs).toBeGreaterThanOrEqual(before);
    expect(answer.fetchedAtMs).toBeLessThanOrEqual(Date.now());
  });

  it('may be empty', async () => {
    expect((await get(await answering(204))).body).toHaveLength(0);
  });

  it.each([
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['deflate', zlib.deflateRawSync],
  ])('is decoded from %s', async (coding, encode) => {
    const server = await answering(200, { 'content-encoding': coding }, encode(Buffer.from('<p>hello')));
    expect((await get(server)).body.toString()).toBe('<p>hello');
  });

  it('that says it has not changed is a value, when it was asked so', async () => {
    const server = await keep(
      serveHttp((req, res) => {
        res.writeHead(req.headers['if-none-match'] === '"1"' ? 304 : 200, { etag: '"1"' });
        res.end();
      }),
    );
    expect(await get(server, '/', { validators: { etag: '"1"', lastModified: null } })).toMatchObject({
      status: 304,
      notModified: true,
    });
    expect((await get(server)).notModified).toBe(false);
  });

  it('304 to a request without validators is an error', async () => {
    expect(await errorOf(get(await answering(304)))).toMatchObject({ code: 'HTTP_STATUS', status: 304 });
  });

  it('206 to a request without a range is an error: it is a part', async () => {
    expect(await errorOf(get(await answering(206, {}, 'part')))).toMatchObject({
      code: 'HTTP_STATUS',
      status: 206,
    });
  });

  it('is refused by its type before the body is read', async () => {
    const server = await answering(200, { 'content-type': 'application/pdf' }, '%PDF');
    const error = await errorOf(get(server, '/', { refuseType: (type) => `${String(type)} is not a page.` }));
    expect(error).toMatchObject({ code: 'UNEXPECTED_CONTENT', message: 'application/pdf is not a page.' });
  });
});

describe('an error status', () => {
  it.each([
    [404, 'NOT_FOUND'],
    [410, 'NOT_FOUND'],
    [401, 'HTTP_STATUS'],
    [403, 'HTTP_STATUS'],
    [451, 'HTTP_STATUS'],
    [500, 'HTTP_STATUS'],
  ])('%d is %s, with status and host in the message', async (status, code) => {
    const server = await answering(status, {}, '<p>sorry</p>');
    const error = await errorOf(get(server));
    expect(error).toMatchObject({ code, status });
    expect(error.message).toMatch(new RegExp(`^127\\.0\\.0\\.1 answered with status ${status}\\..*"sorry"$`));
  });

  it('quotes at most 200 characters, without markup and without secrets', async () => {
    const body = `<script>evil()</script><p>key my%2Fkey apikey=ABCDEF token: XYZXYZ ${'x'.repeat(5000)}`;
    const error = await errorOf(get(await answering(404, {}, body), '/?k=my%2Fkey', { secrets: ['my/key'] }));
    expect(error.message.length).toBeLessThan(300);
    expect(error.message).toContain('key *** apikey=*** token: ***');
    expect(JSON.stringify([error.message, error.url])).not.toMatch(/evil|my%2Fkey|my\/key|ABCDEF|XYZXYZ/);
  });

  it('quotes the title of a page, not the page', async () => {
    const error = await errorOf(get(await answering(404, {}, '<title>Not here</title><p>a long story</p>')));
    expect(error.message).toMatch(/It said: "Not here"$/);
  });

  it('is an answer for who reads error bodies', async () => {
    const answer = await get(await answering(401, {}, '{"code":401}'), '/', { status: 'any' });
    expect([answer.status, answer.body.toString()]).toEqual([401, '{"code":401}']);
  });

  it('429 and 503 say when to come back', async () => {
    expect(await errorOf(get(await answering(429, { 'retry-after': '7' })))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 7000,
    });
    expect(await errorOf(get(await answering(503, { 'retry-after': '3600' })))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 3_600_000,
    });
  });

  it('of a bot wall is BLOCKED and not tried again', async () => {
    let asked = 0;
    const server = await keep(
      serveHttp((_, res) => {
        asked++;
        res.writeHead(503, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' });
        res.end('<title>Just a moment...</title>');
      }),
    );
    expect((await errorOf(get(server))).code).toBe('BLOCKED');
    expect(asked).toBe(1);
  });

  it('with a broken body is still that status', async () => {
    const server = await keep(
      serveRaw((socket) => {
        socket.end(
          'HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: 50\r\n\r\nabc',
        );
      }),
    );
    expect(await errorOf(get(server))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('another attempt', () => {
  const failingFirst = (times: number, fail: (res: ServerResponse) => void) => {
    const state = { asked: 0 };
    const server = keep(
      serveHttp((_, res) => {
        if (++state.asked <= times) fail(res);
        else res.end('ok');
      }),
    );
    return { state, server };
  };

  it.each([502, 503, 504])('is made after %d', async (status) => {
    const { server } = failingFirst(2, (res) => res.writeHead(status).end());
    expect((await get(await server)).body.toString()).toBe('ok');
  });

  it('is made after a broken connection, twice at most', async () => {
    const twice = failingFirst(2, (res) => res.destroy());
    expect((await get(await twice.server)).body.toString()).toBe('ok');
    const ever = failingFirst(9, (res) => res.destroy());
    expect((await errorOf(get(await ever.server))).code).toBe('NETWORK');
    expect(ever.state.asked).toBe(3);
  });

  it('is not made after 500 or 404', async () => {
    const { server, state } = failingFirst(1, (res) => res.writeHead(500).end());
    await errorOf(get(await server));
    expect(state.asked).toBe(1);
  });

  it('ends with the answer there was, not with the clock', async () => {
    let asked = 0;
    const slow = await keep(
      serveHttp((_, res) => {
        if (++asked === 1) res.writeHead(503).end();
      }),
    );
    expect(await errorOf(get(slow, '/', { timeoutSeconds: 1 }))).toMatchObject({
      code: 'RATE_LIMITED',
      status: 503,
    });
  });
});

describe('a redirect', () => {
  it('is followed, relative to where it stands, and the last address is told', async () => {
    const server = await keep(
      serveHttp((req, res) => {
        if (req.url === '/dir/a') res.writeHead(302, { location: 'b?x=1&token=abcd' }).end();
        else res.end(req.url);
      }),
    );
    const answer = await get(server, '/dir/a');
    expect([answer.url, answer.body.toString()]).toEqual([
      `${server.url}/dir/b?x=1`,
      '/dir/b?x=1&token=abcd',
    ]);
  });

  it('may be written in UTF-8, as browsers read it', async () => {
    const server = await keep(
      serveHttp((req, res) => {
        const location = Buffer.from('/käse?x=é').toString('latin1');
        if (req.url === '/') res.writeHead(302, { location }).end();
        else res.end(req.url);
      }),
    );
    expect((await get(server, '/')).body.toString()).toBe('/k%C3%A4se?x=%C3%A9');
  });

  it('to another origin leaves the own headers behind, even on the way back', async () => {
    const seen: (string | undefined)[] = [];
    const other = await keep(
      serveHttp((req, res) => {
        seen.push(req.headers['x-api-key'] as string | undefined);
        res.writeHead(302, { location: `${home.url}/end` }).end();
      }),
    );
    const home: Loopback = await keep(
      serveHttp((req, res) => {
        seen.push(req.headers['x-api-key'] as string | undefined);
        if (req.url === '/end') res.end('ok');
        else res.writeHead(302, { location: req.url === '/start' ? '/same' : `${other.url}/` }).end();
      }),
    );
    await get(home, '/start', { headers: { 'X-Api-Key': 'abcd' }, allowedDomains: [home.host, other.host] });
    expect(seen).toEqual(['abcd', 'abcd', undefined, undefined]);
  });

  it('carries no cookie', async () => {
    const server = await keep(
      serveHttp((req, res) => {
        if (req.url === '/') res.writeHead(302, { location: '/b', 'set-cookie': 'sid=1' }).end();
        else res.end(req.headers.cookie ?? 'none');
      }),
    );
    expect((await get(server)).body.toString()).toBe('none');
  });

  it('sixth in a row is refused', async () => {
    let asked = 0;
    const server = await keep(serveHttp((_, res) => res.writeHead(302, { location: `/${++asked}` }).end()));
    expect((await errorOf(get(server))).code).toBe('TOO_MANY_REDIRECTS');
    expect(asked).toBe(6);
  });

  it.each([
    ['without a place', {}],
    ['to nothing', { location: '' }],
    ['to what is no address', { location: 'http://' }],
  ])('%s is an error', async (_, headers) => {
    expect((await errorOf(get(await answering(302, headers)))).code).toBe('UNEXPECTED_CONTENT');
  });

  it('out of the list is not sent', async () => {
    let stolen = 0;
    const other = await keep(serveHttp((_, res) => res.end(String(++stolen))));
    const error = await errorOf(get(await answering(302, { location: `${other.url}/?apikey=abcd` })));
    expect(error).toMatchObject({ code: 'URL_NOT_ALLOWED', url: `${other.url}/` });
    expect(error.message).toContain('Redirect from 127.0.0.1');
    expect(stolen).toBe(0);
  });

  it('from the one host that may be asked names the address to enter instead', async () => {
    let asked = 0;
    const other = await keep(serveHttp((_, res) => res.end(String(++asked))));
    const moved = await answering(302, { location: `${other.url}/list` });
    const error = await errorOf(get(moved, '/', { exactHosts: true }));
    expect(error).toMatchObject({ code: 'URL_NOT_ALLOWED', url: `${other.url}/list` });
    expect(error.message).toContain(`enter ${other.url}/list as the URL instead`);
    expect(asked).toBe(0);
  });
});

describe('the size of an answer', () => {
  const big = Buffer.alloc(3000, 'a');

  it.each([
    ['text/html', 'truncate', 2048],
    ['application/xhtml+xml', 'truncate', 2048],
    ['text/html', 'refuse', 'RESPONSE_TOO_LARGE'],
    ['application/json', 'truncate', 'RESPONSE_TOO_LARGE'],
    ['application/rss+xml', 'truncate', 'RESPONSE_TOO_LARGE'],
  ] as const)('%s over the cap, %s: %s', async (type, overCap, expected) => {
    const server = await answering(200, { 'content-type': type }, big);
    const work = get(server, '/', { maxResponseKb: 2, overCap });
    if (typeof expected === 'string') expect((await errorOf(work)).code).toBe(expected);
    else expect(await work).toMatchObject({ truncated: true, body: { length: expected } });
  });

  it('is counted decoded', async () => {
    const server = await answering(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(big));
    expect((await errorOf(get(server, '/', { maxResponseKb: 2 }))).code).toBe('RESPONSE_TOO_LARGE');
    expect((await get(server, '/', { maxResponseKb: 3 })).body).toHaveLength(3000);
  });

  it.each([0, -1, 5121, NaN, Infinity])('limit %d is refused', async (maxResponseKb) => {
    const error = await errorOf(get(await answering(200), '/', { maxResponseKb }));
    expect(error.code).toBe('INVALID_CONFIG');
  });
});

describe('the time of a request', () => {
  const silent = (head = '') =>
    keep(
      serveRaw((socket) => {
        socket.write(head);
      }),
    );

  it.each([
    ['headers', ''],
    ['the rest of the headers', 'HTTP/1.1 200 OK\r\n'],
    ['the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
  ])('ends the wait for %s', async (_, head) => {
    const error = await errorOf(get(await silent(head), '/', { timeoutSeconds: 0.2 }));
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('longer than 0.2 s'),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
    });
  });

  it('counts all hops together', async () => {
    const server = await keep(
      serveHttp((_, res) => {
        setTimeout(() => res.writeHead(302, { location: '/next' }).end(), 150);
      }),
    );
    expect((await errorOf(get(server, '/', { timeoutSeconds: 0.4 }))).code).toBe('TIMEOUT');
  });

  it('ends at once when the execution is cancelled', async () => {
    const cancel = new AbortController();
    const server = await keep(
      serveHttp(() => {
        cancel.abort();
      }),
    );
    expect((await errorOf(get(server, '/', { signal: cancel.signal }))).code).toBe('CANCELLED');
    expect((await errorOf(get(server, '/', { signal: cancel.signal }))).code).toBe('CANCELLED');
  });
});

describe('a broken transfer is an error, never a short page', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
  it.each([
    ['cut before its declared end', `${OK}Content-Length: 100\r\n\r\nhalf`],
    ['cut inside a chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n400\r\nhalf`],
    ['cut before the last chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`],
    ['with a chunk size that is none', `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n0\r\n\r\n`],
    ['with two lengths', `${OK}Content-Length: 4\r\nContent-Length: 40\r\n\r\nhalf`],
    ['with a negative length', `${OK}Content-Length: -4\r\n\r\nhalf`],
    ['that is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['of nothing', ''],
    ['with endless headers', `${OK}${'X-A: bbbbbbbbbb\r\n'.repeat(8000)}\r\n`],
  ])('%s', async (_, raw) => {
    const server = await keep(
      serveRaw((socket) => {
        socket.end(raw);
      }),
    );
    const error = await errorOf(get(server));
    expect(error.code).toBe('NETWORK');
    expect(error.message).toMatch(/^127\.0\.0\.1 could not be read: .+\.$/);
    expect(error.cause).toBeUndefined();
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['damaged', (bytes: Buffer) => bytes.fill(0xff, 30, 40)],
  ])('compressed and %s', async (_, spoil) => {
    const bytes = zlib.gzipSync(
      Buffer.from(Array.from({ length: 500 }, (_unused, i) => `line ${(i * 7919) % 251}`).join()),
    );
    const server = await answering(200, { 'content-encoding': 'gzip' }, spoil(bytes));
    expect((await errorOf(get(server))).code).toBe('NETWORK');
  });
});

describe('connections', () => {
  it('are kept for the next request', async () => {
    const ports = new Set<number | undefined>();
    const server = await keep(
      serveHttp((req, res) => {
        ports.add(req.socket.remotePort);
        res.end('ok');
      }),
    );
    for (let i = 0; i < 8; i++) await get(server);
    expect(ports.size).toBeLessThan(4);
  });

  it('never answer with a response that nobody asked for', async () => {
    let asked = 0;
    const server = await keep(
      serveRaw((socket) => {
        const own = `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n#${++asked}`;
        socket.write(`${own}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison`);
      }),
    );
    for (const expected of ['#1', '#2', '#3']) expect((await get(server)).body.toString()).toBe(expected);
  });

  it('are not used again after junk behind an answer', async () => {
    const ports = new Set<number | undefined>();
    const server = await keep(
      serveRaw((socket) => {
        ports.add(socket.remotePort);
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokEXTRA');
      }),
    );
    for (let i = 0; i < 2; i++) expect((await get(server)).body.toString()).toBe('ok');
    expect(ports.size).toBe(2);
  });

  it('are at most two at a time per host', async () => {
    let open = 0;
    let most = 0;
    const server = await keep(
      serveHttp((_, res) => {
        most = Math.max(most, ++open);
        setTimeout(() => {
          open--;
          res.end('ok');
        }, 20);
      }),
    );
    await Promise.all(Array.from({ length: 9 }, () => get(server)));
    expect(most).toBe(2);
  });
});

describe('a busy host', () => {
  it('costs a waiting request none of its own time', async () => {
    const server = await keep(
      serveHttp((_, res) => {
        setTimeout(() => res.end('ok'), 100);
      }),
    );
    const all = Array.from({ length: 16 }, () => get(server, '/', { timeoutSeconds: 0.6 }));
    expect(await Promise.all(all)).toHaveLength(16);
  });
});

describe('a private address', () => {
  it('is refused unless private networks are allowed, before anything is sent', async () => {
    let asked = 0;
    const server = await keep(serveHttp((_, res) => res.end(String(++asked))));
    const error = await errorOf(get(server, '/', { allowPrivateNetwork: false }));
    expect(error).toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
      message: expect.stringContaining('Allow Private Network'),
      url: `${server.url}/`,
    });
    const port = new URL(server.url).port;
    const byName = client.get({ url: `http://localhost:${port}/`, allowedDomains: [`localhost:${port}`] });
    expect((await errorOf(byName)).code).toBe('ADDRESS_NOT_ALLOWED');
    expect(asked).toBe(0);
  });
});
