// n8n's REST interface, as its editor uses it.
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** n8n closes idle connections after 5 s, on a busy machine just as the next call is on its way. */
const ONCE = { connection: 'close' };

const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** Sets the owner up on first use, logs in, and answers the calls that follow. `owner`: { email, password }. */
export async function connect({ url, folder, owner }) {
  const { parse } = createRequire(path.join(folder, 'node_modules/n8n/package.json'))('flatted');
  let cookie = '';

  async function request(method, route, body, limitMs = 60_000) {
    const response = await fetch(`${url}/rest${route}`, {
      method,
      // n8n closes an idle connection after five seconds: one that is kept may be gone when it is used again
      headers: {
        cookie,
        connection: 'close',
        'content-type': 'application/json',
        'push-ref': 'internet-tools',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`n8n: ${method} ${route} gave ${response.status}: ${text.slice(0, 500)}`);
    const set = response.headers.getSetCookie().find((one) => one.startsWith('n8n-auth='));
    if (set) cookie = set.split(';')[0];
    return text === '' ? undefined : JSON.parse(text).data;
  }

  const { userManagement } = await request('GET', '/settings');
  if (userManagement.showSetupOnFirstLoad)
    await request('POST', '/owner/setup', { firstName: 'Local', lastName: 'Owner', ...owner });
  else await request('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });

  const api = {
    /** n8n's descriptions of all its node types, one per group of versions. */
    async nodeTypes() {
      const response = await fetch(`${url}/types/nodes.json`, {
        headers: { cookie, ...ONCE },
        signal: AbortSignal.timeout(60_000),
      });
      return response.json();
    },

    get: (route) => request('GET', route),
    post: (route, body, limitMs) => request('POST', route, body, limitMs),
    patch: (route, body, limitMs) => request('PATCH', route, body, limitMs),
    delete: (route) => request('DELETE', route),

    /** One execution with its run data unpacked: { id, status, mode, startedAt, data }. */
    async execution(id) {
      const { data, ...execution } = await api.get(`/executions/${id}`);
      return { ...execution, data: data ? parse(data) : null };
    },

    /** A workflow's executions that started at or after `since`: { ended (oldest first), running (how many) }. */
    async executions(workflowId, since) {
      const filter = encodeURIComponent(JSON.stringify({ workflowId }));
      const { results } = await api.get(`/executions?filter=${filter}&limit=50`);
      const recent = results.filter(({ startedAt }) => startedAt === null || new Date(startedAt) >= since);
      const ended = recent.filter(({ status }) => ENDED.includes(status));
      return {
        ended: ended.sort((a, b) => Number(a.id) - Number(b.id)),
        running: recent.length - ended.length,
      };
    },

    /** Waits until `found()` answers something, and fails with `what` after `limitMs`. */
    async until(what, found, limitMs = 180_000) {
      for (const end = Date.now() + limitMs; Date.now() < end; await wait(300)) {
        const answer = await found();
        if (answer) return answer;
      }
      throw new Error(`Waited ${limitMs / 1000} s for ${what}.`);
    },

    async activate(workflowId) {
      const { versionId, active } = await api.get(`/workflows/${workflowId}`);
      if (active) await api.post(`/workflows/${workflowId}/deactivate`, {});
      await api.post(`/workflows/${workflowId}/activate`, { versionId });
    },

    deactivate: (workflowId) => api.post(`/workflows/${workflowId}/deactivate`, {}),
  };
  return api;
}

/** What a node gave in an execution: the JSON of its items per output; an empty list when it did not run. */
export function outputsOf(execution, node) {
  const outputs = [];
  for (const { data } of execution.data?.resultData.runData[node] ?? [])
    for (const [index, items] of (data?.main ?? []).entries())
      outputs[index] = [...(outputs[index] ?? []), ...(items ?? []).map(({ json }) => json)];
  return outputs;
}

/** The error that ended an execution, as one sentence; null for none. */
export function errorOf(execution) {
  const error = execution.data?.resultData.error;
  if (!error) return execution.status === 'success' ? null : execution.status;
  return [error.node?.name, error.message, error.description].filter(Boolean).join(': ');
}
