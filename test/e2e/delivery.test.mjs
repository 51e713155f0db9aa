/** Delivery in a real n8n: what fails after the check loses nothing, and nothing stays stuck. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { errorOf, outputsOf } from '../../scripts/n8n/api.mjs';
import { openMailbox } from '../../scripts/n8n/mailbox.mjs';
import { agentWorkflow, TRIGGER } from './agent.mjs';
import { openChat } from './chatServer.mjs';
import { openPages } from './pages.mjs';
import { mailboxCredential, modelCredential, produce } from './production.mjs';
import { theN8n } from './theN8n.mjs';

const MONITOR = 'n8n-nodes-internet-tools.webMonitor';
const START = 'Start';

describe('delivery in a real n8n', () => {
  let n8n, pages, mailbox, smtp;
  let ids = [];
  const opened = [];

  before(async () => {
    n8n = await theN8n();
    pages = await openPages(() => ({ body: listOf(ids) }));
    mailbox = await openMailbox();
    smtp = await mailboxCredential(n8n, mailbox);
  });

  beforeEach(() => {
    ids = ['3', '2', '1'];
    mailbox.messages.length = 0;
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.end();
  });

  after(async () => {
    await mailbox?.close();
    await pages?.close();
  });

  it('offers the same batch at the next run when the mail fails, and ends when it does not', async () => {
    const made = await publish([check(), mail("={{ $('Start Now').first().json.body.to }}"), acknowledge()]);
    const failed = await made.run({ to: '' });
    assert.match(errorOf(failed), /^Mail: /);
    const [lost] = outputsOf(failed, 'Check')[1];
    assert.deepEqual([lost.newCount, lost.redelivered, lost.delivery], [3, false, 'acknowledge']);

    ids.unshift('4');
    const run = await made.run({ to: 'you@example.com' });
    assert.equal(errorOf(run), null);
    const [again, fresh] = outputsOf(run, 'Check')[1];
    assert.deepEqual([again.batchId, again.redelivered, again.newCount], [lost.batchId, true, 3]);
    assert.deepEqual([fresh.redelivered, fresh.newCount], [false, 1]);
    assert.deepEqual(
      mailbox.messages.map(({ subject }) => subject),
      ['3 new', '1 new'],
    );
    assert.deepEqual(confirmed(run).sort(), [again.batchId, fresh.batchId].sort());

    assert.deepEqual(outputsOf(await made.run(), 'Check').flat(), []);
    assert.equal(mailbox.messages.length, 2);
  });

  it('confirms after a mail node, which replaces the items', async () => {
    const made = await publish([check(), mail('you@example.com'), acknowledge()]);
    const run = await made.run();
    assert.equal(outputsOf(run, 'Mail')[0][0].batchId, undefined, 'the mail node gives items of its own');
    assert.deepEqual(confirmed(run), [outputsOf(run, 'Check')[1][0].batchId]);
    assert.deepEqual(outputsOf(await made.run(), 'Check').flat(), []);
  });

  it('offers again what a Filter dropped before Acknowledge, and ends when the Filter always gives an item', async () => {
    const dropsAll = filter('={{ $json.newCount > 1000 }}');
    const made = await publish([check(), dropsAll, acknowledge()]);
    const first = await made.run();
    assert.deepEqual([errorOf(first), 'Acknowledge' in runData(first)], [null, false]);
    const second = await made.run();
    assert.equal(outputsOf(second, 'Check')[1][0].redelivered, true, 'nothing is lost');

    const always = await publish([check(), { ...dropsAll, alwaysOutputData: true }, acknowledge()]);
    const third = await always.run();
    assert.equal(errorOf(third), null);
    assert.deepEqual(confirmed(third), [outputsOf(third, 'Check')[1][0].batchId]);
    assert.deepEqual(outputsOf(await always.run(), 'Check').flat(), [], 'nothing is stuck');
  });

  it('offers an agent the same entries again when its model fails after it read them', async () => {
    const chat = await openChat();
    opened.push({ end: chat.close });
    const credential = await modelCredential(n8n, chat);
    const { operation, ...parameters } = check().parameters;
    const tool = {
      name: 'News',
      type: `${MONITOR}Tool`,
      parameters: { operation, ...parameters, delivery: 'acknowledge' },
    };
    const workflow = agentWorkflow({
      tools: [tool],
      after: [
        { ...acknowledge(), parameters: { ...acknowledge().parameters, options: { nothingIsFine: true } } },
      ],
      credential,
    });
    const made = await produce(n8n, workflow, TRIGGER);
    opened.push(made);
    const look = { calls: [['News', {}]] };
    const told = () => JSON.parse(chat.toolAnswers()[0].text)[0];

    chat.play(look, { status: 500, error: 'out of order' });
    const failed = await made.run();
    assert.notEqual(errorOf(failed), null);
    assert.equal('Acknowledge' in runData(failed), false);

    chat.play(look, { text: 'Read.' });
    const run = await made.run();
    assert.equal(errorOf(run), null);
    assert.deepEqual([told().redelivered, told().newCount], [true, 3]);
    assert.deepEqual(confirmed(run), [told().batchId]);

    chat.play(look, { text: 'Nothing.' });
    const quiet = await made.run();
    assert.equal(errorOf(quiet), null);
    assert.deepEqual([told().newCount, confirmed(quiet)], [0, []]);
  });

  it('ends in an error where Acknowledge has nothing to confirm', async () => {
    const made = await publish([acknowledge()]);
    assert.match(errorOf(await made.run()), /delivered no batch.*UNKNOWN_BATCH/);
  });

  it('knows its state again when a workflow is imported under its own id', async () => {
    const made = await publish([check()]);
    await made.run();
    const saved = await n8n.api.get(`/workflows/${made.id}`);
    await made.end();
    await n8n.api.post(`/workflows/${made.id}/archive`, {});
    await n8n.api.delete(`/workflows/${made.id}`);
    ids.unshift('5');
    const { name, nodes, connections, settings } = saved;
    const again = await produce(
      n8n,
      { name, nodes: nodes.filter(({ type }) => !type.endsWith('webhook')), connections, settings },
      START,
      { id: made.id },
    );
    opened.push(again);
    assert.deepEqual(idsIn(await again.run()), ['5']);
  });

  it('adopts the state of the workflow that it is a copy of, instead of flooding', async () => {
    const original = await publish([check()]);
    assert.deepEqual(idsIn(await original.run()), ['1', '2', '3']);
    await original.end();
    const copy = await publish([check()]);
    const adopt = await publish([
      node('Adopt', MONITOR, 1, {
        operation: 'adopt',
        fromScope: { __rl: true, mode: 'name', value: original.id },
        monitorId: '',
        fromMonitorId: '',
        stateOf: 'scope',
        scope: { __rl: true, mode: 'name', value: copy.id },
        database: 'sqlite',
      }),
    ]);
    const adopted = await adopt.run();
    assert.equal(errorOf(adopted), null);
    assert.deepEqual(
      outputsOf(adopted, 'Adopt')[0][0].data.adopted.map(({ monitorId, knownIds }) => [monitorId, knownIds]),
      [['list', 3]],
    );
    ids.unshift('4');
    assert.deepEqual(idsIn(await copy.run()), ['4']);
  });

  /** Publishes nodes in a row; the Summary of a check leads on. */
  async function publish(nodes) {
    const all = [node(START, 'n8n-nodes-base.manualTrigger', 1, {}), ...nodes];
    const workflow = { name: nodes.map(({ name }) => name).join(', '), nodes: all, connections: inARow(all) };
    const made = await produce(n8n, { ...workflow, settings: { executionOrder: 'v1' } }, START);
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
    node('Acknowledge', MONITOR, 1, { operation: 'acknowledge', options: {}, ...STATE });
  const mail = (toEmail) => ({
    ...node('Mail', 'n8n-nodes-base.emailSend', 2.1, {
      resource: 'email',
      operation: 'send',
      fromEmail: 'watcher@example.com',
      toEmail,
      subject: '={{ $json.newCount }} new',
      emailFormat: 'text',
      text: '={{ $json.data.digest.text }}',
      options: { appendAttribution: false },
    }),
    credentials: { smtp },
  });
});

const STATE = { stateOf: 'workflow', database: 'sqlite', databaseFile: '' };

const runData = (run) => run.data.resultData.runData;
const confirmed = (run) =>
  outputsOf(run, 'Acknowledge')[0][0].data.acknowledged.map(({ batchId }) => batchId);
const idsIn = (run) => (outputsOf(run, 'Check')[0] ?? []).map(({ data }) => data.id).sort();

/** Connections from each node to the next; of a check they leave by its second output, the Summary. */
function inARow(nodes) {
  return Object.fromEntries(
    nodes.slice(1).map(({ name }, index) => {
      const to = [{ node: name, type: 'main', index: 0 }];
      const from = nodes[index].name;
      return [from, { main: from === 'Check' ? [[], to] : [to] }];
    }),
  );
}

function listOf(ids) {
  const rows = ids.map((id) => `<tr><td><a href="/item/${id}">Title ${id}</a></td></tr>`);
  return `<table><tr><th>Title</th></tr>${rows.join('')}</table>`;
}

function filter(leftValue) {
  const operator = { type: 'boolean', operation: 'true', singleValue: true };
  return node('Filter', 'n8n-nodes-base.filter', 2.2, {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
      conditions: [{ id: randomUUID(), leftValue, rightValue: '', operator }],
      combinator: 'and',
    },
    options: {},
  });
}

function node(name, type, typeVersion, parameters) {
  return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}
