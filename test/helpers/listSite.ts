import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

/** A list page on 127.0.0.1 whose rows the test sets; `status` other than 200 makes it fail. */
export interface ListSite {
  readonly url: string;
  rows: readonly (readonly [id: string, title: string])[];
  status: number;
  requests: number;
  /** Called before an answer, e.g. to stop an execution while its request is in flight. */
  onRequest: () => void;
  close(): Promise<void>;
}

export async function listSite(...ids: string[]): Promise<ListSite> {
  const server = createServer((_request, response) => {
    site.requests += 1;
    site.onRequest();
    response.writeHead(site.status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(site.status === 200 ? page(site.rows) : 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: ListSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`,
    rows: ids.map((id) => [id, `Title ${id}`]),
    status: 200,
    requests: 0,
    onRequest: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return site;
}

function page(rows: ListSite['rows']): string {
  const lines = rows.map(
    ([id, title]) => `<tr><td><a href="/item/${id}">${title}</a></td><td>${id}</td></tr>`,
  );
  return `<!doctype html><title>List</title><table><tr><th>Title</th><th>Number</th></tr>${lines.join('')}</table>`;
}
