import type { INodeProperties } from 'n8n-workflow';

export const OPERATIONS = [
  'acknowledge',
  'adopt',
  'backup',
  'check',
  'history',
  'redeliver',
  'reset',
  'status',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Shown only for these operations. */
export function forOperations(...operations: Operation[]): NonNullable<INodeProperties['displayOptions']> {
  return { show: { operation: operations } };
}

export const operationProperty: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: 'check',
  options: [
    {
      name: 'Acknowledge',
      value: 'acknowledge',
      action: 'Acknowledge delivered entries',
      description:
        'Confirm that everything after the check went well, so that its entries are not offered again',
    },
    {
      name: 'Adopt',
      value: 'adopt',
      action: 'Adopt state of another scope',
      description:
        'Move here what another workflow knows, after a workflow was copied or imported again. The other one then starts anew.',
    },
    {
      name: 'Backup',
      value: 'backup',
      action: 'Back up state',
      description: 'Write a consistent copy of the SQLite database beside it',
    },
    {
      name: 'Check',
      value: 'check',
      action: 'Check for new entries',
      description: 'Fetch the watched pages and report only the entries that are new since the last check',
    },
    {
      name: 'History',
      value: 'history',
      action: 'Get recorded entries',
      description:
        'List entries of a monitor that earlier checks recorded, newest first, without any request',
    },
    {
      name: 'Redeliver',
      value: 'redeliver',
      action: 'Offer entries again',
      description: 'Offer a batch, or everything since a time, once more',
    },
    {
      name: 'Reset',
      value: 'reset',
      action: 'Forget state of a monitor',
      description: 'Forget everything a monitor knows; its next check is a first check again',
    },
    {
      name: 'Status',
      value: 'status',
      action: 'Get status of monitors',
      description: 'Tell last check, last success, failures, pending entries and health, without any request',
    },
  ],
};
