import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { closeRuntime } from '../../lib/runtime';
import { listSite, type ListSite } from '../helpers/listSite';
import { runNode, runTool, runWorkflow, type RunOptions } from '../helpers/runNode';
import { stateFolder } from '../helpers/stateFolder';
import { WebMonitor } from '../../nodes/WebMonitor/WebMonitor.node';

const node = new WebMonitor();
let site: ListSite;
let state: ReturnType<typeof stateFolder>;
const userFolder = process.env.N8N_USER_FOLDER;

beforeEach(async () => {
  state = stateFolder();
  // n8n's folder is `.n8n` below it
  process.env.N8N_USER_FOLDER = state.folder;
  site = await listSite('1', '2', '3');
});

afterEach(async () => {
  await closeRuntime();
  await site.close();
  state.remove();
  process.env.N8N_USER_FOLDER = userFolder;
});

/** A check of the local list. */
function check(more: INodeParameters = {}, options: INodeParameters = {}): INodeParameters {
  return {
    operation: 'check',
    monitors: { monitor: [{ parser: 'generic', id: 'list', url: site.url, idPattern: '/item/(\\d+)' }] },
    options: { allowPrivateNetwork: true, ...options },
    ...more,
  };
}

const run = (parameters: INodeParameters, options: RunOptions = {}) => runNode(node, parameters, options);
const ids = (items: readonly IDataObject[]) => items.map((item) => (item.data as IDataObject).id);
/** The batch of the first item; always a text, so that it can be asked for. */
const batchOf = ([item]: readonly IDataObject[]) =>
  typeof item?.batchId === 'string' ? item.batchId : 'none';
const grow = (...more: string[]) => {
  site.rows = [...more.map((id): [string, string] => [id, `Title ${id}`]), ...site.rows];
};

describe('check on the canvas', () => {
  it('gives only new entries by the first output and one summary by the second', async () => {
    await run(check());
    grow('5', '4');
    const second = await run(check());
    expect(ids(second.output('Node'))).toEqual(['4', '5']);
    const [item] = second.output('Node');
    expect(item).toMatchObject({ monitorId: 'list', untrusted: true, source: site.url, dataAsOf: null });
    expect(item?.data).toMatchObject({ detailUrl: site.url.replace('list', 'item/4'), publishedAt: null });
    expect(second.output('Node', 1)).toMatchObject([{ newCount: 2, firstCheck: false, delivery: 'onRead' }]);
  });

  it('gives nothing at all when nothing is new, so that nothing after it runs', async () => {
    await run(check());
    const quiet = await run(check());
    expect([quiet.output('Node'), quiet.output('Node', 1)]).toEqual([[], []]);
    const told = await run(check({}, { alwaysEmitSummary: true }));
    expect(told.output('Node', 1)).toMatchObject([{ newCount: 0, data: { message: 'list: nothing new.' } }]);
  });

  it('writes a digest for a mail in the language and the time zone that were asked for', async () => {
    site.rows = [['8', '<b>Bold & new</b>']];
    const { output } = await run(check({}, { digestLanguage: 'de' }), { timezone: 'Europe/Berlin' });
    const { digest } = output('Node', 1)[0]?.data as { digest: { text: string; html: string } };
    expect(digest.text).toContain('list: 1 neuer Eintrag');
    expect(digest.text).toContain('Zeiten in Europe/Berlin');
    expect(digest.html).toMatch(/<table/);
    expect(digest.html).toContain('&amp; new');
    expect(digest.html).not.toContain('<b>');
  });

  it('gives flat rows for database nodes', async () => {
    const { output } = await run(check({ output: 'rows' }));
    expect(output('Node')[0]).toMatchObject({ id: '3', monitorId: 'list', Title: 'Title 3', Number: '3' });
    expect(output('Node')[0]).not.toHaveProperty('data');
  });

  it.each([
    ['baseline', {}, []],
    ['newest', { firstCheckCount: 2 }, ['2', '1']],
  ])('starts as told: %s', async (firstCheck, more, expected) => {
    expect(ids((await run(check({ firstCheck, ...more }))).output('Node'))).toEqual(expected);
    grow('9');
    expect(ids((await run(check({ firstCheck, ...more }))).output('Node'))).toEqual(['9']);
  });

  it('makes no request and gives nothing before the interval is over', async () => {
    const parameters = check({
      monitorsFrom: 'json',
      monitorsJson: JSON.stringify({
        list: { url: site.url, idPattern: '/item/(\\d+)', checkIntervalMinutes: 60 },
      }),
    });
    await run(parameters);
    grow('4');
    const early = await run(parameters);
    expect(site.requests).toBe(1);
    expect([early.output('Node'), early.output('Node', 1)]).toEqual([[], []]);
    const forced = await run({
      ...parameters,
      options: { allowPrivateNetwork: true, ignoreCheckInterval: true },
    });
    expect(ids(forced.output('Node'))).toEqual(['4']);
  });

  it('checks a page once, however many items come in', async () => {
    const { items } = await run(check(), { items: [{}, {}, {}] });
    expect(site.requests).toBe(1);
    expect(items('Node').map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
  });

  it('lets the workflow choose the monitor, and lists the known ones for a wrong name', async () => {
    const byName = check({ monitorId: '={{ $json.which }}' });
    expect((await run(byName, { items: [{ which: 'list' }] })).output('Node')).toHaveLength(3);
    const wrong = await run(byName, { items: [{ which: 'lists' }] });
    expect(wrong.error('Node')).toMatchObject({
      description: 'Code UNKNOWN_MONITOR',
      message: expect.stringContaining('Known: list'),
    });
    expect(site.requests).toBe(1);
  });
});

describe('a run by hand', () => {
  it('shows the newest of what would be new, stores nothing, and says so', async () => {
    const options = { mode: 'manual' } as const;
    const first = await run(check({}, { previewCount: 2 }), options);
    expect(first.output('Node')).toHaveLength(2);
    expect(first.output('Node', 1)).toMatchObject([{ preview: true, batchId: null }]);
    expect(first.hints('Node')).toEqual([
      expect.stringMatching(/stores nothing.*nodes after this one do run/),
    ]);
    expect((await run(check())).output('Node')).toHaveLength(3);
  });

  it('counts when it is told to', async () => {
    const counted = check({}, { saveStateInManualRuns: true });
    const first = await run(counted, { mode: 'manual' });
    expect(first.hints('Node')).toEqual([]);
    expect((await run(counted)).output('Node')).toEqual([]);
  });
});

describe('acknowledging', () => {
  const mail: INodeType = {
    description: {
      displayName: 'Mail',
      name: 'mail',
      group: ['output'],
      version: 1,
      description: 'Replaces its items, or fails',
      defaults: { name: 'Mail' },
      inputs: ['main'],
      outputs: ['main'],
      properties: [{ displayName: 'Fail', name: 'fail', type: 'boolean', default: false }],
    },
    execute() {
      if (this.getNodeParameter('fail', 0) === true) return Promise.reject(new Error('mail server is down'));
      return Promise.resolve([[{ json: { accepted: 1 } }]]);
    },
  };
  const chain = (executionId: string, fail: boolean, settings = {}, options: RunOptions = {}) =>
    runWorkflow(
      [
        { name: 'Node', type: node, parameters: check() },
        { name: 'Mail', type: mail, parameters: { fail } },
        { name: 'Acknowledge', type: node, parameters: { operation: 'acknowledge' }, settings },
      ],
      { Start: [['Node']], Node: [[], ['Mail']], Mail: [['Acknowledge']] },
      { executionId, ...options },
    );

  it('is found downstream on its own, confirms after a mail that replaced the items, and ends the offers', async () => {
    const first = await chain('1', false);
    expect(first.output('Node', 1)).toMatchObject([{ delivery: 'acknowledge' }]);
    expect(first.output('Acknowledge')).toMatchObject([
      { data: { acknowledged: [{ monitorId: 'list', entries: 3 }] } },
    ]);
    expect((await chain('2', false)).output('Node')).toEqual([]);
  });

  it('offers the same batch again after a mail that failed', async () => {
    const first = await chain('1', true);
    expect(first.ran('Acknowledge')).toBe(false);
    const second = await chain('2', false);
    expect(second.output('Node', 1)).toMatchObject([
      { redelivered: true, newCount: 3, batchId: first.output('Node', 1)[0]?.batchId },
    ]);
    expect(second.output('Acknowledge')).toMatchObject([{ data: { acknowledged: [{ entries: 3 }] } }]);
    expect((await chain('3', false)).output('Node')).toEqual([]);
  });

  it('is not counted on where the node is disabled', async () => {
    const first = await chain('1', false, { disabled: true });
    expect(first.output('Node', 1)).toMatchObject([{ delivery: 'onRead' }]);
  });

  it('does nothing in a preview', async () => {
    const preview = await chain('1', false, {}, { mode: 'manual' });
    expect(preview.output('Acknowledge')).toMatchObject([{ preview: true, data: { acknowledged: [] } }]);
    expect((await chain('2', false)).output('Node')).toHaveLength(3);
  });

  it('is an error where this execution delivered nothing, and works with a batch named', async () => {
    const first = await run(check({ delivery: 'acknowledge' }), { executionId: '1' });
    const batchIds = batchOf(first.output('Node'));
    const blind = await run({ operation: 'acknowledge' }, { executionId: '2' });
    expect(blind.error('Node')).toMatchObject({ description: 'Code UNKNOWN_BATCH' });
    const named = await run({ operation: 'acknowledge', batchIds }, { executionId: '2', items: [{}, {}] });
    expect(named.output('Node')).toMatchObject([{ data: { acknowledged: [{ batchId: batchIds }] } }]);
  });

  it('may end well where nothing was delivered, when it is told so: not where a named batch is unknown', async () => {
    const options = { nothingIsFine: true };
    const first = await run(check({ delivery: 'acknowledge' }), { executionId: '1' });
    const idle = await run({ operation: 'acknowledge', options }, { executionId: '2' });
    expect(idle.output('Node')).toMatchObject([{ preview: false, data: { acknowledged: [] } }]);
    const wrong = await run({ operation: 'acknowledge', options, batchIds: 'b' }, { executionId: '1' });
    expect(wrong.error('Node')).toMatchObject({ description: 'Code UNKNOWN_BATCH' });
    const right = await run({ operation: 'acknowledge', options }, { executionId: '1' });
    expect(right.output('Node')).toMatchObject([
      { data: { acknowledged: [{ batchId: batchOf(first.output('Node')) }] } },
    ]);
  });
});

describe('what needs no request', () => {
  it('history lists what was recorded, newest first, as one item or several', async () => {
    await run(check());
    grow('4');
    await run(check());
    const one = await run({ operation: 'history', monitorId: 'list', limit: 2 });
    expect(one.output('Node')).toMatchObject([
      { count: 2, more: true, data: { entries: [{ id: '4' }, { id: expect.any(String) }] } },
    ]);
    const older = await run({ operation: 'history', monitorId: 'list', skip: 3, limit: 5 });
    expect(older.output('Node')).toMatchObject([
      { count: 1, more: false, data: { entries: [{ id: expect.stringMatching(/^[123]$/) }] } },
    ]);
    const each = await run({ operation: 'history', monitorId: 'list', historyOutput: 'envelopes' });
    expect(ids(each.output('Node'))[0]).toBe('4');
    expect(each.output('Node')).toHaveLength(4);
    const rows = await run({ operation: 'history', monitorId: 'list', historyOutput: 'rows' });
    expect(rows.output('Node')[0]).toMatchObject({
      id: '4',
      Title: 'Title 4',
      reported: true,
      contentKept: true,
    });
    expect(site.requests).toBe(2);
  });

  it('status needs only the state', async () => {
    await run(check());
    const { output } = await run({ operation: 'status' });
    expect(output('Node')).toMatchObject([
      { alarm: false, data: { monitors: [{ monitorId: 'list', knownIds: 3, lastResult: 'ok' }] } },
    ]);
  });

  it('reset only counts until it is confirmed', async () => {
    await run(check());
    const asked = await run({ operation: 'reset', monitorId: 'list' });
    expect(asked.output('Node')).toMatchObject([{ data: { done: false, knownIds: 3 } }]);
    expect((await run(check())).output('Node')).toEqual([]);
    await run({ operation: 'reset', monitorId: 'list', confirm: true });
    expect((await run(check())).output('Node')).toHaveLength(3);
  });

  it('a copied workflow adopts the state of the first', async () => {
    await run(check(), { workflowId: 'first' });
    const adopted = await run(
      { operation: 'adopt', fromScope: { __rl: true, mode: 'name', value: 'first' } },
      { workflowId: 'copy' },
    );
    expect(adopted.output('Node')).toMatchObject([
      { data: { adopted: [{ monitorId: 'list', knownIds: 3 }] } },
    ]);
    expect((await run(check(), { workflowId: 'copy' })).output('Node')).toEqual([]);
  });

  it('redeliver offers a batch once more', async () => {
    const first = await run(check());
    const batchId = batchOf(first.output('Node'));
    const again = await run({ operation: 'redeliver', monitorId: 'list', redeliverBy: 'batch', batchId });
    expect(again.output('Node')).toMatchObject([
      { redelivered: true },
      { redelivered: true },
      { redelivered: true },
    ]);
    expect(again.output('Node', 1)).toMatchObject([{ newCount: 3, redelivered: true }]);
  });

  it('backup writes a copy beside the database', async () => {
    await run(check());
    const { output } = await run({ operation: 'backup', fileName: 'copy.db' });
    expect(output('Node')).toMatchObject([
      { data: { path: expect.stringMatching(/copy\.db$/), bytes: expect.any(Number) } },
    ]);
  });

  it('the picker lists the scopes that the database holds', async () => {
    await run(check(), { workflowId: 'w1' });
    const asker = { getCurrentNodeParameter: () => undefined } as never;
    expect(await node.methods.listSearch.searchScopes.call(asker, 'W1')).toEqual({
      results: [{ name: 'w1 (list)', value: 'w1' }],
    });
  });

  it('the picker is empty for a named database file that the first check will make, and makes none', async () => {
    const search = async (databaseFile: string) => {
      const asker = {
        getCurrentNodeParameter: (name: string) => (name === 'databaseFile' ? databaseFile : undefined),
      } as never;
      return await node.methods.listSearch.searchScopes.call(asker);
    };
    expect(await search('other/new.db')).toEqual({ results: [] });
    expect(existsSync(join(state.folder, '.n8n/internet-tools/other'))).toBe(false);
    await expect(search('../new.db')).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it('the picker says so where a database file is missing that was there', async () => {
    await run(check());
    await closeRuntime();
    const path = join(state.folder, '.n8n/internet-tools/state.db');
    rmSync(path);
    const asker = {
      getCurrentNodeParameter: (name: string) => (name === 'databaseFile' ? 'state.db' : undefined),
    } as never;
    await expect(node.methods.listSearch.searchScopes.call(asker)).rejects.toMatchObject({
      code: 'STATE_UNAVAILABLE',
      message: expect.stringContaining('is missing'),
    });
  });
});

describe('bad input', () => {
  it('JSON that does not parse is named with its place', async () => {
    const broken = await run(check({ monitorsFrom: 'json', monitorsJson: '{ "list": { "url": }' }));
    expect(broken.error('Node')).toMatchObject({
      description: 'Code INVALID_CONFIG',
      message: expect.stringMatching(/Monitors \(JSON\): not valid JSON at line 1, column 20/),
    });
  });

  it('a workflow that was never saved is told to be saved, unless it names a scope', async () => {
    const unsaved = await run(check(), { workflowId: undefined });
    expect(unsaved.error('Node')?.message).toMatch(/never saved.*Named Scope/);
    const named = check({ stateOf: 'scope', scope: { __rl: true, mode: 'name', value: 'shared' } });
    expect((await run(named, { workflowId: undefined })).output('Node')).toHaveLength(3);
    expect((await run(named, { workflowId: 'other' })).output('Node')).toEqual([]);
  });

  it('PostgreSQL without a credential says what to choose', async () => {
    const { error } = await run(check({ database: 'postgres', schema: 'public' }));
    expect(error('Node')?.message).toMatch(
      /^Database: PostgreSQL needs a credential.*Credential for Postgres/,
    );
    const item = await runNode(node, check({ database: 'postgres' }), {
      settings: { onError: 'continueRegularOutput' },
    });
    expect(item.output('Node')).toMatchObject([{ details: { code: 'INVALID_CONFIG' } }]);
  });

  it('a failing page ends the run, or is one error item, and leaves the state alone', async () => {
    await run(check());
    site.status = 404;
    expect((await run(check())).error('Node')).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
    const going = await runNode(node, check(), { settings: { onError: 'continueRegularOutput' } });
    expect(going.output('Node')).toMatchObject([
      { error: expect.any(String), details: { status: 404, monitorId: 'list' } },
    ]);
    const routed = await runNode(node, check(), { settings: { onError: 'continueErrorOutput' } });
    expect(routed.output('Node', 2)).toMatchObject([{ details: { status: 404 } }]);
    site.status = 200;
    grow('4');
    expect(ids((await run(check())).output('Node'))).toEqual(['4']);
  });

  it('one dead monitor does not swallow what another delivered', async () => {
    const monitors = {
      list: { url: site.url, idPattern: '/item/(\\d+)' },
      dead: { url: site.url.replace('127.0.0.1', '127.0.0.2'), idPattern: '(\\d+)' },
    };
    const both = check({ monitorsFrom: 'json', monitorsJson: JSON.stringify(monitors) });
    const first = await run(both);
    expect(ids(first.output('Node'))).toHaveLength(3);
    expect(first.output('Node', 1)).toMatchObject([
      { monitorId: 'list' },
      { monitorId: 'dead', failed: { code: 'NETWORK' } },
    ]);
    expect(first.hints('Node')).toEqual([expect.stringContaining('Monitor dead failed')]);
    expect((await run(both)).error('Node')?.message).toMatch(/^1 of 2 monitors failed\. dead: /);
  });

  describe('a run over several items', () => {
    const two = (other: ListSite) =>
      check({
        monitorId: '={{ $json.which }}',
        monitors: {
          monitor: [
            { parser: 'generic', id: 'list', url: site.url, idPattern: '/item/(\\d+)' },
            { parser: 'generic', id: 'other', url: other.url, idPattern: '/item/(\\d+)' },
          ],
        },
      });
    const items = (...names: string[]) => ({ items: names.map((which) => ({ which })) });
    let other: ListSite;
    beforeEach(async () => {
      other = await listSite('7');
    });
    afterEach(() => other.close());

    it('that fails at the second hands the first one on next time, flagged: nothing is lost', async () => {
      other.status = 500;
      const failed = await run(two(other), items('list', 'other'));
      expect(failed.error('Node')).toMatchObject({ httpCode: '500' });
      other.status = 200;
      const next = await run(two(other), items('list', 'other'));
      expect(ids(next.output('Node')).sort()).toEqual(['1', '2', '3', '7']);
      expect(next.output('Node', 1)).toMatchObject([{ redelivered: true }, { redelivered: false }]);
    });

    it('does so too where the contents of delivered entries are not kept', async () => {
      const forgetful = (id: string, url: string) => ({
        url,
        id,
        idPattern: '/item/(\\d+)',
        storeHistory: false,
      });
      const monitors = { list: forgetful('list', site.url), other: forgetful('other', other.url) };
      const both = check({
        monitorId: '={{ $json.which }}',
        monitorsFrom: 'json',
        monitorsJson: JSON.stringify(monitors),
      });
      other.status = 500;
      await run(both, items('list', 'other'));
      other.status = 200;
      const next = await run(both, items('list', 'other'));
      expect(ids(next.output('Node')).sort()).toEqual(['1', '2', '3', '7']);
      expect(next.output('Node')).toMatchObject([
        { redelivered: true, data: { id: '3', fields: { title: 'Title 3' } } },
        {},
        {},
        {},
      ]);
      expect((await run(both, items('list', 'other'))).output('Node')).toEqual([]);
      const kept = await run({ operation: 'history', monitorId: 'list', historyOutput: 'rows' });
      expect(JSON.stringify(kept.output('Node'))).not.toContain('Title');
    });

    it('that is stopped at the second does so too', async () => {
      const stop = new AbortController();
      other.onRequest = () => {
        stop.abort();
      };
      await run(two(other), { ...items('list', 'other'), signal: stop.signal });
      other.onRequest = () => undefined;
      expect(ids((await run(two(other), items('list'))).output('Node')).sort()).toEqual(['1', '2', '3']);
    });

    it('checks each monitor once, also where one item names it and another asks for all', async () => {
      const { output } = await run(two(other), items('list', ''));
      expect(ids(output('Node')).sort()).toEqual(['1', '2', '3', '7']);
      expect([site.requests, other.requests]).toEqual([1, 1]);
    });

    it('a mistake in the form costs no delivery: it is found before anything is asked', async () => {
      const wrong = await run(check({ output: 'pictures' }));
      expect(wrong.error('Node')?.message).toContain('output');
      expect(site.requests).toBe(0);
    });
  });

  it('this machine is not asked without the option that allows it', async () => {
    const { error } = await run(check({ options: {} }));
    expect(error('Node')).toMatchObject({ description: expect.stringContaining('ADDRESS_NOT_ALLOWED') });
    expect(site.requests).toBe(0);
  });

  it('a stopped execution ends in the middle of a request', async () => {
    const stop = new AbortController();
    site.onRequest = () => {
      stop.abort();
    };
    const stopped = await run(check(), { signal: stop.signal });
    expect(stopped.run.status).toBe('canceled');
    site.onRequest = () => undefined;
    expect((await run(check())).output('Node')).toHaveLength(3);
  });
});

describe('as a tool of an agent', () => {
  it.each(['engine', 'direct'] as const)(
    'answers with the summary alone, also when nothing is new (%s)',
    async (way) => {
      const tool = check({ delivery: 'onRead' });
      const [first, ...none] = await runTool(node, tool, {}, { way });
      expect(none).toEqual([]);
      expect(first).toMatchObject({
        newCount: 3,
        untrusted: true,
        data: { newEntries: [{ id: '1' }, { id: '2' }, { id: '3' }] },
      });
      expect(await runTool(node, tool, {}, { way })).toMatchObject([
        { newCount: 0, data: { message: 'list: nothing new.', newEntries: [] } },
      ]);
    },
  );

  it('asks how to deliver, since it cannot see what the agent does', async () => {
    await expect(runTool(node, check())).rejects.toThrow('Parameter "Delivery" is required');
    expect(await runTool(node, check(), {}, { way: 'direct' })).toMatchObject([
      { error: expect.stringMatching(/^Delivery: as a tool/) },
    ]);
    expect(await runTool(node, check({ delivery: 'auto' }))).toMatchObject([
      { error: expect.stringMatching(/^Delivery/) },
    ]);
    expect(site.requests).toBe(0);
  });

  it('lets the agent choose among the monitors and nothing else', async () => {
    const choosing = check({ delivery: 'onRead', monitorId: "={{ $fromAI('monitor') }}" });
    expect(await runTool(node, choosing, { monitor: 'list' })).toMatchObject([{ newCount: 3 }]);
    expect(await runTool(node, choosing, { monitor: 'x' })).toMatchObject([
      { error: expect.stringContaining('Known: list') },
    ]);
  });

  const fromAi = "={{ $fromAI('value') }}";
  it.each<[string, INodeParameters]>([
    ['the operation', { operation: fromAi }],
    ['the address of a page', { monitors: { monitor: [{ parser: 'generic', id: 'list', url: fromAi }] } }],
    ['the monitors', { monitorsFrom: 'json', monitorsJson: fromAi }],
    ['private networks', { options: { allowPrivateNetwork: fromAi } }],
    ['the size of answers', { options: { allowPrivateNetwork: true, maxResponseKb: fromAi } }],
    ['the contact', { contactEmail: fromAi }],
    ['the database', { databaseFile: fromAi }],
    ['the kind of database', { database: fromAi }],
    ['the scope', { stateOf: 'scope', scope: { __rl: true, mode: 'name', value: fromAi } }],
    ['the delivery', { delivery: fromAi }],
  ])('keeps the agent out of %s', async (_what, crafted) => {
    const values = { value: site.url };
    const [answer] = await runTool(node, { ...check({ delivery: 'onRead' }), ...crafted }, values, {
      way: 'direct',
    });
    expect(answer?.error).toMatch(/must be a fixed value/);
    expect(site.requests).toBe(0);
  });

  it('is short for history and status too', async () => {
    await run(check());
    expect(
      await runTool(
        node,
        { operation: 'history', monitorId: "={{ $fromAI('monitor') }}" },
        { monitor: 'list' },
      ),
    ).toMatchObject([{ count: 3, data: { order: 'newest first' } }]);
    expect(await runTool(node, { operation: 'status' })).toMatchObject([
      { alarm: false, data: { monitors: [{ monitorId: 'list' }] } },
    ]);
  });
});
