/** The recipes of the README in a real n8n, with the very expressions that stand there. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { errorOf, outputsOf } from '../../scripts/n8n/api.mjs';
import { openMailbox } from '../../scripts/n8n/mailbox.mjs';
import { ROOT } from '../../scripts/processes.mjs';
import { openPages, yahooQuote } from './pages.mjs';
import { mailboxCredential, produce } from './production.mjs';
import { theN8n } from './theN8n.mjs';

const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
const MONITOR = 'n8n-nodes-internet-tools.webMonitor';
const START = 'Start';

describe('the recipes of the README', () => {
  let n8n, pages, mailbox, smtp, ids, isDown;
  const prices = { AAPL: 189.84 };
  const opened = [];

  before(async () => {
    n8n = await theN8n();
    pages = await openPages(({ pathname }) => {
      if (isDown) return { status: 500, body: 'out of order' };
      const symbol = /\/chart\/(\w+)$/.exec(pathname)?.[1];
      return symbol ? yahooQuote(symbol, prices[symbol], 1778682240) : { body: listOf(ids) };
    });
    mailbox = await openMailbox();
    smtp = await mailboxCredential(n8n, mailbox);
  });

  beforeEach(() => {
    ids = ['3', '2', '1'];
    isDown = false;
    mailbox.messages.length = 0;
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.end();
  });

  after(async () => {
    await mailbox?.close();
    await pages?.close();
  });

  for (const recipe of ['## First workflow in five minutes', '**A mail with a digest'])
    it(`${recipe}: one mail of what is new, none when nothing is, and all of it is confirmed`, async () => {
      const [subject, text, html] = expressionsOf(recipe);
      const made = await publish([check(), mail({ subject, text, html }), acknowledge()], {
        Check: [[], ['Mail']],
        Mail: [['Acknowledge']],
      });
      const run = await made.run();
      assert.equal(errorOf(run), null);
      assert.match(mailbox.messages[0].subject, /^3 new/);
      assert.match(mailbox.messages[0].text, /Title 1/);
      assert.match(mailbox.messages[0].html, /<table.*Title 1/s);
      assert.equal(confirmed(run)[0].entries, 3);
      const quiet = await made.run();
      assert.deepEqual([errorOf(quiet), mailbox.messages.length], [null, 1]);
    });

  it('**Store and mail, then confirm: Acknowledge below is not reached when a branch above fails', async () => {
    const fails = node('Store', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'The disk is full.' });
    const made = await publish([check(), at(fails, -200), at(acknowledge(), 200)], {
      Check: [['Store', 'Acknowledge']],
    });
    const failed = await made.run();
    assert.match(errorOf(failed), /The disk is full/);
    assert.equal('Acknowledge' in failed.data.resultData.runData, false);
    assert.equal(outputsOf(await made.run(), 'Check')[1][0].redelivered, true);
  });

  it('**A filter before the mail: or Acknowledge hangs on the Summary, below the branch of the filter', async () => {
    const none = only('Filter', 'filter', '={{ $json.data.fields.title.includes("Sponsored") }}');
    const text = '={{ $json.data.fields.title }}';
    const mailed = mail({ subject: text, text, html: text });
    const made = await publish([check(), at(none, -200), at(mailed, -200), at(acknowledge(), 200)], {
      Check: [['Filter'], ['Acknowledge']],
      Filter: [['Mail']],
    });
    const run = await made.run();
    assert.deepEqual(
      [errorOf(run), mailbox.messages.length, confirmed(run)[0].entries],
      [null, 0, 3],
      'all is filtered out, and confirmed',
    );
    ids.unshift('4 Sponsored');
    assert.equal(errorOf(await made.run()), null);
    assert.equal(mailbox.messages[0].subject, 'Title 4 Sponsored');
    assert.deepEqual(outputsOf(await made.run(), 'Check').flat(), []);
  });

  it('**An alarm when a monitor is in trouble: a mail that names it, and none while all is well', async () => {
    const watcher = await publish([check()], {});
    const [alarm, troubled] = expressionsOf('**An alarm when a monitor is in trouble');
    const status = node('Status', MONITOR, 1, {
      operation: 'status',
      monitorId: '',
      allScopes: false,
      ...STATE,
      stateOf: 'scope',
      scope: { __rl: true, mode: 'name', value: watcher.id },
    });
    const text = troubled.replace(/ ?\}\}$/, ".map(m => m.monitorId + ' ' + m.lastError).join() }}");
    const health = await publish(
      [status, only('If', 'if', alarm), mail({ subject: 'Trouble', text, html: text })],
      { Status: [['If']], If: [['Mail']] },
    );
    await watcher.run();
    assert.equal(errorOf(await health.run()), null);
    assert.equal(mailbox.messages.length, 0);
    isDown = true;
    await watcher.run();
    assert.equal(errorOf(await health.run()), null);
    assert.equal(mailbox.messages.length, 1);
    assert.match(mailbox.messages[0].text, /^list .*500/);
  });

  it('**A price alert: a price beyond the limit whose time is known', async () => {
    const [known] = expressionsOf('**A price alert');
    const quote = node('Quote', 'n8n-nodes-internet-tools.directApi', 1, {
      operation: 'quote',
      provider: 'yahoo',
      symbol: 'AAPL',
      options: { yahooBaseUrl: pages.url, yahooPerMinute: 10_000, cacheTtlSeconds: 0 },
    });
    const subject = '={{ $json.data.symbol }}: {{ $json.data.priceText }}';
    const beyond = only('If', 'if', `={{ $json.data.price > 190 && ${known.slice(4, -3)} }}`);
    const made = await publish([quote, beyond, mail({ subject, text: subject, html: subject })], {
      Quote: [['If']],
      If: [['Mail']],
    });
    assert.equal(errorOf(await made.run()), null);
    assert.equal(mailbox.messages.length, 0);
    prices.AAPL = 190.5;
    assert.equal(errorOf(await made.run()), null);
    assert.deepEqual(
      mailbox.messages.map((one) => one.subject),
      ['AAPL: 190.5'],
    );
  });

  /** Publishes nodes with connections `{ from: [[names at output 0], [names at output 1]] }`; the first one follows the start. */
  async function publish(nodes, connections) {
    const start = node(START, 'n8n-nodes-base.manualTrigger', 1, {});
    const links = Object.entries({ [START]: [[nodes[0].name]], ...connections }).map(([from, outputs]) => [
      from,
      { main: outputs.map((names) => names.map((name) => ({ node: name, type: 'main', index: 0 }))) },
    ]);
    const workflow = { name: nodes.map(({ name }) => name).join(', '), nodes: [start, ...nodes] };
    const settings = { executionOrder: 'v1' };
    const made = await produce(n8n, { ...workflow, connections: Object.fromEntries(links), settings }, START);
    opened.push(made);
    return made;
  }

  const check = () =>
    node('Check', MONITOR, 1, {
      operation: 'check',
      monitorsFrom: 'list',
      monitors: { monitor: [{ parser: 'generic', id: 'list', url: pages.url, idPattern: '/item/(\\d+)' }] },
      monitorId: '',
      firstCheck: 'all',
      delivery: 'auto',
      output: 'envelopes',
      options: { allowPrivateNetwork: true },
      ...STATE,
    });
  const acknowledge = () =>
    node('Acknowledge', MONITOR, 1, {
      operation: 'acknowledge',
      options: { nothingIsFine: true },
      ...STATE,
    });
  const mail = ({ subject, text, html }) => ({
    ...node('Mail', 'n8n-nodes-base.emailSend', 2.1, {
      resource: 'email',
      operation: 'send',
      fromEmail: 'watcher@example.com',
      toEmail: 'you@example.com',
      subject,
      emailFormat: 'both',
      text,
      html,
      options: { appendAttribution: false },
    }),
    credentials: { smtp },
  });
});

const STATE = { stateOf: 'workflow', database: 'sqlite', databaseFile: '' };

const confirmed = (run) => outputsOf(run, 'Acknowledge')[0][0].data.acknowledged;

/** What stands in backquotes with an expression in it, as n8n saves such a field: of the part that begins like this. */
function expressionsOf(beginning) {
  const from = README.indexOf(`\n${beginning}`);
  assert.notEqual(from, -1, `the README has ${beginning}`);
  const end = README.indexOf(beginning.startsWith('#') ? '\n## ' : '\n\n', from + 3);
  const found = [...README.slice(from, end).matchAll(/`([^`\n]*\{\{[^`\n]*\}\}[^`\n]*)`/g)];
  assert.ok(found.length > 0, `an expression in ${beginning}`);
  return found.map(([, expression]) => `=${expression}`);
}

function listOf(ids) {
  const rows = ids.map((id) => `<tr><td><a href="/item/${parseInt(id)}">Title ${id}</a></td></tr>`);
  return `<table><tr><th>Title</th></tr>${rows.join('')}</table>`;
}

/** A Filter or If that lets through what makes the expression true. */
function only(name, type, leftValue) {
  const operator = { type: 'boolean', operation: 'true', singleValue: true };
  return node(name, `n8n-nodes-base.${type}`, 2.2, {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
      conditions: [{ id: randomUUID(), leftValue, rightValue: '', operator }],
      combinator: 'and',
    },
    options: {},
  });
}

/** Moved up or down: branches run from top to bottom. */
const at = (one, y) => ({ ...one, position: [0, y] });

function node(name, type, typeVersion, parameters) {
  return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}
