import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../lib/limits';
import { saveStateInManualRuns } from './options';
import { forOperations } from './operation';

const monitorId: INodeProperties = {
  displayName: 'Monitor ID',
  name: 'monitorId',
  type: 'string',
  default: '',
  placeholder: 'e.g. capitol_trades',
};

const historyProperties: INodeProperties[] = [
  {
    displayName: 'Since',
    name: 'since',
    type: 'string',
    default: '',
    placeholder: 'e.g. 2026-05-01 or 2026-05-01T08:00:00Z',
    description:
      'Only entries published from this date (UTC) or instant on; those without a time count by when they were found. Empty: no bound.',
    displayOptions: forOperations('history'),
  },
  {
    displayName: 'Until',
    name: 'until',
    type: 'string',
    default: '',
    placeholder: 'e.g. 2026-05-31',
    description: 'Only entries published up to this date (UTC, its whole day) or instant. Empty: no bound.',
    displayOptions: forOperations('history'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: LIMITS.history.max },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: forOperations('history'),
  },
  {
    displayName: 'Skip',
    name: 'skip',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: LIMITS.history.max - 1 },
    default: 0,
    description: 'How many of the newest entries to leave out, to page through a long list',
    displayOptions: forOperations('history'),
  },
  {
    displayName: 'History As',
    name: 'historyOutput',
    type: 'options',
    noDataExpression: true,
    default: 'one',
    options: [
      { name: 'Flat Rows', value: 'rows', description: 'An item per entry, every field a column of its own' },
      { name: 'One Item', value: 'one', description: 'All entries in data.entries of a single item' },
      {
        name: 'One Item per Entry',
        value: 'envelopes',
        description: 'An item per entry, with its own times and source',
      },
    ],
    description: 'Form of the answer',
    displayOptions: { show: { operation: ['history'] }, hide: { '@tool': [true] } },
  },
];

const redeliverProperties: INodeProperties[] = [
  {
    displayName: 'Offer Again',
    name: 'redeliverBy',
    type: 'options',
    noDataExpression: true,
    default: 'since',
    options: [
      { name: 'A Batch', value: 'batch', description: 'What one check delivered' },
      { name: 'Everything Since', value: 'since', description: 'Whatever was recorded from a time on' },
    ],
    description: 'Which entries are offered again',
    displayOptions: forOperations('redeliver'),
  },
  {
    displayName: 'Batch ID',
    name: 'batchId',
    type: 'string',
    noDataExpression: true,
    default: '',
    description: 'The batchId that stands on the items of a check',
    displayOptions: { show: { operation: ['redeliver'], redeliverBy: ['batch'] } },
  },
  {
    displayName: 'Since',
    name: 'redeliverSince',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. 2026-05-01 or 2026-05-01T08:00:00Z',
    description: 'Date (UTC) or instant from which on recorded entries are offered again',
    displayOptions: { show: { operation: ['redeliver'], redeliverBy: ['since'] } },
  },
];

/** The fields of every operation but check. */
export const otherProperties: INodeProperties[] = [
  {
    ...monitorId,
    required: true,
    description: 'Which monitor is meant. Its definition is not needed.',
    displayOptions: forOperations('history'),
  },
  {
    ...monitorId,
    description: 'Which monitor is meant. Empty: all.',
    displayOptions: forOperations('status'),
  },
  {
    ...monitorId,
    noDataExpression: true,
    description: 'Which monitor is taken over. Empty: all.',
    displayOptions: forOperations('adopt'),
  },
  {
    ...monitorId,
    required: true,
    noDataExpression: true,
    description: 'Which monitor is meant',
    displayOptions: forOperations('redeliver', 'reset'),
  },
  {
    displayName: 'Former Monitor ID',
    name: 'fromMonitorId',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. trades',
    description: 'What the monitor is called there, if it was renamed. Empty: the same.',
    displayOptions: forOperations('adopt'),
  },
  ...historyProperties,
  ...redeliverProperties,
  {
    displayName: 'Batch IDs',
    name: 'batchIds',
    type: 'string',
    default: '',
    placeholder: 'e.g. ={{ $json.batchId }}',
    description:
      'Which batches to confirm, separated by commas. Empty: all that this execution delivered. Needed only where another execution delivered them (a retry, a sub-workflow).',
    displayOptions: { show: { operation: ['acknowledge'] }, hide: { '@tool': [true] } },
  },
  {
    displayName: 'Forget Everything',
    name: 'confirm',
    type: 'boolean',
    noDataExpression: true,
    default: false,
    description: 'Whether to do it. Off: the answer only says how much would be forgotten.',
    displayOptions: forOperations('reset'),
  },
  {
    displayName: 'File Name',
    name: 'fileName',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. state-backup.db',
    description: 'Name of the copy, in the folder of the database. Empty: a name with the time in it.',
    displayOptions: forOperations('backup'),
  },
  {
    displayName: 'All Scopes',
    name: 'allScopes',
    type: 'boolean',
    noDataExpression: true,
    default: false,
    description: 'Whether to answer for the monitors of all workflows that use this database',
    displayOptions: forOperations('status'),
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    displayOptions: forOperations('acknowledge'),
    options: [
      {
        displayName: 'Nothing to Confirm Is Fine',
        name: 'nothingIsFine',
        type: 'boolean',
        noDataExpression: true,
        default: false,
        description:
          'Whether an execution that delivered nothing ends well here. For use after an AI agent, which also runs when nothing is new. Off: it is an error.',
      },
      saveStateInManualRuns,
    ],
  },
];
