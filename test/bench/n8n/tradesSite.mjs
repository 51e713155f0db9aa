/** The watched list of the benchmark on 127.0.0.1: its body is made before it is asked for. */
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { capitolPage, capitolShown } from '../../replay/capitolPages.mjs';

const ROWS = 96;

/**
 * Opens the site: `{ url, publish(count), ids(), kilobytes(), close() }`. `publish` adds trades and makes the page anew;
 * `ids` are those that it shows, newest first. It sends no validators: every look gets the whole page.
 */
export async function openTrades() {
  const site = { seed: randomUUID(), start: new Date().toISOString(), growth: [], count: 400 };
  let now;
  let body;

  function publish(count) {
    now = new Date();
    if (count > 0) site.growth = [...site.growth, { at: now.toISOString(), count }];
    body = Buffer.from(capitolPage({ ...site, now, pageSize: ROWS }));
  }

  publish(0);
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/trades?pageSize=${ROWS}`,
    publish,
    ids: () => capitolShown({ ...site, now, pageSize: ROWS }).map(({ id }) => id),
    kilobytes: () => body.length / 1024,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
