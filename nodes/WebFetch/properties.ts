import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../lib/limits';
import { optionsProperty } from './properties.options';

/** Prefilled, since an empty list allows nothing; the builder of the workflow edits it. */
const PREFILLED_DOMAINS = [
  'reuters.com',
  'bloomberg.com',
  'sec.gov',
  'feeds.finance.yahoo.com',
  'reddit.com',
  'capitoltrades.com',
];

const forFetch = { show: { operation: ['fetch'] } };
const forRss = { show: { operation: ['rss'] } };

/** The form. An expression or an AI agent may choose URL, selector and format; everything else is fixed. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'fetch',
    options: [
      {
        name: 'Fetch',
        value: 'fetch',
        description: 'Read a page, plain text or JSON as text',
        action: 'Fetch a page as text',
      },
      {
        name: 'RSS',
        value: 'rss',
        description: 'Read an RSS, Atom or JSON feed as entries, newest first',
        action: 'Read the entries of a feed',
      },
    ],
  },
  {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. https://www.reuters.com/markets/',
    description: 'Complete address (http or https) on one of the allowed domains',
  },
  {
    displayName: 'Allowed Domains',
    name: 'allowedDomains',
    type: 'string',
    noDataExpression: true,
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
    default: PREFILLED_DOMAINS,
    placeholder: 'e.g. example.com',
    description:
      'Hosts that may be asked, redirects included; each admits its subdomains. An empty list allows nothing. Fixed: neither expressions nor an AI agent can change it.',
  },
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    default: 'text',
    options: [
      {
        name: 'Main Content',
        value: 'main',
        description: 'Only the article or list the page is about, as text',
      },
      { name: 'Markdown', value: 'markdown', description: 'The whole page with headings, lists and links' },
      { name: 'Whole Page Text', value: 'text', description: 'Everything a reader sees' },
    ],
    description: 'What to make of an HTML page; plain text and JSON are passed on as they are',
    displayOptions: forFetch,
  },
  {
    displayName: 'Selector',
    name: 'selector',
    type: 'string',
    default: '',
    placeholder: 'e.g. table.trades',
    description: 'CSS selector of the part to read. Empty: the whole page.',
    displayOptions: forFetch,
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    noDataExpression: true,
    default: 'result',
    options: [
      {
        name: 'One Item per Entry',
        value: 'entry',
        description: 'Each entry with times and source of its own',
      },
      {
        name: 'One Item per Feed',
        value: 'result',
        description: 'One item with all entries in data.entries',
      },
    ],
    description: 'How many items a feed gives',
    displayOptions: forRss,
  },
  {
    displayName: 'Max Entries',
    name: 'maxEntries',
    type: 'number',
    noDataExpression: true,
    typeOptions: { minValue: 1, maxValue: LIMITS.feedEntries.max, numberPrecision: 0 },
    default: 20,
    description: `How many of the newest entries to give, at most ${LIMITS.feedEntries.max}`,
    displayOptions: forRss,
  },
  optionsProperty,
];
