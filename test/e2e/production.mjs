/** Workflows in production: published in the shared n8n, and started through a webhook of their own. */
import { randomUUID } from 'node:crypto';

const START = 'Start Now';

/**
 * Adds and publishes a copy of `workflow` that a webhook starts as well, at the nodes that follow `trigger`.
 * Answers `{ id, activate(), next(), run(body), end() }`: `next` waits for the next execution that has ended, `run` starts
 * one and waits for it. `publish: false` leaves it unpublished until `activate()`.
 * `id`: of the workflow.
 */
export async function produce(n8n, workflow, trigger, { publish = true, id = freshId() } = {}) {
  const { api } = n8n;
  const path = `start-${randomUUID()}`;
  await api.post('/workflows', { ...withStart(workflow, trigger, path), id });
  const since = new Date();
  const seen = new Set();

  /** Null while one is under way, or none has ended since the last look. */
  async function ended() {
    const { ended: all, running } = await api.executions(id, since);
    const fresh = all.filter((one) => !seen.has(one.id));
    return running > 0 || fresh.length === 0 ? null : fresh;
  }

  async function next() {
    const [first] = await api.until(`a run of ${workflow.name}`, ended, 120_000);
    seen.add(first.id);
    return api.execution(first.id);
  }

  /** False while n8n does not know the webhook yet: publishing goes on after it was answered. */
  async function post(body) {
    const response = await fetch(`${n8n.server().url}/webhook/${path}`, {
      method: 'POST',
      headers: { connection: 'close', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    if (response.status === 404) return false;
    if (!response.ok) throw new Error(`The webhook gave ${response.status}: ${await response.text()}`);
    return true;
  }

  const made = {
    id,
    next,
    activate: () => api.activate(id),
    async run(body = {}) {
      await api.until(`the webhook of ${workflow.name}`, () => post(body), 30_000);
      return next();
    },
    end: () => api.deactivate(id).catch(() => {}),
  };
  if (publish) await made.activate();
  return made;
}

const freshId = () => `e2e${randomUUID().replaceAll('-', '').slice(0, 12)}`;

function withStart(workflow, trigger, path) {
  const node = {
    id: randomUUID(),
    name: START,
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    position: [-400, 0],
    webhookId: path,
    parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
  };
  const connections = { ...workflow.connections, [START]: workflow.connections[trigger] };
  return { ...workflow, nodes: [...workflow.nodes, node], connections };
}

/** Adds a credential and answers how a node names it: `{ id, name }`. */
export async function addCredential(n8n, type, data) {
  const name = `${type} of the tests ${randomUUID().slice(0, 8)}`;
  const { id } = await n8n.api.post('/credentials', { name, type, data });
  return { id, name };
}

/** The credential of a mailbox on this machine. */
export function mailboxCredential(n8n, { port }) {
  return addCredential(n8n, 'smtp', {
    host: '127.0.0.1',
    port,
    secure: false,
    disableStartTls: true,
    user: '',
    password: '',
  });
}

/** The credential of a chat server on this machine. */
export function modelCredential(n8n, { url }) {
  return addCredential(n8n, 'openAiApi', { apiKey: 'only-for-tests', url, header: false });
}

/** A copy of a workflow whose nodes are changed. */
export function changed(workflow, change) {
  return { ...workflow, nodes: workflow.nodes.map(change) };
}
