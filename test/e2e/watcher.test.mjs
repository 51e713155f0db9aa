/** The example workflow in production: from its Schedule Trigger to the mail and to the rows of a database. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { errorOf, outputsOf } from '../../scripts/n8n/api.mjs';
import { openMailbox } from '../../scripts/n8n/mailbox.mjs';
import { example, MONITOR_NODE } from '../../scripts/n8n/watcher.mjs';
import { everySeconds, forReplay, withMailbox } from '../../scripts/n8n/workflow.mjs';
import { openSite } from '../replay/site.mjs';
import { theN8n } from './theN8n.mjs';

const SCHEDULE = 'Every 30 Minutes';
const STARTED = 'When Published or n8n Starts';
const PAGE = 96;

describe('the Capitol Trades watcher in a real n8n', () => {
  let n8n, site, mailbox, workflowId;
  /** When this file began to look: executions before it do not count. */
  let since;
  /** Ids of executions that a step has looked at. */
  const seen = new Set();

  before(async () => {
    n8n = await theN8n();
    mailbox = await openMailbox();
    site = await openSite({ seed: process.env.E2E_SEED ?? randomBytes(4).toString('hex') });
    console.log(`replay site with seed ${site.seed} (E2E_SEED=${site.seed} gives it back)`);
    const { id, name } = await n8n.api.post('/credentials', {
      name: 'Mailbox of the tests',
      type: 'smtp',
      data: {
        host: '127.0.0.1',
        port: mailbox.port,
        secure: false,
        disableStartTls: true,
        user: '',
        password: '',
      },
    });
    const copy = everySeconds(forReplay(withMailbox(example(), { id, name }), site.url), 5);
    workflowId = (await n8n.api.post('/workflows', { ...copy, id: `e2e${randomUUID().slice(0, 8)}` })).id;
    since = new Date();
  });

  after(async () => {
    if (workflowId) await n8n.api.deactivate(workflowId).catch(() => {});
    await site?.close();
    await mailbox?.close();
  });

  it('reports every trade of the page at its first run, each once', async () => {
    await n8n.api.activate(workflowId);
    const runs = await runsUntil((all) => all.some(hasItems) && all.some(startedBy(SCHEDULE)));
    const rows = newEntries(runs);
    assert.deepEqual(rows.map(({ tradeId }) => tradeId).sort(), ids(site.shown(PAGE)));
    assert.equal(runs.filter(hasItems).length, 1);
    assert.ok(runs.some(startedBy(STARTED)), 'the workflow also starts when it is published');
  });

  it('gives each trade with the exact time of its publication, oldest first', async () => {
    const rows = newEntries(await rested());
    const published = new Map(site.shown(PAGE).map(({ id, publishedMs }) => [id, publishedMs]));
    for (const row of rows) {
      assert.equal(Date.parse(row.publishedAt), published.get(row.tradeId), row.tradeId);
      assert.ok(Date.parse(row.fetchedAt) >= since.getTime() - 1_000, 'fetchedAt is the time of the request');
      assert.ok(row.source.startsWith(site.url));
    }
    const times = rows.map(({ publishedAt }) => Date.parse(publishedAt));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });

  it('mails one digest that names the newest trade, and acknowledges what was delivered', async () => {
    assert.equal(mailbox.messages.length, 1);
    const [mail] = mailbox.messages;
    assert.deepEqual(mail.to, ['you@example.com']);
    assert.match(mail.subject, /^96 new /);
    assert.ok(mail.text.includes(`/trades/${site.shown(1)[0].id}`), mail.text.slice(0, 500));
    assert.match(mail.html, /<table/);
    const run = (await rested()).find(hasItems);
    assert.equal(outputsOf(run, 'Acknowledge')[0].length, 1);
  });

  it('stores one row per trade in a database table', async () => {
    const rows = await tableRows();
    assert.deepEqual(rows.map(({ tradeId }) => tradeId).sort(), ids(site.shown(PAGE)));
    const [newest] = site.shown(1);
    const stored = rows.find(({ tradeId }) => tradeId === newest.id);
    assert.equal(stored.issuer, newest.issuer.name);
    assert.equal(stored.price, newest.price);
    assert.equal(Date.parse(stored.publishedAt), newest.publishedMs);
  });

  it('reports exactly the trades that came since, started by its schedule', async () => {
    await look();
    site.grow(5);
    const fresh = ids(site.shown(5));
    const runs = await runsUntil((all) => all.some(hasItems));
    const run = runs.find(hasItems);
    assert.deepEqual(
      newEntries(runs)
        .map(({ tradeId }) => tradeId)
        .sort(),
      fresh,
    );
    assert.ok(startedBy(SCHEDULE)(run));
    assert.equal(outputsOf(run, MONITOR_NODE)[1][0].newCount, 5);
    assert.equal(mailbox.messages.length, 2);
    assert.match(mailbox.messages[1].subject, /^5 new /);
    assert.equal((await tableRows()).length, PAGE + 5);
  });

  it('gives no item at either output and sends no mail when nothing is new', async () => {
    await look();
    const visits = site.visits();
    const runs = await runsUntil((all) => all.length >= 2);
    assert.ok(site.visits() >= visits + 2, 'it has looked');
    for (const run of runs) {
      assert.deepEqual(outputsOf(run, MONITOR_NODE).flat(), []);
      assert.deepEqual(
        ['Store Trades', 'Mail Digest', 'Acknowledge'].filter((name) => name in run.data.resultData.runData),
        [],
      );
    }
    assert.equal(mailbox.messages.length, 2);
  });

  it('shows a preview when it is run by hand, and remembers nothing of it', async () => {
    await n8n.api.deactivate(workflowId);
    await look();
    site.grow(2);
    const fresh = ids(site.shown(2));
    const workflowData = await n8n.api.get(`/workflows/${workflowId}`);
    const { executionId } = await n8n.api.post(`/workflows/${workflowId}/run`, {
      workflowData,
      destinationNode: { nodeName: MONITOR_NODE, mode: 'inclusive' },
    });
    const run = await n8n.api.until('the run by hand', async () => {
      const execution = await n8n.api.execution(executionId);
      return execution.stoppedAt ? execution : null;
    });
    assert.equal(errorOf(run), null);
    assert.deepEqual(ids(newEntries([run]).map(({ tradeId }) => ({ id: tradeId }))), fresh);
    assert.equal(outputsOf(run, MONITOR_NODE)[1][0].preview, true);
    await look();
    await n8n.api.activate(workflowId);
    const runs = await runsUntil((all) => all.some(hasItems));
    assert.deepEqual(
      newEntries(runs)
        .map(({ tradeId }) => tradeId)
        .sort(),
      fresh,
    );
  });

  it('runs when n8n starts, and reports what came while it was down', async () => {
    await look();
    const mails = mailbox.messages.length;
    await n8n.restart(async () => site.grow(3));
    const runs = await runsUntil((all) => all.some(hasItems) && all.some(startedBy(STARTED)));
    assert.deepEqual(
      newEntries(runs)
        .map(({ tradeId }) => tradeId)
        .sort(),
      ids(site.shown(3)),
    );
    assert.equal(mailbox.messages.length, mails + 1);
    assert.equal((await tableRows()).length, PAGE + 5 + 2 + 3);
  });

  /** Waits until the runs since the last `look` are what is wanted and none is under way. All must have succeeded. */
  function runsUntil(wanted) {
    return n8n.api.until('the watcher to run', async () => {
      const runs = await runsAtRest();
      return runs && wanted(runs) ? runs : null;
    });
  }

  const rested = () => runsUntil(() => true);

  /** Null while one is under way. */
  async function runsAtRest() {
    const { ended, running } = await n8n.api.executions(workflowId, since);
    if (running > 0) return null;
    const runs = await Promise.all(
      ended.filter(({ id }) => !seen.has(id)).map(({ id }) => n8n.api.execution(id)),
    );
    for (const run of runs) assert.equal(errorOf(run), null);
    return runs;
  }

  /** What has run until now is seen: later steps count from here. */
  async function look() {
    const runs = await rested();
    for (const { id } of runs) seen.add(id);
  }

  async function tableRows() {
    const { data } = await n8n.api.get('/data-tables-global');
    const table = data.find(({ name }) => name === 'Capitol trades');
    const { data: rows } = await n8n.api.get(
      `/projects/${table.projectId}/data-tables/${table.id}/rows?take=1000`,
    );
    return rows;
  }
});

const hasItems = (run) => outputsOf(run, MONITOR_NODE).flat().length > 0;
const startedBy = (trigger) => (run) => trigger in run.data.resultData.runData;
const newEntries = (runs) => runs.flatMap((run) => outputsOf(run, MONITOR_NODE)[0] ?? []);
const ids = (trades) => trades.map(({ id }) => id).sort();
