/** A site like Capitol Trades on 127.0.0.1 whose list grows: what `npm start` watches offline, and the e2e tests. */
import { createServer } from 'node:http';
import { capitolPage, capitolShown } from './capitolPages.mjs';
import { randomOf } from './random.mjs';

const REST_MS = 5 * 60_000;

/**
 * Opens the site. `seed` makes its names, tickers and ids; `start` is when it was opened and `growth` what it has
 * published since, so that a site can be opened again as it was. `growsBetweenVisits`: after a look at its first page it publishes
 * one to four trades more, and tells `onGrowth(growth)`; then not again for five minutes by `clock` (milliseconds), so that
 * a second look finds nothing new. `port` 0: any.
 * @param {{ seed: string, start?: string, growth?: readonly { at: string, count: number }[], growsBetweenVisits?: boolean, onGrowth?: (growth: readonly object[]) => void, port?: number, clock?: () => number }} site
 */
export async function openSite({
  seed,
  start = new Date().toISOString(),
  growth = [],
  growsBetweenVisits = false,
  onGrowth = () => {},
  port = 0,
  clock = () => performance.now(),
}) {
  const site = { seed, start, growth: [...growth] };
  let visits = 0;
  let restsUntil = -Infinity;

  function grow(count) {
    site.growth = [...site.growth, { at: new Date().toISOString(), count }];
    onGrowth(site.growth);
  }

  function answer(request, response) {
    const url = new URL(request.url, 'http://127.0.0.1');
    if (request.method !== 'GET' || url.pathname !== '/trades') return void response.writeHead(404).end();
    const page = whole(url.searchParams.get('page'), 1, 10_000);
    const pageSize = whole(url.searchParams.get('pageSize'), 12, 96);
    const html = capitolPage({ ...site, now: new Date(), page, pageSize });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    if (page !== 1) return;
    visits++;
    if (!growsBetweenVisits || clock() < restsUntil) return;
    restsUntil = clock() + REST_MS;
    grow(randomOf(seed, `growth ${site.growth.length}`).whole(1, 4));
  }

  const server = createServer(answer);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/trades`,
    seed,
    grow,
    /** How often its first page was asked for. */
    visits: () => visits,
    /** The trades a perfect reader finds on its first page now, in page order. */
    shown: (pageSize = 12) => capitolShown({ ...site, now: new Date(), pageSize }),
    /** What is needed to open it again as it is. */
    state: () => ({ ...site }),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function whole(text, byDefault, most) {
  const number = Number(text ?? byDefault);
  return Number.isInteger(number) && number > 0 ? Math.min(number, most) : byDefault;
}
