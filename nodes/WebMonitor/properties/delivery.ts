import type { INodeProperties } from 'n8n-workflow';

const onRead = {
  name: 'Once, as Soon as Read',
  value: 'onRead',
  description: 'An entry is reported once. If a later node fails, it is not offered again.',
};
const acknowledge = {
  name: 'Until Acknowledged',
  value: 'acknowledge',
  description:
    'Entries are offered again until a WebMonitor node with the operation Acknowledge confirms them',
};

/** As a tool the node cannot see what follows, so there the form asks. */
export const deliveryProperties: INodeProperties[] = [
  {
    displayName: 'Delivery',
    name: 'delivery',
    type: 'options',
    noDataExpression: true,
    default: 'auto',
    options: [
      {
        name: 'Automatic',
        value: 'auto',
        description: 'Until acknowledged where an enabled WebMonitor Acknowledge node follows, else once',
      },
      onRead,
      acknowledge,
    ],
    description: 'What happens to entries when something after this node fails',
    displayOptions: { show: { operation: ['check', 'redeliver'] }, hide: { '@tool': [true] } },
  },
  {
    displayName: 'Delivery',
    name: 'delivery',
    type: 'options',
    noDataExpression: true,
    required: true,
    default: '',
    options: [
      {
        name: 'Choose …',
        value: '',
        description: 'A tool cannot see what its agent does with the entries, so it must be told',
      },
      onRead,
      acknowledge,
    ],
    description: 'What happens to entries when the agent fails after it read them',
    displayOptions: { show: { operation: ['check', 'redeliver'], '@tool': [true] } },
  },
];
