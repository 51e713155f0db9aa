/** Three workflows that report the new trades of one list page: n8n's own nodes, a parser in a Code node, WebMonitor. */
import { randomUUID } from 'node:crypto';
import { readRows } from './readRows.mjs';

/** Packages that the Code node may use: n8n's setting NODE_FUNCTION_ALLOW_EXTERNAL. */
export const ALLOWED_IN_CODE = 'htmlparser2';

/** What is read of a row: [name, selector, attribute]. */
const COLUMNS = [
  ['link', 'td:last-child a', 'href'],
  ['politician', '.politician-name'],
  ['issuer', '.issuer-name'],
  ['published', 'td:nth-child(3)'],
  ['traded', 'td:nth-child(4)'],
  ['type', '.tx-type'],
  ['size', '.trade-size'],
  ['price', 'td:nth-child(9)'],
];

const NEW = 'New Trades';

/** `[{ name, what, workflow, newIds(item) }]`: `workflow(path)` starts by a webhook of that path; its last node gives the new trades. */
export function opponents(url) {
  return [
    {
      name: 'chain',
      what: 'HTTP Request, HTML (8 columns), Split Out, Remove Duplicates',
      nodes: [httpRequest(url), extraction(), splitOut(), removeDuplicates()],
      idOf: ({ link }) => link.split('/').at(-1),
    },
    {
      name: 'code',
      what: 'HTTP Request, Code (htmlparser2), Remove Duplicates',
      nodes: [httpRequest(url), code(), removeDuplicates()],
      idOf: ({ link }) => link.split('/').at(-1),
    },
    {
      name: 'ours',
      what: 'WebMonitor check (cross-check and commit on)',
      nodes: [webMonitor(url)],
      idOf: ({ tradeId }) => tradeId,
    },
  ].map(({ nodes, ...rest }) => ({
    ...rest,
    last: NEW,
    measured: nodes.map(({ name }) => name),
    workflow: (path) => line(rest.name, [webhook(path), ...nodes]),
  }));
}

function line(name, nodes) {
  const connections = Object.fromEntries(
    nodes
      .slice(1)
      .map((next, k) => [nodes[k].name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }]),
  );
  return {
    id: `bench${randomUUID().replaceAll('-', '').slice(0, 11)}`,
    name: `Benchmark: ${name}`,
    nodes: nodes.map((node, k) => ({ id: randomUUID(), position: [k * 200, 0], ...node })),
    connections,
    settings: { executionOrder: 'v1' },
    pinData: {},
  };
}

const webhook = (path) => ({
  name: 'Start Now',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2.1,
  webhookId: path,
  parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', responseData: 'noData', options: {} },
});

const httpRequest = (url) => ({
  name: 'Get Page',
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.5,
  parameters: { url, options: { response: { response: { responseFormat: 'text' } } } },
});

const extraction = () => ({
  name: 'Read Columns',
  type: 'n8n-nodes-base.html',
  typeVersion: 1.2,
  parameters: {
    operation: 'extractHtmlContent',
    extractionValues: {
      values: COLUMNS.map(([key, selector, attribute]) => ({
        key,
        cssSelector: `tbody ${selector}`,
        ...(attribute === undefined ? { returnValue: 'text' } : { returnValue: 'attribute', attribute }),
        returnArray: true,
      })),
    },
    options: {},
  },
});

const splitOut = () => ({
  name: 'One Item per Row',
  type: 'n8n-nodes-base.splitOut',
  typeVersion: 1,
  parameters: { fieldToSplitOut: COLUMNS.map(([key]) => key).join(','), options: {} },
});

const code = () => ({
  name: 'Read Rows',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: {
    jsCode: `${readRows}
return readRows($input.first().json.data, require('${ALLOWED_IN_CODE}')).map((json) => ({ json }));`,
  },
});

const removeDuplicates = () => ({
  name: NEW,
  type: 'n8n-nodes-base.removeDuplicates',
  typeVersion: 2,
  parameters: {
    operation: 'removeItemsSeenInPreviousExecutions',
    dedupeValue: '={{ $json.link }}',
    options: {},
  },
});

const webMonitor = (url) => ({
  name: NEW,
  type: 'n8n-nodes-internet-tools.webMonitor',
  typeVersion: 1,
  parameters: {
    operation: 'check',
    monitorsFrom: 'list',
    monitors: { monitor: [{ parser: 'capitol_trades', id: 'trades', url, more: {} }] },
    monitorId: '',
    firstCheck: 'all',
    delivery: 'onRead',
    output: 'rows',
    options: { allowPrivateNetwork: true },
    stateOf: 'workflow',
    database: 'sqlite',
    databaseFile: '',
  },
});
