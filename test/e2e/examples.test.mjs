/** Every example of the folder, as a user imports it: published and run against sites on this machine. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { errorOf, outputsOf } from '../../scripts/n8n/api.mjs';
import { openMailbox } from '../../scripts/n8n/mailbox.mjs';
import { example } from '../../scripts/n8n/watcher.mjs';
import { ROOT } from '../../scripts/processes.mjs';
import { secFilings } from '../replay/secFilings.mjs';
import { secList, secPaths, secText } from '../replay/secPages.mjs';
import { openSite } from '../replay/site.mjs';
import { openChat, toolsOf } from './chatServer.mjs';
import { openPages, yahooQuote } from './pages.mjs';
import { Client, startPostgres } from './postgres.mjs';
import { addCredential, changed, mailboxCredential, modelCredential, produce } from './production.mjs';
import { theN8n } from './theN8n.mjs';

const MONITOR = /^n8n-nodes-internet-tools\.webMonitor(Tool)?$/;
const MAIL = /^n8n-nodes-base\.emailSend(Tool)?$/;
const RULE = 'Never use data without fetchedAt. Say when dataAsOf is unknown. Never invent prices.';
const REGEL = 'Verwende nie Daten ohne fetchedAt. Sage, wenn dataAsOf unbekannt ist. Erfinde keine Preise.';

describe('the examples', () => {
  let n8n, mailbox, smtp;
  const opened = [];

  before(async () => {
    n8n = await theN8n();
    mailbox = await openMailbox();
    smtp = await mailboxCredential(n8n, mailbox);
  });

  beforeEach(() => {
    mailbox.messages.length = 0;
  });

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await (one.end ?? one.close ?? one.stop)();
  });

  after(async () => {
    await mailbox?.close();
  });

  it('hold only nodes and fields that this n8n knows, and nobody’s address', async () => {
    const types = await typesOf(n8n.api);
    const files = readdirSync(path.join(ROOT, 'examples'));
    assert.ok(files.length >= 6, `${files.length} examples`);
    for (const file of files) {
      const { id, nodes, connections } = example(file);
      assert.match(id, /^[A-Za-z0-9]{15,16}$/, file);
      const names = new Set(nodes.map(({ name }) => name));
      assert.equal(names.size, nodes.length, `${file}: two nodes of one name`);
      for (const [from, outputs] of Object.entries(connections))
        for (const { node } of Object.values(outputs).flat(2))
          assert.ok(names.has(from) && names.has(node), `${file}: ${from} to ${node}`);
      for (const node of nodes) assert.deepEqual(unknownFields(node, types), [], `${file}: ${node.name}`);
      const addresses = JSON.stringify(nodes).match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? [];
      assert.deepEqual(
        addresses.filter((address) => !address.endsWith('@example.com')),
        [],
        file,
      );
      assert.ok(
        nodes.some(({ type }) => type.endsWith('stickyNote')),
        `${file} says what to fill in`,
      );
    }
  });

  describe('capitol-watcher', () => {
    let site;

    before(async () => {
      site = await openSite({ seed: 'watcher' });
    });

    after(() => site?.close());

    /** Published, with a table of its own; `form` and `options` of the check beside its own. Its first run has ended. */
    async function published({ form = {}, options = {} } = {}) {
      const text = JSON.stringify(example()).replaceAll('Capitol trades', 'Capitol trades of an example');
      const workflow = changed(local(JSON.parse(text), { url: site.url }), (node) => {
        if (node.parameters.operation !== 'check') return node;
        const all = { ...node.parameters.options, ignoreCheckInterval: true, ...options };
        return { ...node, parameters: { ...node.parameters, ...form, options: all } };
      });
      const watcher = await produce(n8n, workflow, 'Every 30 Minutes');
      opened.push(watcher);
      return { watcher, first: await watcher.next() };
    }

    it('confirms when a failed execution is retried, which by itself delivers nothing', async () => {
      const { watcher, first } = await published();
      assert.deepEqual([errorOf(first), confirmed(first)[0].entries], [null, 96]);
      site.grow(3);
      const retried = await retriedAfterNoMail(watcher, 'Mail Digest');
      assert.deepEqual([mailbox.messages.length, confirmed(retried)[0].entries], [1, 3]);
      const quiet = await watcher.run();
      assert.equal(errorOf(quiet), null);
      assert.deepEqual(outputsOf(quiet, 'Check Capitol Trades').flat(), [], 'nothing is offered again');
    });

    it('ends well with a Summary that holds no trade, and confirms nothing', async () => {
      const { first } = await published({
        form: { firstCheck: 'baseline' },
        options: { alwaysEmitSummary: true },
      });
      assert.equal(errorOf(first), null);
      assert.equal(outputsOf(first, 'Check Capitol Trades')[1][0].batchId, null);
      assert.deepEqual(confirmed(first), []);
    });
  });

  describe('capitol-team', () => {
    let chat, site, database, team;

    before(async () => {
      const postgres = await startPostgres();
      const config = await postgres.createDatabase();
      const client = new Client(config);
      await client.connect();
      database = { client, stop: () => client.end().then(() => postgres.stop()) };
      chat = await openChat();
      site = await openSite({ seed: 'team' });
      const model = await modelCredential(n8n, chat);
      const { host, port, user, database: name } = config;
      const account = await addCredential(n8n, 'postgres', {
        host,
        port,
        user,
        database: name,
        password: 'unused',
        ssl: 'disable',
        sshTunnel: false,
      });
      const workflow = changed(local(example('capitol-team.workflow.json'), { url: site.url }), (node) => {
        if (node.type.startsWith('n8n-nodes-base.postgres'))
          return { ...node, credentials: { postgres: account } };
        if (node.type.endsWith('lmChatOpenAi'))
          return {
            ...node,
            credentials: { openAiApi: model },
            parameters: { ...node.parameters, options: { ...node.parameters.options, maxRetries: 0 } },
          };
        return node;
      });
      team = await produce(n8n, workflow, 'Every 30 Minutes', { publish: false });
    });

    after(async () => {
      await team?.end();
      await chat?.close();
      await site?.close();
      await database?.stop();
    });

    it('runs when it is published: stores, tells of what is relevant, and confirms', async () => {
      chat.play(look, store, alert, { text: 'Stored 12 trades and told of one cluster.' });
      await team.activate();
      const run = await team.next();
      chat.check();
      assert.equal(errorOf(run), null);
      assert.ok('When Published or n8n Starts' in run.data.resultData.runData);
      const shown = newestOf(site.shown(96), 12);
      const rows = await query('SELECT * FROM capitol_trades_history');
      assert.deepEqual(rows.map(({ trade_id: id }) => id).sort(), idsOf(shown));
      const stored = rows.find(({ trade_id: id }) => id === shown[0].id);
      assert.equal(stored.issuer, shown[0].issuer.name);
      assert.equal(stored.price === null ? null : Number(stored.price), shown[0].price);
      assert.equal(Date.parse(stored.published_at), shown[0].publishedMs);
      const [found] = await query('SELECT * FROM trade_alerts');
      assert.equal(found.kind, 'cluster');
      const [mail] = mailbox.messages;
      assert.deepEqual([mailbox.messages.length, mail.to], [1, ['you@example.com']]);
      assert.match(mail.text, /fetchedAt/);
      assert.equal(confirmed(run)[0].entries, 12);
    });

    it('gives the model the rule in both languages, five tools, and 30,000 tokens', () => {
      const [asked] = chat.requests;
      const system = JSON.stringify(asked.messages[0]);
      assert.match(asked.messages[0].role, /^(system|developer)$/);
      assert.ok(system.includes(RULE) && system.includes(REGEL), system);
      assert.equal(asked.max_tokens ?? asked.max_completion_tokens, 30_000);
      const tools = toolsOf(asked);
      assert.deepEqual(
        Object.fromEntries(Object.entries(tools).map(([name, { fields }]) => [name, fields.sort()])),
        {
          New_Trades: [],
          Earlier_Trades: ['since', 'skip', 'until'],
          Store_Trades: ['trades'],
          Store_Alert: ['analysis', 'dataAsOf', 'fetchedAt', 'kind', 'title', 'tradeIds'],
          Send_Mail: ['subject', 'text'],
        },
      );
    });

    it('ends well when nothing is new', async () => {
      chat.play(look, ({ answers: [text] }) => {
        assert.equal(JSON.parse(text)[0].newCount, 0);
        return { text: 'Nothing new.' };
      });
      const run = await team.run();
      chat.check();
      assert.equal(errorOf(run), null);
      assert.deepEqual(confirmed(run), []);
      assert.equal(mailbox.messages.length, 0);
    });

    it('is offered the same trades again when the model fails, and stores none twice', async () => {
      site.grow(3);
      chat.play(look, store, { status: 500, error: 'The model is out of order.' });
      assert.notEqual(errorOf(await team.run()), null);
      let offered;
      chat.play(look, (conversation) => {
        [offered] = JSON.parse(conversation.answers[0]);
        return store(conversation);
      });
      const run = await team.run();
      chat.check();
      assert.equal(errorOf(run), null);
      assert.equal(offered.redelivered, true);
      assert.deepEqual(idsOf(offered.data.newEntries), idsOf(site.shown(3)));
      assert.equal(confirmed(run)[0].entries, 3);
      assert.equal((await query('SELECT trade_id FROM capitol_trades_history')).length, 15);
    });

    it('confirms nothing when a tool failed for good, and lets no row in without fetchedAt', async () => {
      site.grow(2);
      chat.play(look, ({ answers: [text] }) => {
        const trades = tradesOf(text).map((trade) => ({ ...trade, fetchedAt: null }));
        return { calls: [['Store_Trades', { trades }]] };
      });
      const run = await team.run();
      chat.check();
      assert.match(errorOf(run), /^Tool Failed: A tool of the analyst failed/);
      assert.match(chat.toolAnswers().at(-1).text, /fetched_at.*violates not-null/s);
      chat.play(look, store, { text: 'Done.' });
      const again = await team.run();
      assert.equal(errorOf(again), null);
      assert.equal(confirmed(again)[0].entries, 2);
    });

    it('stops an analyst that never ends after ten steps, with nothing lost', async () => {
      site.grow(1);
      chat.play(
        ...Array.from({ length: 30 }, () => ({
          calls: [['Earlier_Trades', { since: '', until: '', skip: 0 }]],
        })),
      );
      assert.match(errorOf(await team.run()), /iterations/i);
      assert.ok(chat.requests.length <= 11, `${chat.requests.length} requests`);
      chat.play(look, store);
      assert.equal(confirmed(await team.run())[0].entries, 1);
    });

    const look = { calls: [['New_Trades', {}]] };
    const store = ({ answers: [text] }) => ({ calls: [['Store_Trades', { trades: tradesOf(text) }]] });

    /** What it must not choose is in its calls as well: who gets the mail, and which table. */
    function alert({ answers: [text], messages }) {
      assert.deepEqual(JSON.parse(text), [{ stored: 12 }]);
      const [{ fetchedAt, dataAsOf, data }] = JSON.parse(textOfTool(messages, 'New_Trades'));
      const [first, second] = data.newEntries;
      const finding = {
        kind: 'cluster',
        title: 'Two trades',
        analysis: `${first.fields.politician} and ${second.fields.politician}, "quoted", 1,5 %`,
        tradeIds: `${first.id},${second.id}`,
        dataAsOf: dataAsOf ?? 'unknown',
        fetchedAt,
        table: 'users',
      };
      const mail = {
        subject: 'A cluster',
        text: `${finding.analysis}, fetchedAt ${fetchedAt}`,
        toEmail: 'stranger@example.org',
        options: { bccEmail: 'stranger@example.org' },
      };
      return {
        calls: [
          ['Store_Alert', finding],
          ['Send_Mail', mail],
        ],
      };
    }

    const query = async (sql) => (await database.client.query(sql)).rows;
  });

  it('sec-insider-buys mails purchases only, and confirms what it filtered out', async () => {
    const site = { opened: '2026-05-13T12:00:00Z', seed: 'buys', perHour: 60 };
    let now = Date.parse(site.opened) + 2 * 3_600_000;
    const filings = () => secFilings({ ...site, start: site.opened, now });
    const pages = await openPages((url) => {
      const filing = filings().find((one) => one.accession === /([\d-]{20})\.txt$/.exec(url.pathname)?.[1]);
      if (filing) return { type: 'text/plain', body: secText(filing) };
      if (!url.pathname.endsWith('/browse-edgar')) return null;
      const asked = (name, usual) => Number(url.searchParams.get(name) ?? usual);
      return secList({ ...site, now, start: asked('start', 0), count: asked('count', 40) });
    });
    opened.push(pages);
    const url = `${pages.url}/cgi-bin/browse-edgar?action=getcurrent&type=4`;
    const buys = await produce(
      n8n,
      local(example('sec-insider-buys.workflow.json'), { url }),
      'Every 10 Minutes',
    );
    opened.push(buys);

    const first = await buys.run();
    assert.equal(errorOf(first), null);
    const known = insiders(filings()).slice(0, 20);
    const bought = known.filter(isPurchase);
    assert.equal(mailbox.messages.length, 1);
    const [mail] = mailbox.messages;
    assert.equal(mail.subject, `${bought.length} insider purchases`);
    for (const filing of known)
      assert.equal(mail.text.includes(secPaths(filing).index), isPurchase(filing), filing.accession);
    for (const { price, shares } of bought)
      assert.ok(
        mail.text.includes(
          `Shares: ${shares}, value: ${price === null ? 'unknown' : Math.round(shares * price * 100) / 100}`,
        ),
      );
    assert.equal(confirmed(first)[0].entries, 20);

    // on until a filing has come, and none of those that came is a purchase
    let fresh = [];
    for (let minute = 0; minute < 600 && !(fresh.length > 0 && !fresh.some(isPurchase)); minute++) {
      now += 60_000;
      const before = filings().filter(({ acceptedMs }) => acceptedMs <= now - 60_000);
      fresh = insiders(filings()).filter(
        (filing) => !before.some(({ accession }) => accession === filing.accession),
      );
      if (fresh.some(isPurchase) || fresh.length === 0) await buys.run();
    }
    mailbox.messages.length = 0;
    const filtered = await buys.run();
    assert.equal(errorOf(filtered), null);
    assert.equal(mailbox.messages.length, 0);
    assert.equal(confirmed(filtered)[0].entries, fresh.length);

    // on until a purchase has come, whose mail fails
    const before = insiders(filings());
    do {
      now += 60_000;
      fresh = insiders(filings()).slice(0, -before.length);
    } while (!fresh.some(isPurchase));
    const retried = await retriedAfterNoMail(buys, 'Mail Purchases');
    assert.equal(mailbox.messages[0].subject, `${fresh.filter(isPurchase).length} insider purchases`);
    assert.equal(confirmed(retried)[0].entries, fresh.length);
  });

  it('news-digest mails each entry once, and confirms what it left out', async () => {
    const feeds = {
      fed: ['Rates stay', 'Minutes'],
      ecb: ['Statement'],
      markets: ['Sponsored: buy this', 'A day of calm'],
    };
    let isDown = false;
    const pages = await openPages((url) => {
      const name = url.pathname.slice(1);
      if (!(name in feeds)) return null;
      if (isDown && name === 'ecb') return { status: 500, body: 'down' };
      return { type: 'application/rss+xml', body: rss(feeds[name]) };
    });
    opened.push(pages);
    const original = example('news-digest.workflow.json');
    const workflow = changed(local(original), (node) => {
      const rows = node.parameters.monitors?.monitor;
      if (!rows) return node;
      const monitor = rows.map((row) => ({ ...row, url: `${pages.url}/${row.id}` }));
      return { ...node, parameters: { ...node.parameters, monitors: { monitor } } };
    });
    const news = await produce(n8n, workflow, 'Every Morning at 7');
    opened.push(news);

    const first = await news.run();
    assert.equal(errorOf(first), null);
    assert.equal(mailbox.messages.length, 1, 'one mail');
    assert.equal(mailbox.messages[0].subject, '4 news');
    for (const title of ['Rates stay', 'Minutes', 'Statement', 'A day of calm'])
      assert.ok(mailbox.messages[0].text.includes(title), title);
    assert.doesNotMatch(mailbox.messages[0].text, /Sponsored/);
    assert.equal(confirmed(first).length, 3, 'a batch of each feed');

    const quiet = await news.run();
    assert.deepEqual(
      [errorOf(quiet), mailbox.messages.length, 'Acknowledge' in runData(quiet)],
      [null, 1, false],
    );

    feeds.markets.unshift('Sponsored: and this');
    const filtered = await news.run();
    assert.deepEqual([errorOf(filtered), mailbox.messages.length], [null, 1]);
    assert.equal(confirmed(filtered)[0].entries, 1, 'what was left out is not offered again');

    feeds.fed.unshift('New minutes');
    isDown = true;
    const partly = await news.run();
    assert.equal(errorOf(partly), null);
    assert.equal(mailbox.messages.length, 2);
    assert.equal(mailbox.messages[1].subject, '1 news');
    assert.match(
      outputsOf(partly, 'Check Feeds')[1]
        .map(({ data }) => data.message)
        .join(),
      /ecb: the check failed/,
    );

    isDown = false;
    feeds.fed.unshift('Speech');
    feeds.ecb.unshift('Decision');
    const retried = await retriedAfterNoMail(news, 'Mail News');
    assert.equal(mailbox.messages[0].subject, '2 news');
    assert.deepEqual(
      confirmed(retried).map(({ monitorId, entries }) => [monitorId, entries]),
      [
        ['fed', 1],
        ['ecb', 1],
      ],
    );
  });

  it('monitor-health mails one alarm after three failures, and one recovery', async () => {
    let isDown = false;
    const pages = await openPages(() =>
      isDown
        ? { status: 500, body: 'out of order' }
        : { body: '<table><tr><th>Title</th></tr><tr><td><a href="/item/1">One</a></td></tr></table>' },
    );
    opened.push(pages);
    const watched = await produce(n8n, watchedList(pages.url), 'Start');
    opened.push(watched);
    const health = await produce(n8n, local(example('monitor-health.workflow.json')), 'Every 15 Minutes');
    opened.push(health);
    const told = () => mailbox.messages.filter(({ subject }) => subject.includes(`${watched.id}/list`));
    const look = async () => assert.equal(errorOf(await health.run()), null);

    assert.equal(errorOf(await watched.run()), null);
    await look();
    isDown = true;
    for (let failures = 1; failures <= 2; failures++) assert.notEqual(errorOf(await watched.run()), null);
    await look();
    assert.equal(told().length, 0, 'two failures are no alarm');
    await watched.run();
    await look();
    await look();
    assert.equal(told().length, 1);
    assert.match(told()[0].subject, /needs you$/);
    assert.match(told()[0].text, /3 checks in a row failed, the last with: .*500/);
    isDown = false;
    await watched.run();
    await look();
    await look();
    assert.equal(told().length, 2);
    assert.match(told()[1].subject, /works again$/);
  });

  it('price-alert mails when a limit is crossed, not while the price stays beyond it', async () => {
    const prices = { HIGH: 300, CALM: 200, GONE: null };
    const pages = await openPages(({ pathname }) => {
      const symbol = pathname.split('/').at(-1);
      return typeof prices[symbol] === 'number' ? yahooQuote(symbol, prices[symbol], 1778682240) : null;
    });
    opened.push(pages);
    const watched = ['HIGH', 'CALM', 'GONE'].map((symbol) => ({ symbol, below: 100, above: 250 }));
    const workflow = changed(local(example('price-alert.workflow.json')), (node) => {
      if (node.name === 'Watched Symbols') {
        const [list] = node.parameters.assignments.assignments;
        const assignments = [{ ...list, value: `={{ ${JSON.stringify(watched)} }}` }];
        return { ...node, parameters: { ...node.parameters, assignments: { assignments } } };
      }
      if (node.name !== 'Quote') return node;
      const options = { yahooBaseUrl: pages.url, yahooPerMinute: 10_000, cacheTtlSeconds: 0 };
      return { ...node, parameters: { ...node.parameters, options } };
    });
    const alert = await produce(n8n, workflow, 'Every 15 Minutes');
    opened.push(alert);
    const subjects = async () => {
      assert.equal(errorOf(await alert.run()), null);
      return mailbox.messages.splice(0).map(({ subject }) => subject);
    };

    assert.deepEqual(await subjects(), ['HIGH: 300']);
    assert.deepEqual(await subjects(), [], 'still beyond the limit');
    prices.CALM = 90;
    assert.deepEqual(await subjects(), ['CALM: 90']);
    prices.HIGH = null;
    assert.deepEqual(await subjects(), [], 'an unknown price is on no side');
    prices.HIGH = 310;
    assert.deepEqual(await subjects(), []);
    prices.HIGH = 240;
    assert.deepEqual(await subjects(), [], 'back within its limits');
    prices.HIGH = 260;
    assert.deepEqual(await subjects(), ['HIGH: 260']);
    prices.HIGH = 50;
    assert.deepEqual(await subjects(), ['HIGH: 50'], 'from one side to the other');
  });

  /** Runs a workflow while no mail can be sent, and retries that execution when it can; the retry, which ends well. */
  async function retriedAfterNoMail(workflow, mail) {
    const { port } = mailbox;
    await mailbox.close();
    const failed = await workflow.run();
    assert.ok(errorOf(failed)?.startsWith(mail), errorOf(failed));
    mailbox = await openMailbox({ port });
    await n8n.api.post(`/executions/${failed.id}/retry`, { loadWorkflow: false });
    const retried = await workflow.next();
    assert.deepEqual([errorOf(retried), retried.mode], [null, 'retry']);
    assert.equal(mailbox.messages.length, 1);
    return retried;
  }

  /** A copy for this machine: its mails go to the mailbox, its checks to `url` and are offered again at once. */
  function local(workflow, { url } = {}) {
    return changed(workflow, (node) => {
      if (MAIL.test(node.type)) return { ...node, credentials: { smtp } };
      if (!MONITOR.test(node.type) || node.parameters.operation !== 'check') return node;
      const { monitors, options, ...parameters } = node.parameters;
      const rows = monitors.monitor.map((row) => ({ ...row, ...(url ? { url } : {}) }));
      const here = { ...options, allowPrivateNetwork: true, redeliverAfterSeconds: 0 };
      return { ...node, parameters: { ...parameters, monitors: { monitor: rows }, options: here } };
    });
  }
});

const runData = (run) => run.data.resultData.runData;
const confirmed = (run) => outputsOf(run, 'Acknowledge')[0][0].data.acknowledged;
const idsOf = (entries) => entries.map(({ id }) => id).sort();
/** Of one moment the Senate's ids are delivered after those of the House, each in their order. */
const newestOf = (trades, count) => {
  const place = ({ publishedMs, id }) => `${publishedMs} ${id.startsWith('1') ? 1 : 0} ${id}`;
  return trades.toSorted((a, b) => (place(a) < place(b) ? 1 : -1)).slice(0, count);
};
const insiders = (filings) => filings.filter(({ formType }) => /^4(\/A)?$/.test(formType));
const isPurchase = ({ code }) => code === 'P';

/** The rows that the analyst stores, as its prompt says. */
function tradesOf(text) {
  return JSON.parse(text).flatMap(({ fetchedAt, source, data }) =>
    data.newEntries.map(({ fields, ...entry }) => ({ ...entry, ...fields, fetchedAt, source })),
  );
}

function textOfTool(messages, name) {
  const call = messages
    .flatMap(({ tool_calls: calls = [] }) => calls)
    .find((one) => one.function.name === name);
  const { content } = messages.find(({ tool_call_id: id }) => id === call.id);
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}

function rss(titles) {
  const items = titles.map((title) => `<item><title>${title}</title><guid>${title}</guid></item>`);
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;
}

/** A workflow that watches a list at `url`. */
function watchedList(url) {
  const check = {
    operation: 'check',
    monitorsFrom: 'list',
    monitors: { monitor: [{ parser: 'generic', id: 'list', url, idPattern: '/item/(\\d+)' }] },
    options: { allowPrivateNetwork: true },
  };
  return {
    name: 'Watched list',
    nodes: [
      {
        id: 'start',
        name: 'Start',
        type: 'n8n-nodes-base.manualTrigger',
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      },
      {
        id: 'check',
        name: 'Check',
        type: 'n8n-nodes-internet-tools.webMonitor',
        typeVersion: 1,
        position: [200, 0],
        parameters: check,
      },
    ],
    connections: { Start: { main: [[{ node: 'Check', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  };
}

/** n8n's own list of node types: name to their descriptions, one per group of versions. */
async function typesOf(api) {
  const types = new Map();
  for (const type of await api.nodeTypes()) types.set(type.name, [...(types.get(type.name) ?? []), type]);
  return types;
}

/** What a node sets and its type does not have; the version itself where n8n does not know it. */
function unknownFields({ type, typeVersion, parameters }, types) {
  const versions = types.get(type) ?? [];
  const description = versions.find(({ version }) => [version].flat().includes(typeVersion));
  if (!description) return [`${type} ${typeVersion}`];
  const known = new Set(description.properties.map(({ name }) => name));
  return Object.keys(parameters).filter((name) => !known.has(name));
}
