import type { INodeProperties } from 'n8n-workflow';
import { MONITOR_PRESETS } from '../../../lib/monitor/presets';
import { forOperations } from './operation';

const generic = { show: { parser: ['generic'] } };
const secForm4 = { show: { parser: ['sec_form4'] } };

const { id, ...definition } = MONITOR_PRESETS.capitol_trades;
const EXAMPLE = JSON.stringify({ [id]: definition }, null, 2);

/** Rarely needed settings of one monitor. */
const more: INodeProperties = {
  displayName: 'More Settings',
  name: 'more',
  type: 'collection',
  placeholder: 'Add Setting',
  default: {},
  options: [
    {
      displayName: 'Allow Empty List',
      name: 'allowEmpty',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description:
        'Whether the list may be empty at times. Off: a page without entries is an error, since it usually means that the page has changed.',
    },
    {
      displayName: 'ID Field',
      name: 'idField',
      type: 'string',
      noDataExpression: true,
      default: '',
      placeholder: 'e.g. tradeId',
      description: 'Name of the entry field that holds the ID. Empty: the usual one of the kind of page.',
    },
    {
      displayName: 'Report Edits Of',
      name: 'reportEdits',
      type: 'string',
      noDataExpression: true,
      default: '',
      placeholder: 'e.g. price, size',
      description:
        'Names of fields, separated by commas. An entry is reported once more when one of them changes. Empty: edits are not reported.',
    },
    {
      displayName: 'What Is New',
      name: 'strategy',
      type: 'options',
      noDataExpression: true,
      default: 'seenSet',
      options: [
        {
          name: 'IDs Above the Highest Known',
          value: 'maxId',
          description: 'Only for lists whose IDs are sure to ascend',
        },
        { name: 'IDs Never Seen Before', value: 'seenSet', description: 'Right for every list' },
      ],
    },
  ],
};

const fields: INodeProperties[] = [
  {
    displayName: 'Kind of Page',
    name: 'parser',
    type: 'options',
    noDataExpression: true,
    default: 'capitol_trades',
    options: [
      {
        name: 'Capitol Trades',
        value: 'capitol_trades',
        description: 'Trades of members of the US Congress',
      },
      { name: 'Feed', value: 'feed', description: 'RSS, Atom or JSON Feed, by the IDs of its entries' },
      {
        name: 'Other List Page',
        value: 'generic',
        description: 'Rows of a table, repeated elements or a JSON list',
      },
      { name: 'SEC Form 4', value: 'sec_form4', description: 'Filings of company insiders, forms 4 and 4/A' },
    ],
  },
  {
    displayName: 'Monitor ID',
    name: 'id',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. capitol_trades',
    description:
      'Your name for this monitor. What it knows is kept under this name, so do not change it later. Empty: capitol_trades or sec_filings; Feed and Other List Page need a name.',
  },
  {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: MONITOR_PRESETS.capitol_trades.url,
    description:
      'Address of the list. Only its own host is asked. Empty: the usual page of Capitol Trades or of the SEC.',
  },
  {
    displayName: 'ID Pattern',
    name: 'idPattern',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. /trades/(\\d+)',
    description:
      'Regular expression with one group that holds the ID, run inside every row. Needed for pages; for JSON lists use ID Path.',
    displayOptions: generic,
  },
  {
    displayName: 'ID Path',
    name: 'idPath',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. items[].id',
    description: 'Where the ID stands inside a JSON list',
    displayOptions: generic,
  },
  {
    displayName: 'Row Selector',
    name: 'rowSelector',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. ul.results > li',
    description: 'CSS selector of the repeated element. Empty: the rows of the table.',
    displayOptions: generic,
  },
  {
    displayName: 'Detail URL',
    name: 'detailUrl',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. https://example.com/items/{id}',
    description: 'Address of one entry, with the ID in braces as in the example. Empty: the link in the row.',
    displayOptions: generic,
  },
  {
    displayName: 'Fetch Transactions',
    name: 'transactions',
    type: 'boolean',
    noDataExpression: true,
    default: false,
    description: 'Whether to fetch each new filing and add its transactions (one more request per filing)',
    displayOptions: secForm4,
  },
  {
    displayName: 'Only These Issuers',
    name: 'issuers',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. AAPL, 789019',
    description: 'Tickers or CIKs, separated by commas. Empty: all.',
    displayOptions: secForm4,
  },
  {
    displayName: 'Check at Most Every (Minutes)',
    name: 'checkIntervalMinutes',
    type: 'number',
    noDataExpression: true,
    typeOptions: { minValue: 0 },
    default: 0,
    description:
      'A check that comes earlier makes no request and is skipped. 0: every check makes its request. Runs by hand always fetch.',
  },
  {
    displayName: 'Report New Entries',
    name: 'alertOnNew',
    type: 'boolean',
    noDataExpression: true,
    default: true,
    description: 'Whether new entries leave the node. Off: they are only recorded, for History.',
  },
  {
    displayName: 'Store History',
    name: 'storeHistory',
    type: 'boolean',
    noDataExpression: true,
    default: true,
    description: 'Whether to keep the contents of entries for History. Off: only their IDs are kept.',
  },
  more,
];

/** What is watched: a list to fill in, or the same as JSON. */
export const monitorProperties: INodeProperties[] = [
  {
    displayName: 'Monitors From',
    name: 'monitorsFrom',
    type: 'options',
    noDataExpression: true,
    default: 'list',
    options: [
      { name: 'Form', value: 'list', description: 'Fill in the monitors below' },
      { name: 'JSON', value: 'json', description: 'Paste the monitors as a JSON object' },
    ],
    description: 'How the watched pages are given',
    displayOptions: forOperations('check'),
  },
  {
    displayName: 'Monitors',
    name: 'monitors',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, sortable: true },
    placeholder: 'Add Monitor',
    default: {
      monitor: [
        {
          parser: 'capitol_trades',
          id: MONITOR_PRESETS.capitol_trades.id,
          url: MONITOR_PRESETS.capitol_trades.url,
        },
      ],
    },
    description: 'The watched pages, each with a name of its own',
    displayOptions: { show: { operation: ['check'], monitorsFrom: ['list'] } },
    options: [{ name: 'monitor', displayName: 'Monitor', values: fields }],
  },
  {
    displayName: 'Monitors (JSON)',
    name: 'monitorsJson',
    type: 'json',
    noDataExpression: true,
    typeOptions: { rows: 10 },
    default: EXAMPLE,
    description:
      'An object with one entry per monitor, its name as the key. The same inside an object "monitors" works too.',
    displayOptions: { show: { operation: ['check'], monitorsFrom: ['json'] } },
  },
];
