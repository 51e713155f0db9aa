import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createHttpClient } from '../../lib/http/httpClient';
import { checkMonitor } from '../../lib/monitor/check';
import { readMonitors } from '../../lib/monitor/definitions';
import { parserFor } from '../../lib/monitor/parsers';
import type { CheckRequest, CheckResult } from '../../lib/monitor/request';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../lib/monitor/store/store';
import { createThreads } from '../../lib/threads/pool';
import { serveHttp } from './loopback';
import { stateFolder } from './stateFolder';

/** What the server answers to a request for a path, given the headers it came with. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the body's bytes only so many are sent before the connection breaks. */
  readonly breakAfter?: number;
  /** The connection stays open, and nothing comes. */
  readonly silent?: boolean;
}

export const HTML = { 'content-type': 'text/html; charset=utf-8' };
export const KEY = { scope: 'workflow', monitorId: 'list' };

/**
 * A site on 127.0.0.1 that the real client asks, the real parsers read and a real state file remembers. Its clock is
 * set by hand: `now` is the time of this machine, as far as checks can know.
 */
export interface RealSite {
  readonly url: string;
  readonly store: Store;
  answer: (path: string, headers: IncomingHttpHeaders) => Answer;
  now: number;
  readonly asked: string[];
  check(
    definition: Readonly<Record<string, unknown>>,
    request?: Partial<CheckRequest>,
  ): Promise<readonly CheckResult[]>;
  close(): Promise<void>;
}

export async function realSite(): Promise<RealSite> {
  const folder = stateFolder();
  const store = await openSqliteStore(folder.settings);
  const server = await serveHttp((request, response) => {
    const path = request.url ?? '/';
    site.asked.push(path);
    const { status = 200, headers = HTML, body, breakAfter, silent } = site.answer(path, request.headers);
    if (silent === true) return;
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, ...(status === 304 ? {} : { 'content-length': bytes.length }) });
    if (breakAfter === undefined) response.end(status === 304 ? undefined : bytes);
    else response.write(bytes.subarray(0, breakAfter), () => request.socket.destroy());
  });
  const http = createHttpClient({ env: {}, nowMs: () => site.now });
  const threads = createThreads();
  const site: RealSite = {
    url: `${server.url}/list`,
    store,
    answer: () => ({ status: 404, body: '' }),
    now: Date.parse('2026-05-13T08:00:00Z'),
    asked: [],
    check: async (definition, request = {}) => {
      const monitors = readMonitors({ list: { url: site.url, ...definition } });
      const [monitor] = monitors;
      if (monitor === undefined) throw new Error('no monitor');
      const asked: CheckRequest = {
        scope: KEY.scope,
        database: folder.settings,
        monitors,
        monitorId: null,
        preview: false,
        delivery: 'onRead',
        executionId: 'run',
        fetch: { allowPrivateNetwork: true },
        ...request,
      };
      const tools = {
        http,
        store,
        parser: parserFor(monitor.parser),
        now: () => site.now,
        newId: randomUUID,
        threads,
      };
      return await checkMonitor(monitor, asked, tools);
    },
    close: async () => {
      await store.close();
      await http.close();
      await threads.close();
      await server.close();
      folder.remove();
    },
  };
  return site;
}
