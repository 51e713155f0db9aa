/** The three nodes as tools of n8n's AI Agent: what the model is told, what it gets, and what it cannot choose. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { errorOf, outputsOf } from '../../scripts/n8n/api.mjs';
import { installN8n } from '../../scripts/n8n/install.mjs';
import { openSite } from '../replay/site.mjs';
import { AGENT, agentWorkflow, fromAi, TRIGGER } from './agent.mjs';
import { openChat, toolsOf } from './chatServer.mjs';
import { openPages, yahooQuote } from './pages.mjs';
import { modelCredential, produce } from './production.mjs';
import { theN8n } from './theN8n.mjs';

const DIRECT_API = 'n8n-nodes-internet-tools.directApiTool';
const WEB_FETCH = 'n8n-nodes-internet-tools.webFetchTool';
const WEB_MONITOR = 'n8n-nodes-internet-tools.webMonitorTool';
const MOST_TOKENS = 4_000;

const PAGE =
  '<html><head><title>Minutes</title><meta property="article:published_time" content="2026-05-13T07:40:00Z"></head>' +
  '<body><h1>Minutes</h1><p>Rates stay.</p></body></html>';
const FEED =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>One</title>' +
  '<guid>n-1</guid><pubDate>Wed, 13 May 2026 07:40:00 GMT</pubDate></item></channel></rss>';

describe("the nodes as tools of n8n's AI Agent", () => {
  let n8n, chat, credential, pages, site, countTokens;
  const opened = [];

  before(async () => {
    countTokens = await tokenCounter();
    n8n = await theN8n();
    chat = await openChat();
    credential = await modelCredential(n8n, chat);
    pages = await openPages(answerOf);
    site = await openSite({ seed: 'agents' });
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.end();
  });

  after(async () => {
    await site?.close();
    await pages?.close();
    await chat?.close();
  });

  it('tells the model what each tool does, and the rule of times with it', async () => {
    await converse([quoteTool(), fetchTool(), monitorTool()], []);
    const tools = toolsOf(chat.requests[0]);
    assert.deepEqual(Object.keys(tools).sort(), ['Monitor', 'Page', 'Quote']);
    for (const { description } of Object.values(tools)) {
      assert.match(description, /without fetchedAt/);
      assert.match(description, /dataAsOf is null/);
    }
    assert.deepEqual(tools.Quote.fields, ['symbol']);
    assert.deepEqual(tools.Page.fields, ['url']);
    assert.deepEqual(tools.Monitor.fields, []);
  });

  it('gives full envelopes in compact form', async () => {
    const run = await converse(
      [quoteTool(), fetchTool(), feedTool(), monitorTool()],
      [
        ['Quote', { symbol: 'AAPL' }],
        ['Page', { url: `${pages.url}/page` }],
        ['Feed', { url: `${pages.url}/feed` }],
        ['Monitor', {}],
      ],
    );
    assert.equal(errorOf(run), null);
    const [quote, page, feed, monitor] = answers();
    for (const answer of [quote, page, feed, monitor]) assert.equal(answer.length, 1);
    for (const [{ fetchedAt, dataAsOf, source, data }] of [quote, page, feed, monitor]) {
      assert.ok(Date.parse(fetchedAt) > Date.now() - 120_000, fetchedAt);
      assert.ok(Date.parse(dataAsOf) <= Date.parse(fetchedAt) + 60_000, dataAsOf);
      assert.match(source, /^http:\/\/127\.0\.0\.1:/);
      assert.equal(typeof data, 'object');
    }
    assert.equal(quote[0].data.price, 189.84);
    assert.equal(quote[0].dataAsOf, '2026-05-13T14:24:00.000Z');
    assert.equal(page[0].data.publishedAt, '2026-05-13T07:40:00.000Z');
    assert.match(page[0].data.text, /Rates stay\./);
    assert.equal(page[0].untrusted, true);
    assert.equal(feed[0].data.entries[0].title, 'One');
    assert.equal(monitor[0].newCount, 96);
    assert.equal(monitor[0].data.digest, undefined, 'the HTML of a mail is of no use to an agent');
    assert.doesNotMatch(chat.toolAnswers()[3].text, /<table/);
  });

  it('answers an empty delta with an item that says so', async () => {
    const made = await agent([monitorTool()]);
    chat.play({ calls: [['Monitor', {}]] });
    await made.run();
    chat.play({ calls: [['Monitor', {}]] });
    await made.run();
    const [[item]] = answers();
    assert.equal(item.newCount, 0);
    assert.deepEqual(item.data.newEntries, []);
    assert.equal(item.data.message, 'capitol_trades: nothing new.');
    assert.ok(item.fetchedAt, 'with the time of the look');
  });

  it('gives errors as text that the agent can act on, and the agent goes on', async () => {
    const run = await converse(
      [quoteTool(), fetchTool(), monitorTool({ monitorId: fromAi('monitorId') })],
      [
        ['Page', { url: 'https://example.com/' }],
        ['Page', { url: 'not an address' }],
        ['Page', { url: `${pages.url}/missing` }],
        ['Quote', { symbol: 'GONE' }],
        ['Monitor', { monitorId: 'capitol' }],
        ['Page', { url: `${pages.url}/page` }],
      ],
    );
    assert.equal(errorOf(run), null, 'a failed call does not end the agent');
    assert.equal(outputsOf(run, AGENT)[0][0].output, 'Done.');
    const [elsewhere, noUrl, missing, gone, unknown, good] = answers();
    assert.match(
      elsewhere[0].error,
      /example\.com is not among the allowed domains \(127\.0\.0\.1:\d+\).* \(Code URL_NOT_ALLOWED\)$/,
    );
    assert.match(noUrl[0].error, /URL.* \(Code INVALID_REQUEST\)$/);
    assert.match(missing[0].error, /404.* \(Code NOT_FOUND, HTTP status 404\)$/);
    assert.match(gone[0].error, /GONE.* \(Code NOT_FOUND\)$/);
    assert.match(unknown[0].error, /Known: capitol_trades.* \(Code UNKNOWN_MONITOR\)$/);
    assert.equal(good[0].data.title, 'Minutes');
  });

  it('keeps an answer under 4,000 tokens: the newest of 96 entries, the others through History', async () => {
    await converse([monitorTool(), historyTool()], [['Monitor', {}]], pager());
    const shown = site.shown(96).map(({ id }) => id);
    const [first] = answers();
    assert.equal(first[0].newCount, 96);
    const newest = first[0].data.newEntries.map(({ id }) => id);
    assert.ok(newest.length >= 12, `${newest.length} entries in the answer`);
    const times = first[0].data.newEntries.map(({ publishedAt }) => publishedAt);
    assert.deepEqual(times, times.toSorted().reverse(), 'newest first');
    assert.match(first[0].data.omitted, /^\d+ older entries .* History/);
    const read = answers().flatMap(([{ data }]) => (data.newEntries ?? data.entries).map(({ id }) => id));
    assert.deepEqual([...new Set(read)].sort(), shown.toSorted());
    for (const { tool, text } of chat.toolAnswers())
      assert.ok(countTokens(text) < MOST_TOKENS, `${tool}: ${countTokens(text)} tokens`);
  });

  it('cuts a long page and long texts of a feed for an agent, and says so', async () => {
    await converse(
      [fetchTool(), feedTool()],
      [
        ['Page', { url: `${pages.url}/long` }],
        ['Feed', { url: `${pages.url}/longFeed` }],
      ],
    );
    const [[page], [feed]] = answers();
    assert.equal(page.data.truncated, true);
    assert.ok(feed.data.entries.length > 0);
    for (const { tool, text } of chat.toolAnswers())
      assert.ok(countTokens(text) < MOST_TOKENS, `${tool}: ${countTokens(text)} tokens`);
  });

  it('never lets an agent choose what only the builder may', async () => {
    const given = {
      fetchDomains: { type: WEB_FETCH, parameters: { ...page(), allowedDomains: [fromAi('x')] } },
      fetchDomainsText: { type: WEB_FETCH, parameters: { ...page(), allowedDomains: fromAi('x') } },
      fetchPrivate: option(WEB_FETCH, page(), 'allowPrivateNetwork', 'boolean'),
      fetchSize: option(WEB_FETCH, page(), 'maxResponseKb', 'number'),
      fetchTimeout: option(WEB_FETCH, page(), 'timeoutSeconds', 'number'),
      fetchAgent: option(WEB_FETCH, page(), 'userAgent'),
      fetchLimit: { type: WEB_FETCH, parameters: { ...feed(), maxEntries: fromAi('x', 'x', 'number') } },
      quoteBase: option(DIRECT_API, quote(), 'yahooBaseUrl'),
      quoteRate: option(DIRECT_API, quote(), 'yahooPerMinute', 'number'),
      quoteCache: option(DIRECT_API, quote(), 'cacheTtlSeconds', 'number'),
      monitorUrl: { type: WEB_MONITOR, parameters: monitor({}, { url: fromAi('x') }) },
      monitorParser: { type: WEB_MONITOR, parameters: monitor({}, { parser: fromAi('x') }) },
      monitorJson: {
        type: WEB_MONITOR,
        parameters: { ...monitor(), monitorsFrom: 'json', monitorsJson: fromAi('x', 'x', 'json') },
      },
      monitorDelivery: { type: WEB_MONITOR, parameters: monitor({ delivery: fromAi('x') }) },
      monitorFile: { type: WEB_MONITOR, parameters: monitor({ databaseFile: fromAi('x') }) },
      monitorScope: {
        type: WEB_MONITOR,
        parameters: monitor({ stateOf: 'scope', scope: { __rl: true, mode: 'name', value: fromAi('x') } }),
      },
      monitorPrivate: option(WEB_MONITOR, monitor(), 'allowPrivateNetwork', 'boolean'),
      monitorPages: option(WEB_MONITOR, monitor(), 'maxPages', 'number'),
      monitorContact: { type: WEB_MONITOR, parameters: monitor({ contactEmail: fromAi('x') }) },
      resetMonitor: { type: WEB_MONITOR, parameters: reset({ monitorId: fromAi('x'), confirm: true }) },
      resetConfirm: {
        type: WEB_MONITOR,
        parameters: reset({ monitorId: 'capitol_trades', confirm: fromAi('x', 'x', 'boolean') }),
      },
    };
    const value = { boolean: true, number: 1 };
    const asked = Object.entries(given).map(([name, { kind = 'string' }]) => [
      name,
      { x: value[kind] ?? '127.0.0.1', url: `${pages.url}/page`, symbol: 'AAPL' },
    ]);
    const before = pages.visits.length + site.visits();
    const tools = Object.entries(given).map(([name, { type, parameters }]) => ({ name, type, parameters }));
    const run = await converse(tools, asked);
    assert.equal(errorOf(run), null);
    const said = chat.toolAnswers();
    assert.equal(said.length, asked.length);
    for (const { tool, text } of said)
      assert.match(
        JSON.parse(text)[0].error ?? text,
        /must be a fixed value: an expression here could let an AI agent choose it \(Code INVALID_CONFIG\)$/,
        tool,
      );
    assert.equal(pages.visits.length + site.visits(), before, 'nothing was asked for');
  });

  it('leaves the options as they are when all of them are left to the agent', async () => {
    const parameters = { ...page(), options: fromAi('x', 'x', 'json') };
    const visits = pages.visits.length;
    await converse(
      [{ name: 'Page', type: WEB_FETCH, parameters }],
      [['Page', { url: `${pages.url}/page`, x: { allowPrivateNetwork: true } }]],
    );
    assert.match(answers()[0][0].error, /private|must be a fixed value/i);
    assert.equal(pages.visits.length, visits);
  });

  it('takes nothing from an agent that the form does not offer', async () => {
    const run = await converse(
      [fetchTool(), monitorTool()],
      [
        ['Page', { url: 'https://example.com/', allowedDomains: ['example.com'], options: {} }],
        ['Monitor', { operation: 'reset', confirm: true, monitorId: 'other', databaseFile: 'other.db' }],
      ],
    );
    assert.equal(errorOf(run), null);
    const [page, checked] = answers();
    assert.match(page[0].error, /not among the allowed domains/);
    assert.equal(checked[0].newCount, 96, 'it was a check of its own monitor');
  });

  for (const [what, tool] of [
    ['how a tool delivers', () => monitorTool({ delivery: '' })],
    ['an operation', () => monitorTool({ operation: fromAi('x') })],
    ['a database', () => monitorTool({ database: fromAi('x') })],
    ['a provider', () => ({ ...quoteTool(), parameters: { ...quote(), provider: fromAi('x') } })],
  ])
    it(`is not published while ${what} is left open`, async () => {
      await assert.rejects(agent([tool()]), /Cannot publish workflow: 1 node have configuration issues/);
    });

  /** Publishes an agent, lets the model make these calls, then what `more` says, and answers the execution. */
  async function converse(tools, calls, more) {
    const made = await agent(tools);
    chat.play(
      ...(calls.length > 0 ? [{ calls }] : []),
      ...(more ? Array.from({ length: 9 }, () => more) : []),
    );
    const run = await made.run();
    chat.check();
    return run;
  }

  async function agent(tools) {
    const made = await produce(n8n, agentWorkflow({ tools, credential }), TRIGGER);
    opened.push(made);
    return made;
  }

  const answers = () => chat.toolAnswers().map(({ text }) => JSON.parse(text));

  function quote() {
    return {
      operation: 'quote',
      provider: 'yahoo',
      symbol: fromAi('symbol'),
      options: { yahooBaseUrl: `${pages.url}/yahoo`, yahooPerMinute: 10_000, cacheTtlSeconds: 0 },
    };
  }
  function page() {
    return {
      operation: 'fetch',
      url: fromAi('url'),
      allowedDomains: [new URL(pages.url).host],
      format: 'text',
      selector: '',
      options: { allowPrivateNetwork: true, preferPageDate: true },
    };
  }
  const feed = () => ({ ...page(), operation: 'rss', output: 'result', maxEntries: 20 });
  function monitor(more = {}, row = {}) {
    return {
      operation: 'check',
      monitorsFrom: 'list',
      monitors: { monitor: [{ parser: 'capitol_trades', id: 'capitol_trades', url: site.url, ...row }] },
      monitorId: '',
      firstCheck: 'all',
      delivery: 'onRead',
      options: { allowPrivateNetwork: true },
      stateOf: 'workflow',
      database: 'sqlite',
      databaseFile: '',
      ...more,
    };
  }
  const reset = (more) => ({ operation: 'reset', stateOf: 'workflow', database: 'sqlite', ...more });
  const quoteTool = () => ({ name: 'Quote', type: DIRECT_API, parameters: quote() });
  const fetchTool = () => ({ name: 'Page', type: WEB_FETCH, parameters: page() });
  const feedTool = () => ({ name: 'Feed', type: WEB_FETCH, parameters: feed() });
  const monitorTool = (more) => ({ name: 'Monitor', type: WEB_MONITOR, parameters: monitor(more) });
  const historyTool = () => ({
    name: 'History',
    type: WEB_MONITOR,
    parameters: {
      operation: 'history',
      monitorId: 'capitol_trades',
      since: '',
      until: '',
      skip: fromAi('skip', 'How many newer entries to leave out', 'number'),
      limit: 50,
      stateOf: 'workflow',
      database: 'sqlite',
    },
  });

  function answerOf(url) {
    if (url.pathname === '/page') return { body: PAGE };
    if (url.pathname === '/feed') return { type: 'application/rss+xml', body: FEED };
    if (url.pathname === '/long') return { body: `<p>${'Many words of a long page. '.repeat(5_000)}</p>` };
    if (url.pathname === '/longFeed') return { type: 'application/rss+xml', body: longFeed() };
    if (url.pathname.endsWith('/AAPL')) return yahooQuote('AAPL', 189.84, 1778682240);
    if (url.pathname.includes('/GONE'))
      return { type: 'application/json', body: '{"chart":{"result":null,"error":null}}' };
    return null;
  }
});

/** A tool whose option is the agent's to fill in, if it could. */
function option(type, parameters, name, kind = 'string') {
  return {
    type,
    kind,
    parameters: { ...parameters, options: { ...parameters.options, [name]: fromAi('x', 'x', kind) } },
  };
}

/** What an agent does that is told of older entries: it asks for those after the ones that it has seen. */
function pager() {
  let skip = 0;
  return ({ answers: [text] }) => {
    const [{ data, more }] = JSON.parse(text);
    skip += (data.newEntries ?? data.entries).length;
    return data.omitted === undefined && !more ? { text: 'Done.' } : { calls: [['History', { skip }]] };
  };
}

function longFeed() {
  const items = Array.from(
    { length: 40 },
    (_, k) =>
      `<item><title>Entry ${k}</title><guid>e-${k}</guid><pubDate>Wed, 13 May 2026 07:${10 + k}:00 GMT</pubDate>` +
      `<description>${'A sentence that is there to be long. '.repeat(60)}</description></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Long</title>${items.join('')}</channel></rss>`;
}

/** Counts as a real tokenizer does, the one that n8n brings along. */
async function tokenCounter() {
  const { folder } = await installN8n(() => {});
  const tiktoken = createRequire(path.join(folder, 'node_modules/package.json'))('js-tiktoken');
  const encoding = tiktoken.getEncoding('o200k_base');
  return (text) => encoding.encode(text).length;
}
