import { randomUUID } from 'node:crypto';
import { ToolError } from '../../lib/errors';
import type { HttpClient, HttpRequest, HttpResponse } from '../../lib/http/client';
import { isLaterThan, newestOf } from '../../lib/instant';
import { checkMonitor } from '../../lib/monitor/check';
import { numericIdOf } from '../../lib/monitor/entry';
import { readMonitors } from '../../lib/monitor/definitions';
import type { Monitor } from '../../lib/monitor/monitor';
import type { Page, ParsedPage, Parser } from '../../lib/monitor/parsers/parser';
import type { CheckRequest, CheckResult } from '../../lib/monitor/request';
import type { Store } from '../../lib/monitor/store/store';
import { createThreads } from '../../lib/threads/pool';

/** For pages that are too large to be read at once. */
const threads = createThreads();

/** One row of the watched list. */
export interface Row {
  readonly id: string;
  readonly at?: string | null;
  readonly title?: string;
}

/** Reads the little lists of `watchedList`: JSON, newest first, ids below 1000 one series and the rest another. */
export const listParser: Parser = {
  name: 'generic',
  version: 1,
  firstPage: ({ url }) => url,
  seriesOf: (id) => (id.length > 3 ? 'long' : 'short'),
  endOfList: [503],
  parse: ({ text, fetchedAtMs }: Page): ParsedPage => {
    const { rows, next } = JSON.parse(text) as { rows: Row[]; next: string | null };
    const entries = rows.map(({ id, at = null, title }) => ({
      id,
      numericId: numericIdOf(id),
      detailUrl: `https://list.example/${id}`,
      publishedAt: at,
      publishedText: at,
      tradedAt: null,
      fields: title === undefined ? {} : { title, source: 'list' },
    }));
    const believable = entries.filter(
      ({ publishedAt }) => publishedAt === null || !isLaterThan(publishedAt, fetchedAtMs),
    );
    const dataAsOf = newestOf(believable.map(({ publishedAt }) => publishedAt));
    return {
      entries,
      total: null,
      nextPage: next,
      dataAsOf,
      dataAsOfFrom: dataAsOf === null ? null : 'entry:publishedAt',
      rowsWithoutId: 0,
      duplicatesOnPage: 0,
      warnings: [],
    };
  },
};

/** A watched site in memory: rows newest first in pages, and ways to misbehave. */
export class WatchedSite implements HttpClient {
  rows: Row[] = [];
  pageSize = 10;
  /** Sent as ETag; conditional requests with it are answered 304. */
  etag: string | null = null;
  /** Thrown by the next requests, whatever page. */
  failure: ToolError | null = null;
  /** Thrown for pages from this number on. */
  failFrom: { readonly page: number; readonly error: ToolError } | null = null;
  /** Called before each answer, e.g. to let the list grow while it is read. */
  before: ((request: HttpRequest) => void | Promise<void>) | null = null;
  now = Date.parse('2026-05-13T08:00:00Z');
  readonly requests: HttpRequest[] = [];

  add(...rows: readonly (Row | string)[]): void {
    this.rows = [
      ...rows.map((row) => (typeof row === 'string' ? { id: row, title: `Entry ${row}` } : row)).reverse(),
      ...this.rows,
    ];
  }

  async get(request: HttpRequest): Promise<HttpResponse> {
    this.requests.push(request);
    await this.before?.(request);
    const page = Number(new URL(request.url).searchParams.get('page') ?? '1');
    if (this.failure !== null) throw this.failure;
    if (this.failFrom !== null && page >= this.failFrom.page) throw this.failFrom.error;
    const unchanged = this.etag !== null && request.validators?.etag === this.etag;
    const rows = this.rows.slice((page - 1) * this.pageSize, page * this.pageSize);
    const next =
      page * this.pageSize < this.rows.length ? `https://list.example/list?page=${page + 1}` : null;
    return {
      url: request.url,
      status: unchanged ? 304 : 200,
      headers: { 'content-type': 'application/json', ...(this.etag === null ? {} : { etag: this.etag }) },
      body: Buffer.from(unchanged ? '' : JSON.stringify({ rows, next })),
      truncated: false,
      notModified: unchanged,
      fetchedAtMs: this.now,
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** One definition of the list, with every default. */
export function listMonitor(given: Readonly<Record<string, unknown>> = {}): Monitor {
  const [monitor] = readMonitors({ list: { url: 'https://list.example/list', ...given } });
  if (monitor === undefined) throw new Error('no monitor');
  return monitor;
}

/** Checks of one site against one store, in the site's own time. */
export function watcher(site: WatchedSite, store: Store, parser: Parser = listParser) {
  return async (
    request: Partial<CheckRequest> = {},
    monitor: Monitor = listMonitor(),
  ): Promise<readonly CheckResult[]> =>
    await checkMonitor(
      monitor,
      {
        scope: 'workflow',
        database: { kind: 'sqlite' },
        monitors: [monitor],
        monitorId: null,
        preview: false,
        delivery: 'onRead',
        executionId: 'run',
        ...request,
      },
      { http: site, threads, store, parser, now: () => site.now, newId: randomUUID },
    );
}

/** Ids of all entries of some results, in order. */
export function idsOf(results: readonly CheckResult[]): readonly string[] {
  return results.flatMap(({ data }) => data.newEntries.map(({ id }) => id));
}

/** The check's own result: the last one. */
export function own(results: readonly CheckResult[]): CheckResult {
  const last = results.at(-1);
  if (last === undefined) throw new Error('no result');
  return last;
}

/** Ids from `first` to `last`. */
export function range(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

export function pause(): ToolError {
  return new ToolError('NETWORK', 'The site does not answer.');
}
