import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../lib/limits';

const fetchOnly = { show: { '/operation': ['fetch'] } };

/** Limits and rarely used settings: fixed values all of them, never an agent's choice. */
export const optionsProperty: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  noDataExpression: true,
  placeholder: 'Add Option',
  default: {},
  options: [
    {
      displayName: 'Allow Private Network',
      name: 'allowPrivateNetwork',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description:
        'Whether addresses of the local machine and of private networks may be asked; the allowed domains apply all the same',
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
    },
    {
      displayName: 'Include Hidden Parts',
      name: 'includeHidden',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description: 'Whether to keep parts that the page hides from its readers',
      displayOptions: fetchOnly,
    },
    {
      displayName: 'Include Links',
      name: 'includeLinks',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description: 'Whether to list the links of what was read, with absolute addresses',
      displayOptions: fetchOnly,
    },
    {
      displayName: 'Max Response (KB)',
      name: 'maxResponseKb',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: LIMITS.responseKb.max, numberPrecision: 0 },
      default: 512,
      description: `Decoded size at which a page is cut and a feed or JSON document is refused, at most ${LIMITS.responseKb.max}`,
    },
    {
      displayName: 'Max Text (Characters)',
      name: 'maxTextChars',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 0, numberPrecision: 0 },
      default: 0,
      description:
        'Length at which the text of a page, or each text of an entry, is cut; the answer says so. 0: not cut, except as a tool, where a page is cut at 20,000 and an entry at 1,000.',
    },
    {
      displayName: 'Prefer Page Date',
      name: 'preferPageDate',
      type: 'boolean',
      noDataExpression: true,
      default: false,
      description:
        'Whether dataAsOf is the date that the page itself states before it is one of the server. Default order: Last-Modified, Date header, page.',
      displayOptions: fetchOnly,
    },
    {
      displayName: 'Timeout (Seconds)',
      name: 'timeoutSeconds',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: LIMITS.timeoutSeconds.max, numberPrecision: 0 },
      default: 15,
      description: `Time for the whole request with its redirects and the reading, at most ${LIMITS.timeoutSeconds.max}`,
    },
    {
      displayName: 'User Agent',
      name: 'userAgent',
      type: 'string',
      noDataExpression: true,
      default: '',
      description: 'How the request names itself. Empty: the name of this package.',
    },
    {
      displayName: 'When Nothing Matches',
      name: 'whenNothingMatches',
      type: 'options',
      noDataExpression: true,
      default: 'wholePage',
      options: [
        { name: 'Empty Text', value: 'empty' },
        { name: 'Error', value: 'error' },
        { name: 'Whole Page', value: 'wholePage' },
      ],
      description: 'What to do when the selector matches nothing; unless it is an error, a warning says so',
      displayOptions: fetchOnly,
    },
  ],
};
