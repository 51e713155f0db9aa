/** n8n in queue mode: several workers watch one list with their state in PostgreSQL, and one of them is killed. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { endChildrenOnSignals } from '../../scripts/processes.mjs';
import { openSite } from '../replay/site.mjs';
import { openQueueMode } from './queueMode.mjs';
import { openPostgres, openRedis } from './queueServers.mjs';
import { MONITOR_ID, queueWorkflow } from './queueWorkflow.mjs';

const WORKERS = ['worker-1', 'worker-2'];
const PAGE = 96;
const DATABASE = 'reports';

/** What the workflow stores, without any key that would hide a doubled row; `worker` tells who wrote it. */
const TABLES = `
  CREATE TABLE arrivals (number bigint GENERATED ALWAYS AS IDENTITY, trade_id text NOT NULL, redelivered boolean NOT NULL, batch_id text NOT NULL, execution text NOT NULL,
    worker text NOT NULL DEFAULT current_setting('application_name'));
  CREATE TABLE digests (batch_id text NOT NULL, entries integer NOT NULL,
    worker text NOT NULL DEFAULT current_setting('application_name'))`;

describe('n8n in queue mode with two workers', () => {
  let postgres, redis, site, n8n, sql, workflowId;
  /** How many trades the site has published since the workflow began. */
  let grown = 0;

  before(async () => {
    endChildrenOnSignals();
    [postgres, redis] = await Promise.all([openPostgres(), openRedis()]);
    const admin = await postgres.client('postgres');
    await admin.query('CREATE DATABASE n8n');
    await admin.query(`CREATE DATABASE ${DATABASE}`);
    sql = await postgres.client(DATABASE);
    await sql.query(TABLES);
    site = await openSite({ seed: 'queue mode' });
    n8n = await openQueueMode({ postgres: postgres.config, redis, database: 'n8n', workers: WORKERS });
    const credential = { name: 'Reports', type: 'postgres', data: credentialData(postgres.config) };
    const { id } = await n8n.api.post('/credentials', credential);
    const workflow = queueWorkflow({ url: site.url, credential: { id, name: 'Reports' } });
    workflowId = (await n8n.api.post('/workflows', { ...workflow, id: `queue${randomUUID().slice(0, 8)}` }))
      .id;
    await n8n.api.activate(workflowId);
  });

  after(async () => {
    if (workflowId) await n8n.api.deactivate(workflowId).catch(() => {});
    await n8n?.stop();
    await site?.close();
    await redis?.close();
    await postgres?.close();
  });

  it('reports every entry exactly once while both workers check the same list', async () => {
    // what the first check finds is the page as it is now
    await n8n.api.until('the first check', () => site.visits() > 0);
    await n8n.api.until('rows from both workers', async () => {
      if (grown < 60) grow(1);
      const rows = await arrivals();
      return grown >= 60 && WORKERS.every((name) => rows.some(({ worker }) => worker === name));
    });
    await untilAllArrived();
    const rows = await arrivals();
    assert.deepEqual(rows.map(({ trade_id: id }) => id).sort(), published());
    assert.deepEqual(
      rows.filter(({ redelivered }) => redelivered),
      [],
    );
  });

  it('redelivers, flagged, what a killed worker had read and not yet stored', async () => {
    const before = await arrivals();
    await killAt('arrivals', () => grow(4));
    await untilAllArrived();
    const rows = (await arrivals()).filter(isNotAmong(before));
    assert.deepEqual(rows.map(({ trade_id: id }) => id).sort(), fresh(before));
    assert.equal(rows.length, 4);
    assert.ok(
      rows.every(({ redelivered }) => redelivered),
      'each is flagged',
    );
  });

  it('flags as repeats what a killed worker had stored and not yet confirmed', async () => {
    const before = await arrivals();
    await killAt('digests', () => grow(3));
    const ids = fresh(before);
    const rows = await n8n.api.until('the second delivery', async () => {
      const all = (await arrivals()).filter(isNotAmong(before));
      return all.length >= 2 * ids.length ? all : null;
    });
    for (const id of ids)
      assert.deepEqual(
        rows.filter((row) => row.trade_id === id).map(({ redelivered }) => redelivered),
        [false, true],
      );
  });

  it('has lost nothing at the end, doubled nothing without a flag, and left nothing unconfirmed', async () => {
    grow(5);
    await untilAllArrived();
    const status = await n8n.api.until('the last confirmation', async () => {
      const answer = await monitorStatus();
      return answer.pendingBatches === 0 ? answer : null;
    });
    const rows = await arrivals();
    const once = new Set(rows.map(({ trade_id: id }) => id));
    assert.deepEqual([...once].sort(), published());
    const unflagged = rows.filter(({ redelivered }) => !redelivered).map(({ trade_id: id }) => id);
    assert.equal(new Set(unflagged).size, unflagged.length);
    assert.equal(status.knownIds, once.size);
    assert.equal(status.failureStreak, 0);
  });

  function grow(count) {
    site.grow(count);
    grown += count;
  }

  /** Ids of the page at the first check and of all that came since. */
  const published = () =>
    site
      .shown(PAGE + grown)
      .map(({ id }) => id)
      .sort();

  const arrivals = async () => (await sql.query('SELECT * FROM arrivals ORDER BY number')).rows;

  function fresh(before) {
    const known = new Set(before.map(({ trade_id: id }) => id));
    return published().filter((id) => !known.has(id));
  }

  function untilAllArrived() {
    return n8n.api.until('every entry to arrive', async () => fresh(await arrivals()).length === 0);
  }

  /**
   * Holds the rows of `table` back, lets something happen, kills the worker that waits to write them, and starts it
   * again. Its statement ends with it, as where a machine dies.
   */
  async function killAt(table, happens) {
    const holder = await postgres.client(DATABASE);
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    happens();
    const { pid, worker } = await n8n.api.until(`a worker to wait for ${table}`, async () => {
      const { rows } = await sql.query(
        `SELECT pid, application_name AS worker FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query ILIKE $1`,
        [`%insert into%${table}%`],
      );
      return rows[0] ?? null;
    });
    await n8n.kill(worker);
    await sql.query('SELECT pg_terminate_backend($1)', [pid]);
    await holder.query('ROLLBACK');
    await holder.end();
    await n8n.start(worker);
  }

  async function monitorStatus() {
    const { webMonitor } = createRequire(import.meta.url)('../../dist/lib/webMonitor.js');
    const { host, port, user, password } = postgres.config;
    const database = { kind: 'postgres', host, port, user, password, database: DATABASE };
    const { data } = await webMonitor.status({ scope: workflowId, monitorId: MONITOR_ID, database });
    return data.monitors[0];
  }
});

const credentialData = ({ host, port, user, password }) => ({
  host,
  port,
  user,
  password,
  database: DATABASE,
  maxConnections: 20,
  allowUnauthorizedCerts: false,
  ssl: 'disable',
  sshTunnel: false,
});

/** Rows have no key of their own: those that were written after `before` follow it in the order of writing. */
const isNotAmong = (before) => (_, index) => index >= before.length;
