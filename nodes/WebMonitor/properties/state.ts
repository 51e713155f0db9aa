import type { INodeProperties } from 'n8n-workflow';
import { forOperations } from './operation';

/** Picks a scope from those that the database holds, or takes a name. */
const scopeLocator: INodeProperties = {
  displayName: 'Scope',
  name: 'scope',
  type: 'resourceLocator',
  noDataExpression: true,
  default: { mode: 'list', value: '' },
  required: true,
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Select a scope …',
      typeOptions: { searchListMethod: 'searchScopes', searchable: true },
    },
    { displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. market-watch' },
  ],
};

/** Whose state, and where it lies. The same for all operations. */
export const stateProperties: INodeProperties[] = [
  {
    ...scopeLocator,
    displayName: 'Adopt From',
    name: 'fromScope',
    description:
      'The scope whose state is moved here. It keeps none: a workflow that still checks with it starts anew, with a first check. A workflow that never named one has its ID as scope.',
    displayOptions: forOperations('adopt'),
  },
  {
    displayName: 'State Of',
    name: 'stateOf',
    type: 'options',
    noDataExpression: true,
    default: 'workflow',
    options: [
      {
        name: 'Named Scope',
        value: 'scope',
        description: 'State that several workflows share, or that of another workflow',
      },
      { name: 'This Workflow', value: 'workflow', description: 'State of its own for every workflow' },
    ],
    description: 'Where to look for what is already known',
  },
  {
    ...scopeLocator,
    description: 'Name of the shared state, or the ID of the other workflow',
    displayOptions: { show: { stateOf: ['scope'] } },
  },
  {
    displayName: 'Database',
    name: 'database',
    type: 'options',
    noDataExpression: true,
    default: 'sqlite',
    options: [
      {
        name: 'PostgreSQL',
        value: 'postgres',
        description: 'For n8n in queue mode, where several workers need the same state',
      },
      { name: 'SQLite', value: 'sqlite', description: 'One file on the disk of n8n, nothing to set up' },
    ],
    description: 'Where the state is kept',
  },
  {
    displayName: 'Database File',
    name: 'databaseFile',
    type: 'string',
    noDataExpression: true,
    default: '',
    placeholder: 'e.g. state.db',
    description: 'A file inside the folder of n8n. Empty: internet-tools/state.db there.',
    displayOptions: { show: { database: ['sqlite'] } },
  },
  {
    displayName: 'Schema',
    name: 'schema',
    type: 'string',
    noDataExpression: true,
    default: 'public',
    description: 'Schema of the database in which the tables lie',
    displayOptions: { show: { database: ['postgres'] } },
  },
];
