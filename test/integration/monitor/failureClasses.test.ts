import Database from 'better-sqlite3';
import type { ErrorCode } from '../../../lib/errors';
import type { FetchOptions } from '../../../lib/monitor/request';
import type { MonitorState } from '../../../lib/monitor/store/store';
import { errorOf, serveHttp, type Loopback } from '../../helpers/loopback';
import { HTML, KEY, realSite, type Answer, type RealSite } from '../../helpers/realSite';
import { idsOf, own } from '../../helpers/watched';

/**
 * Whatever way a check fails: the failure has its code and is counted, and every row of every table is what it was, but
 * for the fields that count failures.
 */
const COUNTS = [
  'lastCheckAt',
  'lastResult',
  'lastError',
  'failureStreak',
  'failingSince',
  'failures',
] as const;
const definition = { idPattern: '/item/(\\d+)' };
const HOUR = 3_600_000;

let site: RealSite;
let elsewhere: Loopback;
let askedElsewhere: number;
beforeEach(async () => {
  site = await realSite();
  askedElsewhere = 0;
  elsewhere = await serveHttp((_, response) => {
    askedElsewhere += 1;
    response.writeHead(200, HTML).end(list(['9']));
  });
});
afterEach(async () => {
  await site.close();
  await elsewhere.close();
});

function list(ids: readonly string[]): string {
  const rows = [...ids].reverse().map((id) => `<tr><td><a href="/item/${id}">Title ${id}</a></td></tr>`);
  return `<!doctype html><html><body><table>${rows.join('\n')}</table></body></html>`;
}

const shows = (...ids: readonly string[]) => {
  site.answer = () => ({ body: list(ids), headers: { ...HTML, etag: `"${ids.length}"` } });
};
const check = (fetch: FetchOptions = {}) => {
  site.now += HOUR;
  const executionId = `run-${site.now}`;
  return site.check(definition, {
    delivery: 'acknowledge',
    executionId,
    fetch: { allowPrivateNetwork: true, ...fetch },
  });
};
const stateNow = async (): Promise<MonitorState> => {
  const { state } = await site.store.look(KEY, []);
  if (state === null) throw new Error('no state');
  return state;
};

/** Every row of every table, as text. `without`: of the monitor's state these fields are left out. */
function dump(without: readonly string[] = []): readonly string[] {
  const database = new Database(site.store.location, { readonly: true });
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
      .all()
      .map((row) => [name, name === 'monitors' ? { ...row, state: trimmed(row['state'], without) } : row]),
  );
  database.close();
  return rows.map((row) => JSON.stringify(row));
}

function trimmed(state: unknown, without: readonly string[]): unknown {
  const fields = Object.entries(JSON.parse(String(state)) as Record<string, unknown>);
  return fields.filter(([name]) => !without.includes(name));
}

interface Failure {
  readonly code: ErrorCode;
  readonly answer: () => Answer;
  /** In the message. */
  readonly says: () => string;
  readonly fetch?: FetchOptions;
}

const WALL = '<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>';
const empty = { body: '' };

const FAILURES: Readonly<Record<string, Failure>> = {
  'a wall with a status': {
    code: 'BLOCKED',
    answer: () => ({ status: 403, body: WALL }),
    says: () => 'does not let automated readers in',
  },
  'a wall that says that all is well': {
    code: 'BLOCKED',
    answer: () => ({ body: WALL }),
    says: () => 'Cloudflare',
  },
  'too many requests': {
    code: 'RATE_LIMITED',
    answer: () => ({ ...empty, status: 429, headers: { ...HTML, 'retry-after': '900' } }),
    says: () => 'again in 900 s',
  },
  'an overload': {
    code: 'RATE_LIMITED',
    answer: () => ({ ...empty, status: 503, headers: { ...HTML, 'retry-after': '900' } }),
    says: () => 'overloaded',
  },
  'moved to another host for good': {
    code: 'URL_NOT_ALLOWED',
    answer: () => ({ ...empty, status: 301, headers: { location: `${elsewhere.url}/new-list` } }),
    says: () => `enter ${elsewhere.url}/new-list as the URL instead`,
  },
  'moved to another host for now': {
    code: 'URL_NOT_ALLOWED',
    answer: () => ({ ...empty, status: 307, headers: { location: `${elsewhere.url}/new-list` } }),
    says: () => `enter ${elsewhere.url}/new-list as the URL instead`,
  },
  'moved to itself': {
    code: 'TOO_MANY_REDIRECTS',
    answer: () => ({ ...empty, status: 308, headers: { location: '/list' } }),
    says: () => 'redirects more than',
  },
  'moved to nowhere': {
    code: 'UNEXPECTED_CONTENT',
    answer: () => ({ ...empty, status: 301 }),
    says: () => 'does not say where to',
  },
  gone: { code: 'NOT_FOUND', answer: () => ({ ...empty, status: 410 }), says: () => 'gone for good' },
  'not found': {
    code: 'NOT_FOUND',
    answer: () => ({ ...empty, status: 404 }),
    says: () => 'Check the address',
  },
  'behind a login': {
    code: 'HTTP_STATUS',
    answer: () => ({ ...empty, status: 401 }),
    says: () => 'needs a login',
  },
  'a broken server': { code: 'HTTP_STATUS', answer: () => ({ ...empty, status: 500 }), says: () => '500' },
  'a page without a single entry': {
    code: 'PAGE_CHANGED',
    answer: () => ({ body: '<html><body><h1>Our new site</h1></body></html>' }),
    says: () => 'finds no id on the page',
  },
  'not a page': {
    code: 'UNEXPECTED_CONTENT',
    answer: () => ({ body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } }),
    says: () => 'application/pdf',
  },
  'a connection that breaks in the middle': {
    code: 'NETWORK',
    answer: () => ({ body: list(['1', '2', '3']), breakAfter: 60 }),
    says: () => '127.0.0.1',
  },
  'an answer that never comes': {
    code: 'TIMEOUT',
    answer: () => ({ ...empty, silent: true }),
    says: () => '127.0.0.1',
    fetch: { timeoutSeconds: 1 },
  },
  'too large': {
    code: 'RESPONSE_TOO_LARGE',
    answer: () => ({ body: list(Array.from({ length: 200 }, (_, id) => String(id))) }),
    says: () => 'larger than 1 KB',
    fetch: { maxResponseKb: 1 },
  },
};

describe.each(Object.entries(FAILURES))('%s', (_, { code, answer, says, fetch }) => {
  it(`is ${code}: counted and classed, every stored row stays as it was, and what came meanwhile is had later`, async () => {
    shows('1', '2');
    await check();
    const before = await stateNow();
    const rows = dump(COUNTS);
    site.answer = answer;
    for (const times of [1, 2]) {
      const failure = await errorOf(check(fetch));
      expect([failure.code, failure.message]).toEqual([code, expect.stringContaining(says())]);
      expect(dump(COUNTS)).toEqual(rows);
      expect(await stateNow()).toEqual({
        ...before,
        lastCheckAt: new Date(site.now).toISOString(),
        lastResult: code,
        lastError: failure.message,
        failureStreak: times,
        failingSince: expect.any(String),
        failures: { [code]: times },
      });
    }
    expect(askedElsewhere).toBe(0);
    shows('1', '2', '3');
    expect(own(await check()).data.newEntries.map(({ id }) => id)).toEqual(['3']);
    expect(await stateNow()).toMatchObject({ failureStreak: 0, failingSince: null, failures: { [code]: 2 } });
  });
});

it('moved within the host is followed: the entries say where they are from, and none is new for it', async () => {
  shows('1', '2');
  await check();
  site.answer = (path) =>
    path === '/list'
      ? { ...empty, status: 301, headers: { location: '/archive/list' } }
      : { body: list(['1', '2', '3']) };
  const result = own(await check());
  expect([idsOf([result]), result.source]).toEqual([['3'], site.url.replace('/list', '/archive/list')]);
});

it('moved within the host to a page without entries is PAGE_CHANGED, and nothing is forgotten', async () => {
  shows('1', '2');
  await check();
  const rows = dump(COUNTS);
  site.answer = (path) =>
    path === '/list' ? { ...empty, status: 301, headers: { location: '/home' } } : { body: '<p>Welcome</p>' };
  const home = site.url.replace('/list', '/home');
  await expect(check()).rejects.toMatchObject({
    code: 'PAGE_CHANGED',
    message: expect.stringContaining(`${site.url} led to ${home}.`),
    url: home,
  });
  expect(dump(COUNTS)).toEqual(rows);
});

it('a run by hand that fails changes nothing at all', async () => {
  shows('1', '2');
  await check();
  const rows = dump();
  site.answer = () => ({ ...empty, status: 410 });
  await expect(site.check(definition, { preview: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(dump()).toEqual(rows);
});
