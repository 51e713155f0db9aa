/** A site on 127.0.0.1 that answers from a table of paths: pages, feeds, and the JSON of a provider. */
import { createServer } from 'node:http';

/**
 * `answer(url, request)` gives `{ status, type, body, headers }`, or null for 404. Answers `{ url, visits, close() }`; `visits`
 * are the paths that were asked for, in order.
 */
export async function openPages(answer) {
  const visits = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    visits.push(url.pathname + url.search);
    const found = answer(url, request);
    if (found === null) return void response.writeHead(404).end();
    const { status = 200, type = 'text/html; charset=utf-8', body, headers = {} } = found;
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    visits,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The answer of Yahoo Finance's chart for one symbol, as much of it as a quote needs. */
export function yahooQuote(symbol, price, timeSeconds) {
  const meta = { symbol, currency: 'USD', regularMarketPrice: price, regularMarketTime: timeSeconds };
  return { type: 'application/json', body: JSON.stringify({ chart: { result: [{ meta }], error: null } }) };
}
