import { ToolError, withUrl } from '../errors';
import type { HttpClient, HttpResponse, Validators } from '../http/client';
import { instantFromHttpDate, newestOf } from '../instant';
import { LIMITS } from '../limits';
import { secretsIn, showUrl } from '../redact';
import type { Threads } from '../threads/threads';
import { writable, writableId, type Entry } from './entry';
import type { Monitor } from './monitor';
import { otherIdsOf, type OtherIds } from './otherIds';
import { endsInKnown, isOnlyPinned, isPastLateEntries } from './overlap';
import type { ParsedPage, Parser } from './parsers/parser';
import { parseSafely } from './parsers/parseSafely';
import type { FetchOptions } from './request';
import type { CheckFacts } from './store/store';

/** The list as one check saw it. */
export interface PagesRead {
  /** In page order, each id once. */
  readonly entries: readonly Entry[];
  /** Of an entry by its id, another one by which it may be known (ParsedPage). */
  readonly otherIds: OtherIds;
  readonly pages: number;
  readonly facts: CheckFacts;
  readonly validators: Validators | null;
  readonly total: number | null;
  readonly rowsWithoutId: number;
  readonly warnings: readonly string[];
  /**
   * Why reading stopped before known entries were reached; null where it reached them. `statusAsEnd`: a status that
   * stands for the end of the list, and may be an outage as well.
   */
  readonly stopped: 'maxPages' | 'endOfList' | 'statusAsEnd' | 'deadline' | null;
}

/** The site said that nothing has changed since the validators were given. */
export interface NotModified {
  readonly fetchedAt: string;
  readonly source: string;
}

export interface PagingContext {
  readonly http: HttpClient;
  readonly threads: Threads;
  readonly parser: Parser;
  readonly options: FetchOptions;
  readonly signal: AbortSignal | undefined;
  /** Null: the full page is wanted. */
  readonly validators: Validators | null;
  /** Which of these ids are overlap; null on a first check, which reads one page. */
  readonly isKnown: ((page: ParsedPage) => Promise<ReadonlySet<string>>) | null;
  /** Milliseconds since 1970 to which a list is read back that shows entries late; null for other lists. */
  readonly readBackTo: number | null;
  /** Ids of the list as the last check read it. Empty: all that is there now is new, and nothing of it can be known. */
  readonly lastRead: readonly string[] | null;
  /** Milliseconds since 1970 at which the check has to end. */
  readonly deadline: number;
  readonly now: () => number;
}

/**
 * One conditional request, and more only to close a gap: following pages are read until one overlaps what is known.
 * Any page that cannot be read fails the check as a whole, since what lies behind it would be lost.
 */
export async function readPages(monitor: Monitor, context: PagingContext): Promise<PagesRead | NotModified> {
  const url = context.parser.firstPage(monitor);
  const response = await getPage(url, monitor, context, context.validators);
  if (response.notModified) return { fetchedAt: fetchedAt(response), source: response.url };
  const first = await parsePage(url, response, monitor, context);
  const read: ParsedPage[] = [first];
  const stopped = await readOn(read, monitor, context);
  return {
    entries: joinPages(read, context.parser),
    otherIds: new Map(read.flatMap((page) => [...otherIdsOf(page)])),
    pages: read.length,
    facts: factsOf(response, read),
    validators: validatorsOf(response),
    total: first.total,
    rowsWithoutId: read.reduce((sum, page) => sum + page.rowsWithoutId, 0),
    warnings: [...new Set(read.flatMap(({ warnings }) => warnings))],
    stopped,
  };
}

export function getPage(
  url: string,
  monitor: Monitor,
  { http, options, signal, deadline, now }: PagingContext,
  validators: Validators | null,
): Promise<HttpResponse> {
  const left = Math.ceil((deadline - now()) / 1000);
  return http.get({
    ...options,
    url,
    allowedDomains: [new URL(monitor.url).host],
    exactHosts: true,
    secrets: secretsIn(monitor.url),
    maxResponseKb: options.maxResponseKb ?? LIMITS.responseKb.webMonitor,
    timeoutSeconds: Math.max(1, Math.min(options.timeoutSeconds ?? LIMITS.timeoutSeconds.default, left)),
    overCap: 'refuse',
    refuseType,
    ...(validators === null ? {} : { validators }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function refuseType(contentType: string | null): string | null {
  if (
    contentType === null ||
    !/^\s*(image|audio|video|font)\/|application\/(pdf|zip|gzip|octet-stream)/i.test(contentType)
  )
    return null;
  return /svg\+xml/i.test(contentType)
    ? null
    : `A list page was expected, and the answer is ${contentType}. Give the address of the list.`;
}

async function parsePage(
  asked: string,
  response: HttpResponse,
  monitor: Monitor,
  { parser, threads, signal }: PagingContext,
): Promise<ParsedPage> {
  try {
    const parsed = await parseSafely(parser, response, monitor, { threads, signal });
    const { otherIds } = parsed;
    return {
      ...parsed,
      entries: parsed.entries.map(writable),
      ...(otherIds === undefined ? {} : { otherIds: otherIds.map(writableId) }),
    };
  } catch (error) {
    throw sayingWhere(error, response.url, showUrl(asked, secretsIn(monitor.url)));
  }
}

/** What could not be read is named by its address; where that is not the one that was asked for, in words. */
function sayingWhere(error: unknown, url: string, asked: string): unknown {
  const named = withUrl(error, url);
  if (!(named instanceof ToolError) || url === asked) return named;
  const { code, message, status, retryAfterMs, cause } = named;
  const led = `${message} ${asked} led to ${url}.`;
  return new ToolError(code, led, { url: named.url, status, retryAfterMs, cause });
}

async function readOn(
  read: ParsedPage[],
  monitor: Monitor,
  context: PagingContext,
): Promise<PagesRead['stopped']> {
  if (context.isKnown === null) return null;
  const asked = new Set<string>();
  const overlap = new Set<string>();
  let reached = false;
  for (let page = read[0]; page !== undefined; page = read.at(-1)) {
    const known = await context.isKnown(page);
    for (const id of known) overlap.add(id);
    reached ||= endsInKnown(page, known);
    if (reached && isPastLateEntries(page, context.readBackTo)) return null;
    // What is read behind the overlap may bring late entries: where it ends, nothing was missed that is known of.
    const isWhole =
      reached ||
      page.entries.length === 0 ||
      context.lastRead?.length === 0 ||
      (overlap.size > 0 && !isOnlyPinned(overlap, read, context.lastRead ?? []));
    if (page.nextPage === null || asked.has(page.nextPage)) return isWhole ? null : 'endOfList';
    if (read.length >= monitor.maxPages) return reached ? null : 'maxPages';
    if (context.now() >= context.deadline) return reached ? null : 'deadline';
    asked.add(page.nextPage);
    const next = await followingPage(page.nextPage, monitor, context);
    if (next === 'end') return reached ? null : 'statusAsEnd';
    if (next === 'tooLate') return reached ? null : 'deadline';
    read.push(next);
  }
  return null;
}

async function followingPage(
  url: string,
  monitor: Monitor,
  context: PagingContext,
): Promise<ParsedPage | 'end' | 'tooLate'> {
  try {
    return await parsePage(url, await getPage(url, monitor, context, null), monitor, context);
  } catch (error) {
    if (isTooLate(error, context)) return 'tooLate';
    const status = error instanceof ToolError ? error.status : undefined;
    if (status !== undefined && context.parser.endOfList?.includes(status)) return 'end';
    throw error;
  }
}

/** Given up because the time of the check was over, which says nothing about the site: that is how a check ends. */
function isTooLate(error: unknown, { deadline, now }: PagingContext): boolean {
  return error instanceof ToolError && error.code === 'TIMEOUT' && now() >= deadline;
}

/** Rows move on to the next page while it is asked for: an id counts once, where it was seen first. */
function joinPages(pages: readonly ParsedPage[], parser: Parser): readonly Entry[] {
  const byId = new Map<string, Entry>();
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    const first = byId.get(entry.id);
    byId.set(entry.id, first === undefined ? entry : (parser.merge?.(first, entry) ?? first));
  }
  return [...byId.values()];
}

function factsOf(response: HttpResponse, pages: readonly ParsedPage[]): CheckFacts {
  const newest = newestOf(pages.map(({ dataAsOf }) => dataAsOf));
  const page = newest === null ? undefined : pages.find(({ dataAsOf }) => dataAsOf === newest);
  const precision = page?.dataAsOfPrecision;
  const modified = newest === null ? instantFromHttpDate(response.headers['last-modified'] ?? '') : null;
  return {
    fetchedAt: fetchedAt(response),
    source: response.url,
    dataAsOf: newest ?? modified,
    dataAsOfFrom:
      newest === null ? (modified === null ? null : 'last-modified') : (page?.dataAsOfFrom ?? null),
    ...(precision === undefined ? {} : { dataAsOfPrecision: precision }),
  };
}

function validatorsOf({ headers }: HttpResponse): Validators | null {
  const validators = { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null };
  return validators.etag === null && validators.lastModified === null ? null : validators;
}

function fetchedAt({ fetchedAtMs }: HttpResponse): string {
  return new Date(fetchedAtMs).toISOString();
}
