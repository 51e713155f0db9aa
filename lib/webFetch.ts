import { decodeText } from './charset';
import { seal, type Envelope } from './envelope';
import { messageOf, ToolError } from './errors';
import type { EgressFilter, HttpClient, HttpRequest, HttpResponse } from './http/client';
import { recogniseWall } from './http/wall';
import type { Feed, FeedEntry } from './feed/feed';
import { feedTime } from './feed/feedTime';
import { readFeed } from './feed/readFeed';
import { kindOfContent, refuseByType } from './html/contentKind';
import type { PageLink } from './html/links';
import { pageTime } from './html/pageTime';
import { readPlainContent } from './html/plainContent';
import type { PageFormat, PageOptions } from './html/readPage';
import { readPageSafely } from './html/readPageSafely';
import type { SourceTime } from './instant';
import { LIMITS } from './limits';
import { runtime } from './runtime';
import { cutText } from './text';

/** What both operations ask of the network; only the URL may come from an agent. */
export interface WebAccess {
  readonly url: string;
  readonly allowedDomains: readonly string[];
  readonly allowPrivateNetwork?: boolean;
  readonly maxResponseKb?: number;
  readonly timeoutSeconds?: number;
  readonly userAgent?: string;
  readonly contactEmail?: string;
  /** Length at which the text of a page, or each text of an entry, is cut with a warning; null is no limit. */
  readonly maxTextChars?: number | null;
}

export interface FetchRequest extends WebAccess, Omit<PageOptions, 'url'> {
  readonly operation: 'fetch';
  /** The page's own date before those of the headers. */
  readonly preferPageDate?: boolean;
}

export interface RssRequest extends WebAccess {
  readonly operation: 'rss';
  /** Entries in the answer; default and most: `LIMITS.feedEntries`. */
  readonly limit?: number;
}

export interface WebContext {
  readonly signal?: AbortSignal;
  readonly egressFilter?: EgressFilter;
  /** Instead of the client of this process. */
  readonly http?: HttpClient;
}

/** A document as text; what the source does not say is null. */
export interface FetchedPage {
  readonly title: string | null;
  readonly text: string;
  readonly format: PageFormat | 'json' | 'plain';
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly charset: string;
  readonly language: string | null;
  /** Decoded size. */
  readonly bytes: number;
  readonly publishedAt: SourceTime | null;
  readonly modifiedAt: SourceTime | null;
  readonly truncated: boolean;
  /** Null unless asked for. */
  readonly links: readonly PageLink[] | null;
}

export interface FetchedFeed extends Omit<Feed, 'self' | 'warnings'> {
  /** How many entries the feed has; `entries` holds the newest of them. */
  readonly entryCount: number;
}

/** Reads one page, text document or feed of an allowed domain. Failures are ToolErrors. */
export function webFetch(request: FetchRequest, context: WebContext): Promise<Envelope<FetchedPage>>;
export function webFetch(request: RssRequest, context: WebContext): Promise<Envelope<FetchedFeed>>;
export function webFetch(
  request: FetchRequest | RssRequest,
  context: WebContext,
): Promise<Envelope<FetchedPage> | Envelope<FetchedFeed>> {
  return request.operation === 'fetch' ? fetchPage(request, context) : fetchFeed(request, context);
}

async function fetchPage(request: FetchRequest, context: WebContext): Promise<Envelope<FetchedPage>> {
  const response = await get(request, context, { overCap: 'truncate', refuseType: refuseByType });
  const contentType = response.headers['content-type'] ?? null;
  const { text, charset } = decodeText(response.body, contentType);
  const kind = kindOfContent(response, text, contentType);
  const page =
    kind === 'html'
      ? await readPageSafely(text, { ...request, url: response.url }, timeLeft(request, response, context))
      : readPlainContent(text, kind, response);
  const wall = kind === 'html' ? recogniseWall(text, response.headers) : null;
  const time = pageTime(page, response, request.preferPageDate === true);
  const shown = cutText(page.text, request.maxTextChars ?? null);
  const data: FetchedPage = {
    title: page.title,
    text: shown,
    format: kind === 'html' ? request.format : kind,
    finalUrl: response.url,
    status: response.status,
    contentType,
    charset,
    language: page.language ?? response.headers['content-language'] ?? null,
    bytes: response.body.length,
    publishedAt: page.publishedAt,
    modifiedAt: page.modifiedAt,
    truncated: response.truncated || shown !== page.text,
    links: page.links,
  };
  const warnings = [
    ...(wall === null ? [] : [`The site answered with ${wall}, not with the page itself.`]),
    ...(response.truncated ? [cutWarning(request)] : []),
    ...(shown === page.text ? [] : [shortenedWarning(shown.length, page.text.length)]),
    ...(response.body.length === 0 ? ['The answer has no content.'] : []),
    ...time.warnings,
    ...page.warnings,
  ];
  return seal({ data, ...time, warnings }, facts(response));
}

async function fetchFeed(request: RssRequest, context: WebContext): Promise<Envelope<FetchedFeed>> {
  const response = await get(request, context, { overCap: 'refuse' });
  const {
    entries: all,
    warnings,
    format,
    title,
    link,
    description,
    language,
    updatedAt,
  } = readFeedOf(response);
  const time = feedTime({ entries: all, updatedAt }, response.fetchedAtMs);
  const limit = request.limit ?? LIMITS.feedEntries.default;
  const entries = all.slice(0, limit);
  const shown = entries.map((entry) => cutEntry(entry, request.maxTextChars ?? null));
  const isCut = shown.some((entry, index) => entry !== entries[index]);
  const data = {
    format,
    title,
    link,
    description,
    language,
    updatedAt,
    entryCount: all.length,
    entries: shown,
  };
  return seal(
    { data, ...time, warnings: [...time.warnings, ...warnings, ...(isCut ? [ENTRIES_CUT] : [])] },
    facts(response),
  );
}

const ENTRIES_CUT = 'Long texts of entries were cut.';

/** The entry itself where nothing is too long. */
function cutEntry(entry: FeedEntry, maxChars: number | null): FeedEntry {
  const cut = (text: string | null): string | null => text && cutText(text, maxChars);
  const [description, content] = [cut(entry.description), cut(entry.content)];
  const same = description === entry.description && content === entry.content;
  return same ? entry : { ...entry, description, content };
}

/** The entries of a feed as envelopes of their own, each with its own time. */
export function entryEnvelopes({
  fetchedAt,
  source,
  data,
}: Envelope<FetchedFeed>): readonly Envelope<FeedEntry>[] {
  if (fetchedAt === null || source === null) return [];
  const facts = { fetchedAtMs: Date.parse(fetchedAt), source, untrusted: true };
  return data.entries.map((entry) => {
    const dataAsOfFrom = entry.publishedAt === null ? null : 'entry:publishedAt';
    return seal({ data: entry, dataAsOf: entry.publishedAt, dataAsOfFrom }, facts);
  });
}

function get(request: WebAccess, context: WebContext, how: Partial<HttpRequest>): Promise<HttpResponse> {
  const { url, allowedDomains, allowPrivateNetwork, maxResponseKb, timeoutSeconds, userAgent, contactEmail } =
    request;
  return (context.http ?? runtime().http).get({
    url,
    allowedDomains,
    maxResponseKb: maxResponseKb ?? LIMITS.responseKb.webFetch,
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
function readFeedOf(response: HttpResponse): Feed {
  const contentType = response.headers['content-type'] ?? null;
  try {
    return readFeed(response.body, { url: response.url, contentType });
  } catch (thrown) {
    const wall = recogniseWall(decodeText(response.body, contentType).text, response.headers);
    if (wall === null) throw thrown;
    throw new ToolError('BLOCKED', `The site answered with ${wall}, not with a feed.`, {
      url: response.url,
      status: response.status,
      cause: messageOf(thrown),
    });
  }
}

/** The time limit bounds the request with the reading; at least a second is left for a page that came late. */
function timeLeft(
  request: WebAccess,
  response: HttpResponse,
  context: WebContext,
): { timeoutMs: number; signal?: AbortSignal | undefined } {
  const allowedMs = (request.timeoutSeconds ?? LIMITS.timeoutSeconds.default) * 1000;
  return {
    timeoutMs: Math.max(1000, allowedMs - (Date.now() - response.fetchedAtMs)),
    signal: context.signal,
  };
}

function cutWarning({ maxResponseKb }: WebAccess): string {
  return `The page is larger than ${maxResponseKb ?? LIMITS.responseKb.webFetch} KB and was cut there.`;
}

function shortenedWarning(shown: number, all: number): string {
  return `The text was cut after ${shown} of ${all} characters.`;
}

function facts(response: HttpResponse): { fetchedAtMs: number; source: string; untrusted: true } {
  return { fetchedAtMs: response.fetchedAtMs, source: response.url, untrusted: true };
}
