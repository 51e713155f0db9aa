import type { INodeProperties } from 'n8n-workflow';
import { deliveryProperties } from './delivery';
import { forOperations } from './operation';
import { checkOptions, redeliverOptions } from './options';

/** How a check behaves and what it gives. */
export const checkProperties: INodeProperties[] = [
  {
    displayName: 'Monitor ID',
    name: 'monitorId',
    type: 'string',
    default: '',
    placeholder: 'e.g. capitol_trades',
    description: 'Which of the monitors to check. Empty: all of them, one after the other.',
    displayOptions: forOperations('check'),
  },
  {
    displayName: 'First Check',
    name: 'firstCheck',
    type: 'options',
    noDataExpression: true,
    default: 'all',
    options: [
      { name: 'Baseline Only', value: 'baseline', description: 'Record what is there, report nothing' },
      { name: 'Report All', value: 'all', description: 'Report every entry of the page' },
      { name: 'Report Newest N', value: 'newest', description: 'Record all, report only the newest' },
    ],
    description: 'What the very first check of a monitor reports, when everything is new',
    displayOptions: forOperations('check'),
  },
  {
    displayName: 'Newest Entries',
    name: 'firstCheckCount',
    type: 'number',
    noDataExpression: true,
    typeOptions: { minValue: 1 },
    default: 10,
    description: 'How many entries the first check reports',
    displayOptions: { show: { operation: ['check'], firstCheck: ['newest'] } },
  },
  ...deliveryProperties,
  {
    displayName: 'New Entries As',
    name: 'output',
    type: 'options',
    noDataExpression: true,
    default: 'envelopes',
    options: [
      {
        name: 'Envelopes',
        value: 'envelopes',
        description: 'Times and source beside the entry, which is in data',
      },
      {
        name: 'Flat Rows',
        value: 'rows',
        description: 'Every field a column of its own, for database nodes',
      },
    ],
    description: 'Form of the items of the first output',
    displayOptions: { show: { operation: ['check', 'redeliver'] }, hide: { '@tool': [true] } },
  },
  {
    displayName: 'Contact E-Mail',
    name: 'contactEmail',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. you@example.com',
    description:
      'Sent to the SEC as part of the user agent, which it demands from programs. No other site gets it.',
    displayOptions: forOperations('check'),
  },
  checkOptions,
  redeliverOptions,
];
