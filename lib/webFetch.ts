import { decodeText } from './charset';
import { seal, type Envelope } from './envelope';
import { ToolError, withoutSecrets, withUrl } from './errors';
import type { FeedEntry } from './feed/feed';
import type { FeedReading } from './feed/feedReading';
import type { FeedView, FetchedFeed } from './feed/fetchedFeed';
import { readFeedSafely } from './feed/readFeedSafely';
import { kindOfContent, refuseByType } from './html/contentKind';
import { showPage, type FetchedPage, type PageView } from './html/fetchedPage';
import { pageTime } from './html/pageTime';
import type { PageOptions } from './html/readPage';
import { readPageSafely } from './html/readPageSafely';
import { readPlainSafely } from './html/readPlainSafely';
import type { EgressFilter, HttpClient, HttpRequest, HttpResponse } from './http/client';
import { recogniseWall } from './wall';
import { LIMITS } from './limits';
import { secretsIn, secretsRemover } from './redact';
import { runtime } from './runtime';
import type { ThreadLimits } from './threads/runInThread';

/** What both operations ask of the network; only the URL may come from an agent. */
export interface WebAccess {
  readonly url: string;
  readonly allowedDomains: readonly string[];
  readonly allowPrivateNetwork?: boolean;
  readonly maxResponseKb?: number;
  readonly timeoutSeconds?: number;
  readonly userAgent?: string;
  readonly contactEmail?: string;
}

export interface FetchRequest extends WebAccess, Omit<PageOptions, 'url' | 'format'>, PageView {
  readonly operation: 'fetch';
  /** The page's own date before those of the headers. */
  readonly preferPageDate?: boolean;
}

export interface RssRequest extends WebAccess, FeedView {
  readonly operation: 'rss';
}

export interface WebContext {
  readonly signal?: AbortSignal;
  readonly egressFilter?: EgressFilter;
  /** Instead of the client of this process. */
  readonly http?: HttpClient;
}

/** Reads one page, text document or feed of an allowed domain. Failures are ToolErrors. */
export function webFetch(request: FetchRequest, context: WebContext): Promise<Envelope<FetchedPage>>;
export function webFetch(request: RssRequest, context: WebContext): Promise<Envelope<FetchedFeed>>;
export function webFetch(
  request: FetchRequest | RssRequest,
  context: WebContext,
): Promise<Envelope<FetchedPage> | Envelope<FetchedFeed>> {
  const answered = request.operation === 'fetch' ? fetchPage(request, context) : fetchFeed(request, context);
  return answered.catch((failure: unknown) => {
    throw failure instanceof ToolError ? withoutSecrets(failure, secretsIn(request.url)) : failure;
  });
}

async function fetchPage(request: FetchRequest, context: WebContext): Promise<Envelope<FetchedPage>> {
  const response = await get(request, context, { overCap: 'truncate', refuseType: refuseByType });
  const { text, charset } = decodeText(response.body, contentTypeOf(response));
  const kind = kindOfContent(response, text, contentTypeOf(response));
  const limits = timeLeft(request, response, context);
  const read =
    kind === 'html'
      ? readPageSafely(text, { ...request, url: response.url }, limits)
      : readPlainSafely(text, kind, response, limits);
  const page = await read.catch((failure: unknown) => {
    throw withUrl(failure, response.url);
  });
  const wall = kind === 'html' ? recogniseWall(text, response.headers) : null;
  const time = pageTime(page, response, request.preferPageDate === true);
  const shown = showPage(page, { ...response, charset, kind, maxResponseKb: capOf(request) }, request);
  const walled = wall === null ? [] : [`The site answered with ${wall}, not with the page itself.`];
  const withoutKeys = secretsRemover(secretsIn(request.url)); // a page may echo them
  const warnings = [...walled, ...time.warnings, ...shown.warnings.map(withoutKeys)];
  return seal({ ...time, data: shown.data, warnings }, factsOf(response));
}

async function fetchFeed(request: RssRequest, context: WebContext): Promise<Envelope<FetchedFeed>> {
  const response = await get(request, context, { overCap: 'refuse' });
  return seal(await feedOf(response, request, context), factsOf(response));
}

/** The entries of a feed as envelopes of their own, each with its own time and the warnings of the feed. */
export function entryEnvelopes({
  fetchedAt,
  source,
  data,
  warnings = [],
}: Envelope<FetchedFeed>): readonly Envelope<FeedEntry>[] {
  if (fetchedAt === null || source === null) return [];
  const facts = { fetchedAtMs: Date.parse(fetchedAt), source, untrusted: true, warnings };
  return data.entries.map((entry) => {
    const dataAsOfFrom = entry.publishedAt === null ? null : 'entry:publishedAt';
    return seal({ data: entry, dataAsOf: entry.publishedAt, dataAsOfFrom }, facts);
  });
}

function get(request: WebAccess, context: WebContext, how: Partial<HttpRequest>): Promise<HttpResponse> {
  const { url, allowedDomains, allowPrivateNetwork, timeoutSeconds, userAgent, contactEmail } = request;
  return (context.http ?? runtime().http).get({
    url,
    allowedDomains,
    secrets: secretsIn(url),
    maxResponseKb: capOf(request),
    timeoutSeconds: timeoutSeconds ?? LIMITS.timeoutSeconds.default,
    ...(allowPrivateNetwork === undefined ? {} : { allowPrivateNetwork }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(contactEmail === undefined ? {} : { contactEmail }),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    ...(context.egressFilter === undefined ? {} : { egressFilter: context.egressFilter }),
    ...how,
  });
}

/** A page that is no feed may be a wall that stands before one. */
async function feedOf(
  response: HttpResponse,
  { limit, maxTextChars, ...access }: RssRequest,
  context: WebContext,
): Promise<FeedReading> {
  const contentType = contentTypeOf(response);
  const { body: bytes, url, fetchedAtMs } = response;
  const view = {
    ...(limit === undefined ? {} : { limit }),
    ...(maxTextChars === undefined ? {} : { maxTextChars }),
  };
  const job = { bytes, source: { url, contentType }, view, fetchedAtMs };
  try {
    return await readFeedSafely(job, timeLeft(access, response, context));
  } catch (thrown) {
    if (!(thrown instanceof ToolError) || thrown.code === 'CANCELLED') throw thrown;
    const wall = recogniseWall(decodeText(response.body, contentType).text, response.headers);
    if (wall === null) throw withUrl(thrown, url);
    const message = `The site answered with ${wall}, not with a feed.`;
    throw new ToolError('BLOCKED', message, { url, status: response.status, cause: thrown.message });
  }
}

/** The time limit bounds the request with the reading; at least a second is left for a page that came late. */
function timeLeft(request: WebAccess, response: HttpResponse, context: WebContext): ThreadLimits {
  const allowedMs = (request.timeoutSeconds ?? LIMITS.timeoutSeconds.default) * 1000;
  // a clock that was set back meanwhile grants no hours
  const usedMs = Math.max(0, Date.now() - response.fetchedAtMs);
  const timeoutMs = Math.max(1000, allowedMs - usedMs);
  return { timeoutMs, threads: runtime().threads, signal: context.signal };
}

function capOf({ maxResponseKb }: WebAccess): number {
  return maxResponseKb ?? LIMITS.responseKb.webFetch;
}

function contentTypeOf({ headers }: HttpResponse): string | null {
  return headers['content-type'] ?? null;
}

function factsOf({ fetchedAtMs, url }: HttpResponse): {
  fetchedAtMs: number;
  source: string;
  untrusted: true;
} {
  return { fetchedAtMs, source: url, untrusted: true };
}
