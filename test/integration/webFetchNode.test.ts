import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { closeRuntime } from '../../lib/runtime';
import { WebFetch } from '../../nodes/WebFetch/WebFetch.node';
import { serveHttp, type Loopback } from '../helpers/loopback';
import { runNode, runTool } from '../helpers/runNode';
import { tokensOf } from '../../nodes/shared/tokens';

const node = new WebFetch();
let server: Loopback;
let asked: string[] = [];

const FEED = `<rss version="2.0"><channel><title>News</title>
  <item><title>Old</title><guid>1</guid><pubDate>Thu, 01 Jan 2004 10:00:00 GMT</pubDate></item>
  <item><title>New</title><guid>2</guid><pubDate>Fri, 02 Jan 2004 10:00:00 GMT</pubDate></item>
  <item><title>Undated</title><guid>3</guid><pubDate>soon</pubDate></item></channel></rss>`;

beforeAll(async () => {
  server = await serveHttp((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.sendDate = false;
    if (path === '/feed') {
      response.setHeader('content-type', 'text/html').end(FEED);
    } else if (path === '/modified') {
      response.setHeader('content-type', 'text/html');
      response
        .setHeader('last-modified', 'Fri, 20 Feb 2004 10:00:00 GMT')
        .end('<title>T</title><p id="a">One</p><p>Two');
    } else if (path === '/dated') {
      response.setHeader('content-type', 'text/html');
      response.end('<meta property="article:published_time" content="2004-02-10T08:00:00Z"><p>x');
    } else if (path === '/away') {
      response.writeHead(302, { location: 'http://127.0.0.2:9/stolen' }).end();
    } else if (path === '/gone') {
      response.writeHead(404).end();
    } else {
      response.setHeader('content-type', 'text/html').end(`<p>${'long '.repeat(10_000)}`);
    }
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await closeRuntime();
  await server.close();
});

const form = (path: string, more: INodeParameters = {}): INodeParameters => ({
  operation: 'fetch',
  url: server.url + path,
  allowedDomains: [server.host],
  options: { allowPrivateNetwork: true },
  ...more,
});
const rss = { operation: 'rss' };

describe('WebFetch in a workflow', () => {
  it('gives one item with the envelope of the page', async () => {
    const run = await runNode(node, form('/modified', { selector: '#a' }));
    expect(run.items('Node')).toHaveLength(1);
    expect(run.items('Node')[0]?.pairedItem).toEqual({ item: 0 });
    expect(run.output('Node')[0]).toMatchObject({
      dataAsOf: '2004-02-20T10:00:00.000Z',
      dataAsOfFrom: 'last-modified',
      source: `${server.url}/modified`,
      untrusted: true,
      data: { title: 'T', text: 'One', status: 200 },
    });
  });

  it('knows the time of a page without any header from the page, else not at all', async () => {
    const [dated] = (await runNode(node, form('/dated'))).output('Node');
    expect(dated).toMatchObject({
      dataAsOf: '2004-02-10T08:00:00.000Z',
      dataAsOfFrom: 'meta:article:published_time',
    });
    const [undated] = (await runNode(node, form('/page'))).output('Node');
    expect(undated).toMatchObject({ dataAsOf: null, dataAsOfFrom: null });
    expect(undated?.fetchedAt).toMatch(/^\d{4}-.*Z$/);
  });

  it('gives a feed as one item, newest entry first', async () => {
    const [feed] = (await runNode(node, form('/feed', rss))).output('Node');
    const data = feed?.data as IDataObject;
    expect(feed).toMatchObject({ dataAsOf: '2004-01-02T10:00:00.000Z', dataAsOfFrom: 'entry:publishedAt' });
    expect((data.entries as IDataObject[]).map(({ title }) => title)).toEqual(['New', 'Old', 'Undated']);
  });

  it('gives a feed as one item per entry, each linked to its item and with its own time', async () => {
    const items = (await runNode(node, form('/feed', { ...rss, output: 'entry', maxEntries: 3 }))).items(
      'Node',
    );
    expect(items.map(({ json }) => [(json.data as IDataObject).title, json.dataAsOf])).toEqual([
      ['New', '2004-01-02T10:00:00.000Z'],
      ['Old', '2004-01-01T10:00:00.000Z'],
      ['Undated', null],
    ]);
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
  });

  it('asks no domain that is not allowed', async () => {
    const run = await runNode(node, form('/modified', { allowedDomains: ['example.com'] }));
    expect(run.error('Node')?.message).toMatch(/is not among the allowed domains \(example\.com\)/);
    expect(asked).toEqual([]);
  });

  it('asks nothing under an empty list, and says so', async () => {
    const run = await runNode(node, form('/modified', { allowedDomains: [] }));
    expect(run.error('Node')?.message).toMatch(/No domain is allowed/);
    expect(asked).toEqual([]);
  });

  it('names an entry of the list that is no domain', async () => {
    const run = await runNode(node, form('/modified', { allowedDomains: [server.host, 'a b/c'] }));
    expect(run.error('Node')?.message).toMatch(/"a b\/c" is not a domain/);
  });

  it('follows no redirect to a domain that is not allowed', async () => {
    const run = await runNode(node, form('/away'));
    expect(run.error('Node')?.message).toMatch(/not among the allowed domains/);
  });

  it('asks no private address unless that is allowed', async () => {
    const run = await runNode(node, form('/modified', { options: {} }));
    expect(run.error('Node')?.message).toMatch(/private|not public|loopback/i);
    expect(asked).toEqual([]);
  });

  it('answers a bad item with an error item and goes on, where it is told to', async () => {
    const run = await runNode(node, form('/modified', { url: `=${server.url}{{ $json.path }}` }), {
      items: [{ path: '/gone' }, { path: '/modified' }],
      settings: { onError: 'continueRegularOutput' },
    });
    expect(run.output('Node')).toMatchObject([
      { error: expect.stringMatching(/404/), details: { code: 'NOT_FOUND', status: 404 } },
      { data: { title: 'T' } },
    ]);
    expect(run.items('Node').map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  it.each([
    ['URL', { url: '={{ "" }}' }, /URL: must not be empty/],
    ['Max Entries', { ...rss, maxEntries: 501 }, /Max Entries: must be a whole number from 1 to 500/],
    ['Max Response (KB)', { options: { maxResponseKb: 5121 } }, /Max Response \(KB\): must be .* 5120/],
    ['Timeout (Seconds)', { options: { timeoutSeconds: 0 } }, /Timeout \(Seconds\)/],
    ['Format', { format: '={{ "pdf" }}' }, /Format: must be one of text, main, markdown/],
  ])('names the field %s that cannot be read', async (_field, parameters, message) => {
    expect((await runNode(node, form('/modified', parameters))).error('Node')?.message).toMatch(message);
  });
});

describe('WebFetch as the tool of an agent', () => {
  const fromAi = (name: string): string => `={{ $fromAI('${name}') }}`;

  it('lets the agent choose URL and selector', async () => {
    const parameters = form('', { url: fromAi('url'), selector: fromAi('selector') });
    const [answer] = await runTool(node, parameters, { url: `${server.url}/modified`, selector: '#a' });
    expect(answer).toMatchObject({ data: { text: 'One' } });
  });

  it('cuts a long page and says so', async () => {
    const [answer] = await runTool(node, form('/page'));
    expect(tokensOf(JSON.stringify(answer))).toBeLessThan(4_000);
    expect(answer).toMatchObject({
      data: { truncated: true, text: expect.stringMatching(/^long long/) },
      warnings: expect.arrayContaining([expect.stringMatching(/was cut/)]),
    });
  });

  it.each([
    ['the allowed domains', { allowedDomains: fromAi('x') }],
    ['one of the allowed domains', { allowedDomains: [fromAi('x')] }],
    ['private access', { options: { allowPrivateNetwork: fromAi('x') } }],
    ['the size limit', { options: { allowPrivateNetwork: true, maxResponseKb: fromAi('x') } }],
    ['the time limit', { options: { allowPrivateNetwork: true, timeoutSeconds: fromAi('x') } }],
    ['the operation', { operation: fromAi('x') }],
  ])('never lets a crafted workflow hand %s to the agent', async (_what, crafted) => {
    const query = { x: server.host };
    const [answer] = await runTool(node, form('/modified', crafted), query);
    expect(answer?.error).toMatch(
      /must be a fixed value: an expression here could let an AI agent choose it/,
    );
    expect(asked).toEqual([]);
  });

  it('answers with one item for a feed, however the canvas would split it', async () => {
    const answer = await runTool(node, form('/feed', { ...rss, output: 'entry' }));
    expect(answer).toMatchObject([{ data: { entryCount: 3 } }]);
  });

  it('takes options that are one expression for none', async () => {
    const crafted = form('/modified', { options: fromAi('options') });
    const [answer] = await runTool(node, crafted, { options: { allowPrivateNetwork: true } });
    expect(answer?.error).toMatch(/not a public address/);
    expect(asked).toEqual([]);
  });

  it('tells the agent what is wrong instead of ending its run', async () => {
    const [answer] = await runTool(
      node,
      form('/modified', { allowedDomains: ['example.com'] }),
      {},
      { way: 'direct' },
    );
    expect(answer).toMatchObject({ error: expect.stringMatching(/not among the allowed domains/) });
  });
});
