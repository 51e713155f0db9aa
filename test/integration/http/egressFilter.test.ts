import type { LookupFunction } from 'node:net';
import type { EgressFilter } from '../../../lib/http/client';
import { createHttpClient } from '../../../lib/http/httpClient';
import { errorOf, serveHttp, type Loopback } from '../../helpers/loopback';

const client = createHttpClient({ env: {}, resolve: () => Promise.resolve(['127.0.0.1']) });
let server: Loopback;
let asked = 0;
beforeAll(async () => {
  server = await serveHttp((_, res) => res.end(String(++asked)));
});
beforeEach(() => {
  asked = 0;
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** n8n's filter as n8n 2.41 offers it: verdicts are values, failures of DNS are rejections. */
const filter = (parts: Partial<EgressFilter>): EgressFilter => ({
  validateUrl: () => Promise.resolve({ ok: true }),
  ...parts,
});

const ask = (egressFilter: EgressFilter) => {
  const host = `news.test:${new URL(server.url).port}`;
  return client.get({
    url: `http://${host}/`,
    allowedDomains: [host],
    allowPrivateNetwork: true,
    egressFilter,
  });
};

describe("n8n's own egress filter", () => {
  it('that agrees changes nothing', async () => {
    expect((await ask(filter({}))).status).toBe(200);
  });

  it('that refuses a URL ends the request before it is sent, though private networks are allowed', async () => {
    const error = await errorOf(
      ask(filter({ validateUrl: () => Promise.resolve({ ok: false, error: new Error('blocked') }) })),
    );
    expect(error).toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
      message: expect.stringContaining("n8n's own protection"),
    });
    expect(asked).toBe(0);
  });

  it('that fails for an unknown reason refuses', async () => {
    const error = await errorOf(ask(filter({ validateUrl: () => Promise.reject(new Error('boom')) })));
    expect(error.code).toBe('ADDRESS_NOT_ALLOWED');
  });

  it('that cannot look a name up leaves the answer to the connection', async () => {
    const noName = Object.assign(new Error('queryA'), { code: 'ENOTFOUND' });
    expect((await ask(filter({ validateUrl: () => Promise.reject(noName) }))).status).toBe(200);
  });

  it('resolves for the connection, and its answers pass our own check', async () => {
    const lookup: LookupFunction = (_, options, callback) => {
      if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const egressFilter = filter({ createSecureLookup: () => lookup });
    expect((await ask(egressFilter)).status).toBe(200);
    const host = `news.test:${new URL(server.url).port}`;
    const error = await errorOf(client.get({ url: `http://${host}/`, allowedDomains: [host], egressFilter }));
    expect(error.code).toBe('ADDRESS_NOT_ALLOWED');
  });

  it('that refuses at connect time refuses', async () => {
    const lookup: LookupFunction = (_, __, callback) => {
      callback(new Error('blocked ip'), '', 0);
    };
    expect((await errorOf(ask(filter({ createSecureLookup: () => lookup })))).code).toBe(
      'ADDRESS_NOT_ALLOWED',
    );
    expect(asked).toBe(0);
  });
});
