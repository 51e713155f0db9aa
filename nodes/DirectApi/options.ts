import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../lib/limits';

const { market, timeoutSeconds } = LIMITS;

/** Rarely needed settings, all of them for the builder of the workflow alone. */
export const options: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  noDataExpression: true,
  placeholder: 'Add Option',
  default: {},
  options: [
    {
      displayName: 'Cache Time (Seconds)',
      name: 'cacheTtlSeconds',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 0, maxValue: market.cacheSeconds.max },
      default: market.cacheSeconds.default,
      description:
        'How old an answer may be that is given again without a request. It keeps the time of its request and is marked as cached. 0 asks every time.',
    },
    {
      displayName: 'Fall Back to Yahoo Finance',
      name: 'fallback',
      type: 'boolean',
      noDataExpression: true,
      default: true,
      description:
        'Whether Yahoo Finance, which needs no key, is asked when the provider fails, is at its limit or does not know the symbol. The result then lists the attempts.',
    },
    {
      displayName: 'Timeout (Seconds)',
      name: 'timeoutSeconds',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: timeoutSeconds.max },
      default: timeoutSeconds.default,
      description: 'Longest time for one request, all of it',
    },
    {
      displayName: 'Wait For Rate Limit (Minutes)',
      name: 'waitMinutes',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 0, maxValue: market.waitMinutes.max },
      default: market.waitMinutes.default,
      description:
        'How long one run may wait, all its items together, until the limit of a key leaves room. What does not fit ends in RATE_LIMITED with the time to try again. An AI agent never waits.',
    },
    {
      displayName: 'Yahoo Base URL',
      name: 'yahooBaseUrl',
      type: 'string',
      noDataExpression: true,
      default: '',
      placeholder: 'e.g. https://query2.finance.yahoo.com',
      description: 'Another address for Yahoo Finance, https only. Empty: its usual one.',
    },
    {
      displayName: 'Yahoo Requests per Minute',
      name: 'yahooPerMinute',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: market.perMinute.max },
      default: market.perMinute.yahoo,
      description:
        'Spread evenly over the minute, for all workflows together; Yahoo blocks addresses that ask too often',
    },
  ],
};
