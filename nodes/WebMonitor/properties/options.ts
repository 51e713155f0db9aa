import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../lib/limits';
import { forOperations } from './operation';

const digestLanguage: INodeProperties = {
  displayName: 'Digest Language',
  name: 'digestLanguage',
  type: 'options',
  noDataExpression: true,
  default: 'en',
  options: [
    { name: 'English', value: 'en' },
    { name: 'German', value: 'de' },
  ],
  description: 'Language of the digest for mails; its times are in the time zone of the workflow',
};

const alwaysEmitSummary: INodeProperties = {
  displayName: 'Always Emit Summary',
  name: 'alwaysEmitSummary',
  type: 'boolean',
  noDataExpression: true,
  default: false,
  description:
    'Whether the Summary output gives an item also when nothing is new. Off: nothing after it runs then.',
};

export const saveStateInManualRuns: INodeProperties = {
  displayName: 'Save State in Manual Runs',
  name: 'saveStateInManualRuns',
  type: 'boolean',
  noDataExpression: true,
  default: false,
  description: 'Whether a run by hand stores what it saw, as a production run does. Off: it is a preview.',
};

/** Options of a check. */
export const checkOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: forOperations('check'),
  options: [
    {
      displayName: 'Allow Private Network',
      name: 'allowPrivateNetwork',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description: 'Whether addresses of private networks and of this machine may be asked',
    },
    alwaysEmitSummary,
    digestLanguage,
    {
      displayName: 'Ignore Check Interval',
      name: 'ignoreCheckInterval',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description:
        'Whether to fetch even when the last check is more recent than the interval of the monitor',
    },
    {
      displayName: 'Max Entries per Check',
      name: 'maxEntries',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1 },
      default: 100,
      description:
        'Most entries that one check reports; the rest is not lost but waits for the next. Without this option: 10,000.',
    },
    {
      displayName: 'Max Pages',
      name: 'maxPages',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: LIMITS.maxPages.max },
      default: 5,
      description:
        'Most pages that are read when more is new than one page holds. Without this option: 5, for the SEC 20.',
    },
    {
      displayName: 'Max Response Size (KB)',
      name: 'maxResponseKb',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: LIMITS.responseKb.max },
      default: 4096,
      description:
        'Largest page in KB, unpacked. A larger one is an error, since a list that is cut would lose entries.',
    },
    {
      displayName: 'Preview Entries',
      name: 'previewCount',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1 },
      default: 10,
      description: 'How many entries a run by hand shows, the newest of those that would be new',
    },
    {
      displayName: 'Redeliver After (Seconds)',
      name: 'redeliverAfterSeconds',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 0, maxValue: LIMITS.delivery.maxLeaseSeconds },
      default: 0,
      description:
        'How long entries that are not acknowledged are left alone before they are offered again. 0: at the next check.',
    },
    saveStateInManualRuns,
    {
      displayName: 'Timeout (Seconds)',
      name: 'timeoutSeconds',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: LIMITS.timeoutSeconds.max },
      default: 15,
      description: 'Longest time for one request, from looking up the host to the last byte',
    },
    {
      displayName: 'User Agent',
      name: 'userAgent',
      type: 'string',
      noDataExpression: true,
      default: '',
      placeholder: 'Mozilla/5.0 (compatible; n8n-nodes-internet-tools)',
      description: 'Name under which pages are asked for. Empty: the name of this package.',
    },
  ],
};

/** Options of another offer. */
export const redeliverOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: forOperations('redeliver'),
  options: [alwaysEmitSummary, digestLanguage],
};
