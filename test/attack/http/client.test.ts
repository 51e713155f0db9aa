import zlib from 'node:zlib';
import { createHttpClient } from '../../../lib/http/httpClient';
import { LIMITS } from '../../../lib/limits';
import type { Transport } from '../../../lib/http/transport';
import { errorOf, loopbackClient, serveHttp, serveRaw, type Loopback } from '../../helpers/loopback';

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

describe('a bomb', () => {
  it('of a gigabyte is stopped at the cap', async () => {
    const megabytes = zlib.gzipSync(Buffer.alloc(1 << 20));
    const server = await keep(
      serveHttp((_, res) => {
        res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
        let written = 0;
        let closed = false;
        res.on('close', () => {
          closed = true;
        });
        const more = (): void => {
          while (written < 1024 && !closed) {
            written++;
            if (!res.write(megabytes)) {
              res.once('drain', more);
              return;
            }
          }
          res.end();
        };
        more();
      }),
    );
    expect((await errorOf(get(server))).code).toBe('RESPONSE_TOO_LARGE');
    const cut = await get(server, '/', { overCap: 'truncate' });
    expect(cut).toMatchObject({ truncated: true, body: { length: 512 * 1024 } });
  });

  it('within a bomb is stopped as well', async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(64 << 20)));
    const server = await keep(
      serveHttp((_, res) => res.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb)),
    );
    expect((await errorOf(get(server))).code).toBe('RESPONSE_TOO_LARGE');
  });

  it('on an error page does not hide the status', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(16 << 20, ' '));
    const server = await keep(
      serveHttp((_, res) => res.writeHead(404, { 'content-encoding': 'gzip' }).end(bomb)),
    );
    expect(await errorOf(get(server))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });

  it('without compression ends the connection at the cap', async () => {
    const connection = { open: true };
    const server = await keep(
      serveHttp((_, res) => {
        res.writeHead(200, { 'content-type': 'text/html' });
        const more = (): void => {
          while (connection.open && res.write(Buffer.alloc(65_536, 'a')));
          if (connection.open) res.once('drain', more);
        };
        res.on('close', () => {
          connection.open = false;
        });
        more();
      }),
    );
    expect((await errorOf(get(server))).code).toBe('RESPONSE_TOO_LARGE');
    while (connection.open) await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('bytes that are no content', () => {
  it('end the connection long before the time is up', async () => {
    const extension = Buffer.from(`1;${'x'.repeat(60_000)}\r\na\r\n`);
    let sent = 0;
    const server = await keep(
      serveRaw((socket) => {
        let open = true;
        socket.on('close', () => {
          open = false;
        });
        const more = (): void => {
          while (open && socket.write(extension)) sent += extension.length;
          if (open) socket.once('drain', more);
        };
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n',
          more,
        );
      }),
    );
    const error = await errorOf(get(server, '/', { timeoutSeconds: 300 }));
    expect(error).toMatchObject({ code: 'RESPONSE_TOO_LARGE', url: `${server.url}/` });
    expect(error.message).toContain('127.0.0.1 sent over 32 MB');
    expect(sent).toBeLessThan(4 * LIMITS.answerWireBytes);
  });

  it('are counted anew for each answer on a connection', async () => {
    const connections = new Set<unknown>();
    const content = Buffer.alloc(5 << 20, 'a');
    const server = await keep(
      serveHttp((req, res) => {
        connections.add(req.socket);
        res.writeHead(200, { 'content-type': 'text/plain' }).end(content);
      }),
    );
    // Two connections at most take turns: one of them carries more than the limit of a single answer.
    const rounds = 2 * Math.ceil(LIMITS.answerWireBytes / content.length) + 1;
    for (let round = 0; round < rounds; round++) {
      const { body } = await get(server, '/', { maxResponseKb: 5120 });
      expect(body.length).toBe(content.length);
    }
    expect(connections.size).toBeLessThanOrEqual(2);
  });
});

describe('a server that hands out names', () => {
  it('of prototypes pollutes nothing', async () => {
    const server = await keep(
      serveRaw((socket) => {
        socket.end(
          'HTTP/1.1 200 OK\r\n__proto__: x\r\n__proto__: y\r\nconstructor: z\r\nContent-Length: 2\r\n\r\nok',
        );
      }),
    );
    const { headers } = await get(server);
    expect(Object.keys(headers)).toEqual(['constructor', 'content-length']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('of content codings that are none is refused', async () => {
    for (const coding of ['constructor', '__proto__', 'gzip,'.repeat(50), 'x-foo']) {
      const server = await keep(
        serveHttp((_, res) => res.writeHead(200, { 'content-encoding': coding }).end('abc')),
      );
      expect((await errorOf(get(server))).code).toBe('UNEXPECTED_CONTENT');
    }
  });
});

describe('a name that changes its address', () => {
  it('is dialled where it was checked, in one look-up', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const dialled: string[] = [];
    const transport: Transport = {
      send: ({ url, egress }) =>
        new Promise((resolve, reject) => {
          egress.lookup(url.hostname, { all: true }, (error, found) => {
            if (error !== null) {
              reject(error);
              return;
            }
            dialled.push(typeof found === 'string' ? found : (found[0]?.address ?? ''));
            resolve({ status: 200, headers: {}, body: emptyBody(), discard: () => undefined });
          });
        }),
      close: () => Promise.resolve(),
    };
    const rebound = createHttpClient({
      env: {},
      transport,
      resolve: () => Promise.resolve(answers.shift() ?? []),
    });
    const request = { url: 'http://news.test/', allowedDomains: ['news.test'] };
    await rebound.get(request);
    expect((await errorOf(rebound.get(request))).code).toBe('ADDRESS_NOT_ALLOWED');
    expect(dialled).toEqual(['8.8.8.8']);
  });

  it('or never gives one ends with the time', async () => {
    const silent = createHttpClient({ env: {}, resolve: () => new Promise(() => undefined) });
    const work = silent.get({ url: 'http://news.test/', allowedDomains: ['news.test'], timeoutSeconds: 0.1 });
    expect((await errorOf(work)).code).toBe('TIMEOUT');
    void silent.close();
  });
});

describe('a secret', () => {
  const secret = 'k3y/+ value&more';

  it('is in nothing that is shown, however the server echoes it', async () => {
    const echoes = [secret, encodeURIComponent(secret), secret.replace('&', '&amp;'), JSON.stringify(secret)];
    for (const echo of echoes) {
      const server = await keep(
        serveHttp((_, res) =>
          res.writeHead(403, { 'content-type': 'text/html' }).end(`<p>bad key ${echo}</p>`),
        ),
      );
      const error = await errorOf(
        get(server, `/?k=${encodeURIComponent(secret)}`, { secrets: [secret], headers: { 'X-Key': secret } }),
      );
      const shown = [error.message, error.url, error.stack, JSON.stringify(error)].join('\n');
      for (const form of [secret, encodeURIComponent(secret), 'k3y/+']) expect(shown).not.toContain(form);
    }
  });

  it('is not shown when it comes back in a redirect', async () => {
    const server = await keep(
      serveHttp((req, res) => {
        if (req.url?.startsWith('/end') === true) res.end('ok');
        else
          res
            .writeHead(302, {
              location: `/end/${encodeURIComponent(secret)}?q=${encodeURIComponent(secret)}`,
            })
            .end();
      }),
    );
    const { url } = await get(server, '/', { secrets: [secret] });
    expect(url).toBe(`${server.url}/end/***?q=***`);
  });

  it('is not shown when nobody answers', async () => {
    const server = await serveHttp(() => undefined);
    await server.close();
    const error = await errorOf(
      get(server, `/${encodeURIComponent(secret)}?token=abcdef`, { secrets: [secret] }),
    );
    expect(error.code).toBe('NETWORK');
    expect([error.message, error.url, error.stack].join(' ')).not.toMatch(/k3y|abcdef/);
  });
});

describe('a header that would become two', () => {
  it.each([
    ['user agent', { userAgent: 'a\r\nX-Evil: 1' }],
    ['contact', { contactEmail: 'a@example.com\r\nX-Evil: 1' }],
    ['own header', { headers: { 'X-A': 'b\r\nX-Evil: 1' } }],
    ['header name', { headers: { 'X-A: b\r\nX-Evil': '1' } }],
  ])('is refused in the %s before anything is sent', async (_, options) => {
    let asked = 0;
    const server = await keep(serveHttp((__, res) => res.end(String(++asked))));
    expect((await errorOf(get(server, '/', options))).code).toBe('INVALID_CONFIG');
    expect(asked).toBe(0);
  });

  it('is not sent as a validator', async () => {
    const server = await keep(serveHttp((req, res) => res.end(JSON.stringify(req.headers))));
    const { body } = await get(server, '/', { validators: { etag: '"a"\r\nX-Evil: 1', lastModified: null } });
    expect(body.toString()).not.toContain('evil');
  });
});

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.alloc(0));
}
