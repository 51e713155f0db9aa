import http from 'node:http';
import { createHttpClient } from '../../../lib/http/httpClient';
import { errorOf, serveHttp, serveRaw, type Loopback } from '../../helpers/loopback';

const closing: { close(): Promise<void> }[] = [];
const keep = async <Kept extends { close(): Promise<void> }>(kept: Kept | Promise<Kept>): Promise<Kept> => {
  const value = await kept;
  closing.push(value);
  return value;
};
afterEach(async () => {
  for (const open of closing.splice(0).reverse()) await open.close();
});

/** A forwarding proxy that keeps what it was asked for. */
async function serveProxy(): Promise<Loopback & { asked: string[] }> {
  const asked: string[] = [];
  const server = await keep(
    serveHttp((req, res) => {
      asked.push(`${String(req.method)} ${String(req.url)}`);
      const target = new URL(String(req.url));
      http.get(
        { host: '127.0.0.1', port: target.port, path: target.pathname, headers: req.headers },
        (answer) => {
          res.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(res);
        },
      );
    }),
  );
  return { ...server, asked };
}

const unknown = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

describe('behind a proxy', () => {
  it('plain http is asked of the proxy as a request, not through a tunnel', async () => {
    const proxy = await serveProxy();
    const origin = await keep(serveHttp((_, res) => res.end('hello')));
    const client = await keep(createHttpClient({ env: { HTTP_PROXY: proxy.url }, resolve: unknown }));
    const port = new URL(origin.url).port;
    const answer = await client.get({
      url: `http://news.test:${port}/a`,
      allowedDomains: [`news.test:${port}`],
    });
    expect(answer.body.toString()).toBe('hello');
    expect(proxy.asked).toEqual([`GET http://news.test:${port}/a`]);
  });

  it('https is asked through a tunnel, and a refusal of the proxy is told without its password', async () => {
    let head = '';
    const proxy = await keep(
      serveRaw((socket, text) => {
        head += text;
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      }),
    );
    const withPassword = proxy.url.replace('http://', 'http://user:s3cretpass@');
    const client = await keep(createHttpClient({ env: { https_proxy: withPassword }, resolve: unknown }));
    const error = await errorOf(client.get({ url: 'https://news.test/a', allowedDomains: ['news.test'] }));
    expect(head).toMatch(/^CONNECT news\.test:443 HTTP\/1\.1\r\n/);
    expect(error.code).toBe('NETWORK');
    expect(`${error.message} ${String(error.stack)}`).not.toContain('s3cretpass');
  });

  it('a name that resolves to a private address is refused before the proxy hears of it', async () => {
    const proxy = await serveProxy();
    const client = await keep(
      createHttpClient({ env: { HTTP_PROXY: proxy.url }, resolve: () => Promise.resolve(['10.0.0.1']) }),
    );
    const error = await errorOf(client.get({ url: 'http://news.test/', allowedDomains: ['news.test'] }));
    expect(error.code).toBe('ADDRESS_NOT_ALLOWED');
    expect(proxy.asked).toEqual([]);
  });

  it('a literal private address is refused too', async () => {
    const proxy = await serveProxy();
    const client = await keep(createHttpClient({ env: { HTTP_PROXY: proxy.url }, resolve: unknown }));
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254'])
      expect(
        (
          await errorOf(
            client.get({ url: `http://${host}/`, allowedDomains: [new URL(`http://${host}`).hostname] }),
          )
        ).code,
      ).toBe('ADDRESS_NOT_ALLOWED');
    expect(proxy.asked).toEqual([]);
  });

  it('NO_PROXY goes direct, and its address is checked when it is dialled', async () => {
    const proxy = await serveProxy();
    const origin = await keep(serveHttp((_, res) => res.end('direct')));
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: 'news.test' };
    const client = await keep(createHttpClient({ env, resolve: () => Promise.resolve(['127.0.0.1']) }));
    const port = new URL(origin.url).port;
    const request = { url: `http://news.test:${port}/`, allowedDomains: [`news.test:${port}`] };
    expect((await errorOf(client.get(request))).code).toBe('ADDRESS_NOT_ALLOWED');
    expect((await client.get({ ...request, allowPrivateNetwork: true })).body.toString()).toBe('direct');
    expect(proxy.asked).toEqual([]);
  });

  it.each(['', 'news.test', '*'])(
    'what is asked of this machine stays here (NO_PROXY "%s")',
    async (noProxy) => {
      const proxy = await serveProxy();
      const origin = await keep(serveHttp((_, res) => res.end('here')));
      const env = { HTTP_PROXY: proxy.url, NO_PROXY: noProxy };
      const client = await keep(createHttpClient({ env, resolve: () => Promise.resolve(['127.0.0.1']) }));
      for (const host of [origin.host, origin.host.replace('127.0.0.1', 'localhost')]) {
        const request = { url: `http://${host}/`, allowedDomains: [host], allowPrivateNetwork: true };
        expect((await client.get(request)).body.toString()).toBe('here');
      }
      expect(proxy.asked).toEqual([]);
    },
  );

  it('an unusable proxy address is a setting to mend', async () => {
    const client = await keep(
      createHttpClient({ env: { HTTP_PROXY: 'http://:s3cret@:99999' }, resolve: unknown }),
    );
    const error = await errorOf(client.get({ url: 'http://news.test/', allowedDomains: ['news.test'] }));
    expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.not.stringContaining('s3cret') });
  });
});
