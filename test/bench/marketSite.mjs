// A stand-in for Twelve Data on this machine, and the built front door that asks it.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Serves JSON; `answer` may also give `{ status, json }`. */
export async function serve(answer) {
  const server = createServer((request, response) => {
    const given = answer(new URL(request.url, 'http://localhost'));
    const { status, json } = given.status === undefined ? { status: 200, json: given } : given;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Quotes from that site with the node's default settings; no fallback. */
export function marketOverDist(baseUrl, { provider = 'twelvedata', perMinute, waitMinutes = 10 } = {}) {
  const { marketData, readAccesses, readLimits, startBudget } = require('../../dist/lib/directApi.js');
  const { closeRuntime } = require('../../dist/lib/runtime.js');
  const site = { baseUrl, ...(perMinute === undefined ? {} : { perMinute }) };
  const given = {
    twelvedata: { key: 'no-real-key' },
    alphavantage: null,
    coingecko: {},
    yahoo: {},
  };
  given[provider] = { ...given[provider], ...site };
  const settings = {
    accesses: readAccesses(given),
    limits: readLimits(given),
    fallback: false,
    cacheSeconds: 60,
    timeoutSeconds: 15,
    budget: startBudget(waitMinutes),
  };
  return {
    quote: (symbol) => marketData({ operation: 'quote', provider, symbol }, settings),
    close: closeRuntime,
  };
}
