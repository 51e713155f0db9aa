/** The workflow of the queue-mode test: a schedule, a check, its rows and its digest in PostgreSQL, the confirmation. */
import { randomUUID } from 'node:crypto';

export const MONITOR_ID = 'trades';

const MONITOR = 'n8n-nodes-internet-tools.webMonitor';
const STATE = { stateOf: 'workflow', database: 'postgres', schema: 'public' };

/** `url`: the watched list. `credential`: n8n's PostgreSQL credential, for the state and for the tables. */
export function queueWorkflow({ url, credential }) {
  const node = (name, type, typeVersion, position, parameters) => ({
    id: randomUUID(),
    name,
    type,
    typeVersion,
    position,
    parameters,
    ...(type.endsWith('Trigger') ? {} : { credentials: { postgres: credential } }),
  });
  const nodes = [
    node('Every Three Seconds', 'n8n-nodes-base.scheduleTrigger', 1.3, [0, 0], {
      rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] },
    }),
    node('Check', MONITOR, 1, [200, 0], {
      ...STATE,
      operation: 'check',
      monitorsFrom: 'list',
      monitors: {
        monitor: [{ parser: 'capitol_trades', id: MONITOR_ID, url: `${url}?pageSize=96`, more: {} }],
      },
      monitorId: '',
      firstCheck: 'all',
      delivery: 'auto',
      output: 'rows',
      // long enough for a slow machine to store and confirm: until then no other worker offers the same entries
      options: { redeliverAfterSeconds: 60, allowPrivateNetwork: true },
    }),
    node('Store Rows', 'n8n-nodes-base.postgres', 2.6, [400, -100], {
      ...insertInto('arrivals'),
      columns: below({
        trade_id: '={{ $json.tradeId }}',
        redelivered: '={{ $json.redelivered }}',
        batch_id: '={{ $json.batchId }}',
        execution: '={{ $execution.id }}',
      }),
    }),
    node('Store Digest', 'n8n-nodes-base.postgres', 2.6, [400, 100], {
      ...insertInto('digests'),
      columns: below({ batch_id: '={{ $json.batchId }}', entries: '={{ $json.newCount }}' }),
    }),
    node('Acknowledge', MONITOR, 1, [600, 100], {
      ...STATE,
      operation: 'acknowledge',
      batchIds: '',
      options: {},
    }),
  ];
  const to = (...names) => names.map((name) => [{ node: name, type: 'main', index: 0 }]);
  return {
    name: 'Queue mode',
    nodes,
    connections: {
      'Every Three Seconds': { main: to('Check') },
      Check: { main: to('Store Rows', 'Store Digest') },
      'Store Digest': { main: to('Acknowledge') },
    },
    settings: { executionOrder: 'v1' },
    pinData: {},
  };
}

const insertInto = (table) => ({
  resource: 'database',
  operation: 'insert',
  schema: { __rl: true, mode: 'name', value: 'public' },
  table: { __rl: true, mode: 'name', value: table },
  options: {},
});

const below = (value) => ({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] });
