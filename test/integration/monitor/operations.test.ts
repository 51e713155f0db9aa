import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LIMITS } from '../../../lib/limits';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { webMonitor } from '../../../lib/webMonitor';
import { closeRuntime, runtime } from '../../../lib/runtime';
import type { CheckOutcome, CheckRequest, Monitor } from '../../../lib/webMonitor';
import { readMonitors } from '../../../lib/webMonitor';
import { stateFolder } from '../../helpers/stateFolder';
import { serveHttp, type Loopback } from '../../helpers/loopback';

/** The front door, over a real server and a real file: an RSS feed that grows. */
let folder: ReturnType<typeof stateFolder>;
let server: Loopback;
let ids: string[];
let status: number;
let published: string;
let monitors: readonly Monitor[];

const feed = () =>
  `<rss version="2.0"><channel><title>t</title>${[...ids]
    .reverse()
    .map((id) => `<item><guid>${id}</guid><title>Item ${id}</title>${published}</item>`)
    .join('')}</channel></rss>`;

beforeEach(async () => {
  folder = stateFolder();
  ids = ['1', '2'];
  status = 200;
  published = '';
  server = await serveHttp((request, response) => {
    response
      .writeHead(request.url === '/broken' ? 500 : status, { 'content-type': 'application/rss+xml' })
      .end(feed());
  });
  monitors = readMonitors({ news: { url: `${server.url}/feed`, parser: 'feed' } });
});
afterEach(async () => {
  await closeRuntime();
  await server.close();
  folder.remove();
});

const base = () => ({ scope: 'workflow 1', database: folder.settings });
const request = (): CheckRequest => ({
  ...base(),
  monitors,
  monitorId: null,
  preview: false,
  delivery: 'acknowledge',
  executionId: 'n8n:1',
  fetch: { allowPrivateNetwork: true },
});
const check = (given: Partial<CheckRequest> = {}) => webMonitor.check({ ...request(), ...given });
const entryIds = (outcomes: readonly CheckOutcome[]) =>
  outcomes.flatMap((it) => (it.ok ? it.result.data.newEntries.map(({ id }) => id) : [it.error.message]));

describe('check', () => {
  it('reports what is new of a real feed, with the facts of its request', async () => {
    const [outcome] = await check();
    if (outcome?.ok !== true) throw new Error('failed');
    const { result } = outcome;
    expect(result).toMatchObject({
      monitorId: 'news',
      source: `${server.url}/feed`,
      untrusted: true,
      parser: 'feed',
      newCount: 2,
    });
    expect(Date.parse(result.fetchedAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(result.data.newEntries[0]).toMatchObject({
      id: '1',
      batchId: result.batchId,
      source: `${server.url}/feed`,
    });
  });

  it('lets one monitor fail without stopping the others', async () => {
    monitors = readMonitors({
      bad: { url: `${server.url}/broken`, parser: 'feed' },
      news: { url: `${server.url}/feed`, parser: 'feed' },
    });
    const [bad, good] = await check();
    expect(bad).toMatchObject({ ok: false, monitorId: 'bad', error: { code: 'HTTP_STATUS', status: 500 } });
    expect(good).toMatchObject({ ok: true, monitorId: 'news' });
  }, 20_000);

  it('refuses an unknown monitor and lists the known ones', async () => {
    await expect(check({ monitorId: 'nope' })).rejects.toMatchObject({
      code: 'UNKNOWN_MONITOR',
      message: expect.stringContaining('news'),
    });
  });

  it('refuses a workflow that was never saved', async () => {
    await expect(check({ scope: ' ' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses a private address unless it is allowed', async () => {
    expect(await check({ fetch: {} })).toMatchObject([{ ok: false, error: { code: 'ADDRESS_NOT_ALLOWED' } }]);
  });
});

describe('takeBack', () => {
  it('keeps the contents of a batch that was made before history was kept', async () => {
    const url = `${server.url}/feed`;
    monitors = readMonitors({ news: { url, parser: 'feed', storeHistory: false } });
    await check();
    monitors = readMonitors({ news: { url, parser: 'feed', storeHistory: true } });
    const onRead: CheckRequest = { ...request(), delivery: 'onRead', executionId: 'n8n:2' };
    const outcomes = await webMonitor.check(onRead);
    expect(entryIds(outcomes)).toEqual(['1', '2']);
    await webMonitor.takeBack(onRead, outcomes);
    const [outcome] = outcomes;
    const batchId = outcome?.ok === true ? outcome.result.batchId : null;
    const again = await webMonitor.redeliver({
      ...base(),
      monitorId: 'news',
      delivery: 'onRead',
      executionId: null,
      batchId,
    });
    expect(again).toMatchObject([{ newCount: 2 }]);
    expect(again[0]?.data.newEntries.map(({ fields }) => fields['title'])).toEqual(['Item 1', 'Item 2']);
  });

  it('leaves the history as it was where it is kept', async () => {
    const onRead: CheckRequest = { ...request(), delivery: 'onRead' };
    const outcomes = await webMonitor.check(onRead);
    const history = async () => (await webMonitor.history({ ...base(), monitorId: 'news' })).data;
    const before = await history();
    await webMonitor.takeBack(onRead, outcomes);
    expect(await history()).toEqual(before);
    const again = await check({ delivery: 'onRead' });
    expect(entryIds(again)).toEqual(['1', '2']);
    expect(await history()).toEqual(before);
  });
});

describe('acknowledge', () => {
  const acknowledge = (given = {}) =>
    webMonitor.acknowledge({ ...base(), executionId: 'n8n:1', preview: false, ...given });

  it('confirms what this execution delivered', async () => {
    await check();
    const { data } = await acknowledge();
    expect(data.acknowledged).toMatchObject([{ monitorId: 'news', entries: 2 }]);
    expect(entryIds(await check({ executionId: 'n8n:2' }))).toEqual([]);
  });

  it('carries the facts of the check that it confirms', async () => {
    const [first] = await check();
    ids.push('3');
    const [, second] = await check();
    if (first?.ok !== true || second?.ok !== true) throw new Error('failed');
    const { fetchedAt, source, dataAsOf } = second.result;
    expect(await acknowledge()).toMatchObject({ fetchedAt, source, dataAsOf });
    const alone = await acknowledge({ batchIds: [first.result.batchId] });
    expect(alone.fetchedAt).toBe(first.result.fetchedAt);
  });

  it('carries the facts of the last check in a preview, and none before the first', async () => {
    expect(await acknowledge({ preview: true })).toMatchObject({ fetchedAt: null, source: null });
    expect(await acknowledge({ preview: true, scope: '' })).toMatchObject({ fetchedAt: null });
    const [outcome] = await check();
    const last = outcome?.ok === true ? outcome.result.fetchedAt : 'failed';
    expect((await acknowledge({ preview: true })).fetchedAt).toBe(last);
  });

  it('is never a silent success', async () => {
    await expect(acknowledge()).rejects.toMatchObject({ code: 'UNKNOWN_BATCH' });
    await expect(acknowledge({ executionId: null })).rejects.toMatchObject({ code: 'UNKNOWN_BATCH' });
    await expect(acknowledge({ batchIds: ['x'] })).rejects.toMatchObject({ code: 'UNKNOWN_BATCH' });
  });

  it('works by batch id from another scope and execution', async () => {
    const [outcome] = await check();
    const batchId = outcome?.ok === true ? (outcome.result.batchId ?? '') : '';
    await webMonitor.acknowledge({
      database: folder.settings,
      scope: 'sub-workflow',
      executionId: 'n8n:9',
      batchIds: [batchId],
      preview: false,
    });
    expect(entryIds(await check({ executionId: 'n8n:2' }))).toEqual([]);
  });

  it('does nothing in a preview', async () => {
    await check();
    expect(await acknowledge({ preview: true })).toMatchObject({ preview: true, data: { acknowledged: [] } });
    expect(entryIds(await check({ executionId: 'n8n:2' }))).toEqual(['1', '2']);
  });
});

describe('history and status', () => {
  it('need the id only, and carry the facts of the last check', async () => {
    await check();
    const history = await webMonitor.history({ ...base(), monitorId: 'news', limit: 1 });
    expect(history).toMatchObject({ monitorId: 'news', count: 1, more: true, source: `${server.url}/feed` });
    expect(history.data.entries[0]).toMatchObject({
      id: '2',
      reported: true,
      contentKept: true,
      fields: { title: 'Item 2' },
    });
    const found = await webMonitor.status({ ...base(), monitorId: 'news' });
    expect(found.data.monitors).toMatchObject([
      {
        monitorId: 'news',
        knownIds: 2,
        pendingEntries: 2,
        lastResult: 'ok',
        failureStreak: 0,
        stale: false,
        checks: 1,
      },
    ]);
    expect(found).toMatchObject({ alarm: false, location: folder.path });
  });

  it('alarm on failures', async () => {
    await check();
    status = 403;
    await check();
    const found = await webMonitor.status({ ...base(), monitorId: null });
    expect(found).toMatchObject({ alarm: true, data: { monitors: [{ failureStreak: 1, knownIds: 2 }] } });
    expect(found.data.monitors[0]?.lastError).toContain('403');
  });

  it('answer for every monitor of the database', async () => {
    await check();
    await check({ scope: 'workflow 2' });
    const { data } = await webMonitor.status({ ...base(), scope: '', monitorId: null, allScopes: true });
    expect(data.monitors.map(({ scope }) => scope)).toEqual(['workflow 1', 'workflow 2']);
  });

  it('warn of a time of the future without the key of the address that the page echoes', async () => {
    monitors = readMonitors({ news: { url: `${server.url}/feed?key=hushhush`, parser: 'feed' } });
    ids = ['item-hushhush'];
    published = '<pubDate>Fri, 01 Jan 2100 00:00:00 GMT</pubDate>';
    await check();
    const { warnings } = await webMonitor.history({ ...base(), monitorId: 'news' });
    expect(warnings).toEqual([expect.stringContaining('The entry item-*** is dated 2100-01-01')]);
  });

  it('list what there is for an unknown monitor, and refuse bounds that are no times', async () => {
    await check();
    await expect(webMonitor.history({ ...base(), monitorId: 'x' })).rejects.toMatchObject({
      code: 'UNKNOWN_MONITOR',
      message: expect.stringContaining('news'),
    });
    await expect(
      webMonitor.history({ ...base(), monitorId: 'news', since: 'yesterday' }),
    ).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(webMonitor.history({ ...base(), monitorId: 'news', limit: 0 })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
  });
});

describe('a database file that was named and is not there', () => {
  const named = () => ({ ...base(), database: { ...folder.settings, path: 'other/stat.db' } });

  it.each<[string, () => Promise<unknown>]>([
    ['status', () => webMonitor.status({ ...named(), monitorId: null, allScopes: true })],
    ['history', () => webMonitor.history({ ...named(), monitorId: 'news' })],
    ['acknowledge', () => webMonitor.acknowledge({ ...named(), executionId: 'n8n:1', preview: false })],
    [
      'redeliver',
      () =>
        webMonitor.redeliver({
          ...named(),
          monitorId: 'news',
          batchId: 'b',
          executionId: null,
          delivery: 'onRead',
        }),
    ],
    ['reset', () => webMonitor.reset({ ...named(), monitorId: 'news', confirm: true })],
    ['adopt', () => webMonitor.adopt({ ...named(), monitorId: 'news', fromScope: 'old' })],
    ['backup', () => webMonitor.backup({ ...named(), fileName: 'copy.db' })],
  ])('%s names it and makes nothing', async (_, operate) => {
    await expect(operate()).rejects.toMatchObject({
      code: 'STATE_UNAVAILABLE',
      message: expect.stringContaining(
        'There is no state at ' + join(folder.folder, 'internet-tools/other/stat.db'),
      ) as string,
    });
    expect(existsSync(join(folder.folder, 'internet-tools'))).toBe(false);
  });

  it('is made by the first check, and read after it', async () => {
    await check(named());
    await expect(webMonitor.status({ ...named(), monitorId: null })).resolves.toMatchObject({
      data: { monitors: [{ monitorId: 'news' }] },
    });
  });

  it('is no matter where none was named: status before the first check is empty', async () => {
    await expect(webMonitor.status({ ...base(), monitorId: null })).resolves.toMatchObject({
      data: { monitors: [] },
    });
  });
});

describe('redeliver', () => {
  const redeliver = (given: object) =>
    webMonitor.redeliver({
      ...base(),
      monitorId: 'news',
      delivery: 'onRead',
      executionId: 'n8n:5',
      ...given,
    });

  it('offers a batch, or everything since a time, again', async () => {
    const [outcome] = await check({ delivery: 'onRead' });
    const batchId = outcome?.ok === true ? outcome.result.batchId : null;
    const [again] = await redeliver({ batchId });
    expect(again).toMatchObject({ redelivered: true, batchId, newCount: 2 });
    const [since] = await redeliver({ since: '2020-01-01' });
    expect(since?.data.newEntries.map(({ id, redelivered }) => [id, redelivered])).toEqual([
      ['1', true],
      ['2', true],
    ]);
    expect(await redeliver({ since: '2999-01-01' })).toEqual([]);
    expect(entryIds(await check({ delivery: 'onRead' }))).toEqual([]);
  });

  it('of very much goes on in further batches, and leaves nothing out', async () => {
    const limits: { batchEntries: number } = LIMITS.delivery;
    const part = jest.replaceProperty(limits, 'batchEntries', 2);
    ids = ['1', '2', '3', '4', '5'];
    await check({ delivery: 'onRead' });
    const parts = await redeliver({ since: '2020-01-01', delivery: 'acknowledge' });
    part.restore();
    expect(parts.map(({ data }) => data.newEntries.map(({ id }) => id))).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5'],
    ]);
    expect(parts.every(({ redelivered }) => redelivered)).toBe(true);
    expect(entryIds(await check({ executionId: 'n8n:6' })).sort()).toEqual(ids);
  });

  it('says how many entries still wait behind a limit, as a check does', async () => {
    ids = ['1', '2', '3', '4', '5'];
    const [outcome] = await check({ delivery: 'onRead', limit: 2 });
    if (outcome?.ok !== true) throw new Error('failed');
    const { batchId, remaining } = outcome.result;
    expect(remaining).toBe(3);
    expect(await redeliver({ batchId, delivery: 'acknowledge' })).toMatchObject([{ remaining: 3 }]);
    expect(await redeliver({ since: '2020-01-01' })).toMatchObject([{ batchId, newCount: 2, remaining: 3 }]);
    await webMonitor.acknowledge({ ...base(), batchIds: [batchId ?? ''], executionId: null, preview: false });
    expect(await redeliver({ since: '2020-01-01' })).toMatchObject([{ newCount: 2, remaining: 3 }]);
    expect(await redeliver({ batchId })).toMatchObject([{ newCount: 2, remaining: 3 }]);
  });

  it('counts a batch of a limit as waiting no longer once it is offered', async () => {
    ids = ['1', '2', '3', '4', '5'];
    await check({ delivery: 'onRead', limit: 2 });
    const queued = await (
      await runtime().stores.get(folder.settings)
    ).look({ scope: 'workflow 1', monitorId: 'news' }, []);
    const [first] = queued.batches;
    expect(await redeliver({ batchId: first?.batchId })).toMatchObject([{ newCount: 2, remaining: 1 }]);
  });

  it('stays pending until it is acknowledged', async () => {
    await check({ delivery: 'onRead' });
    await redeliver({ since: '2020-01-01', delivery: 'acknowledge' });
    expect(entryIds(await check({ executionId: 'n8n:6' }))).toEqual(['1', '2']);
  });

  it('of what waits for its confirmation leaves it waiting, whatever the delivery', async () => {
    const [outcome] = await check();
    const batchId = outcome?.ok === true ? outcome.result.batchId : null;
    const pendingEntries = async () =>
      (await webMonitor.status({ ...base(), monitorId: 'news' })).data.monitors[0]?.pendingEntries;
    for (const delivery of ['onRead', 'acknowledge'])
      for (const which of [{ batchId }, { since: '2020-01-01' }]) {
        expect(await redeliver({ ...which, delivery })).toMatchObject([
          { batchId, newCount: 2, remaining: 0 },
        ]);
        expect(await pendingEntries()).toBe(2);
      }
  });

  it('says what it cannot offer, which the history does not call reported', async () => {
    monitors = readMonitors({
      news: { url: `${server.url}/feed`, parser: 'feed', storeHistory: false, firstCheck: 'baseline' },
    });
    await check();
    const [again, ...others] = await redeliver({ since: '2020-01-01' });
    expect([again?.newCount, again?.warnings, others]).toEqual([
      0,
      ['2 of the entries of this batch cannot be offered again: their contents are not kept.'],
      [],
    ]);
    const { entries } = (await webMonitor.history({ ...base(), monitorId: 'news' })).data;
    expect(entries.map(({ reported, contentKept }) => [reported, contentKept])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('needs to know what', async () => {
    await check();
    await expect(redeliver({})).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(redeliver({ batchId: 'x' })).rejects.toMatchObject({ code: 'UNKNOWN_BATCH' });
  });
});

describe('reset and adopt', () => {
  it('announces what would be forgotten, and forgets it only when confirmed', async () => {
    await check();
    const reset = (confirm: boolean) => webMonitor.reset({ ...base(), monitorId: 'news', confirm });
    expect((await reset(false)).data).toEqual({
      monitorId: 'news',
      done: false,
      knownIds: 2,
      pendingEntries: 2,
      batches: 1,
    });
    expect(entryIds(await check({ delivery: 'onRead' }))).toEqual(['1', '2']);
    expect((await reset(true)).data).toMatchObject({ done: true, knownIds: 2 });
    await expect(reset(true)).rejects.toMatchObject({ code: 'UNKNOWN_MONITOR' });
    expect(await check()).toMatchObject([{ result: { firstCheck: true, newCount: 2 } }]);
  });

  it('takes over the state of another workflow instead of flooding', async () => {
    await check({ delivery: 'onRead' });
    const copy = { ...base(), scope: 'copied workflow' };
    const { data } = await webMonitor.adopt({ ...copy, fromScope: 'workflow 1', monitorId: null });
    expect(data).toEqual({
      fromScope: 'workflow 1',
      adopted: [{ monitorId: 'news', knownIds: 2, pendingEntries: 0 }],
    });
    ids.push('3');
    expect(entryIds(await check({ scope: 'copied workflow' }))).toEqual(['3']);
  });

  it('belongs to the node that checks next, also with an edited definition', async () => {
    await check({ delivery: 'onRead', nodeId: 'old node' });
    await webMonitor.adopt({ ...base(), scope: 'copy', fromScope: 'workflow 1', monitorId: null });
    monitors = readMonitors({ news: { url: `${server.url}/feed?all`, parser: 'feed' } });
    expect(entryIds(await check({ scope: 'copy', nodeId: 'new node' }))).toEqual([]);
  });

  it('takes over a renamed monitor', async () => {
    await check({ delivery: 'onRead' });
    await webMonitor.adopt({
      ...base(),
      fromScope: 'workflow 1',
      monitorId: 'headlines',
      fromMonitorId: 'news',
    });
    monitors = readMonitors({ headlines: { url: `${server.url}/feed`, parser: 'feed' } });
    expect(entryIds(await check())).toEqual([]);
  });

  it('never overwrites a state that knows something', async () => {
    await check();
    await check({ scope: 'copy' });
    const adopt = webMonitor.adopt({ ...base(), scope: 'copy', fromScope: 'workflow 1', monitorId: 'news' });
    await expect(adopt).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('Reset it first'),
    });
    await expect(
      webMonitor.adopt({ ...base(), fromScope: 'nowhere', monitorId: null }),
    ).rejects.toMatchObject({ code: 'UNKNOWN_MONITOR' });
  });
});

it('writes a backup that is a whole state of its own', async () => {
  await check();
  const { data } = await webMonitor.backup({ ...base(), fileName: null });
  expect(dirname(data.path)).toBe(dirname(folder.path));
  expect(statSync(data.path).mode & 0o777).toBe(0o600);
  const copy = { ...folder.settings, path: basename(data.path) };
  const { data: found } = await webMonitor.status({ ...base(), database: copy, monitorId: 'news' });
  expect(found.monitors).toMatchObject([{ knownIds: 2, pendingEntries: 2 }]);
  await expect(webMonitor.backup({ ...base(), fileName: basename(data.path) })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
  });
  await expect(webMonitor.backup({ ...base(), fileName: '../out.db' })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
  });
});

it('leaves no half backup behind where the copy fails', async () => {
  await check();
  await closeRuntime();
  const store = await openSqliteStore(folder.settings);
  await store.look({ scope: 'w', monitorId: 'news' }, []);
  writeFileSync(folder.path, 'no database any more '.repeat(500));
  await expect(store.backup('copy.db')).rejects.toMatchObject({ name: 'ToolError' });
  expect(readdirSync(dirname(folder.path))).not.toContain('copy.db');
  await store.close().catch(() => undefined);
});

it('keeps the file to its owner, in a folder of its own', async () => {
  await check();
  expect(statSync(dirname(folder.path)).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(dirname(folder.path)))
    expect([name, statSync(`${dirname(folder.path)}/${name}`).mode & 0o077]).toEqual([name, 0]);
  expect(runtime()).toBe(runtime());
});
