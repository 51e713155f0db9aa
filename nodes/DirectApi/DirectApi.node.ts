import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import type * as Execution from './execute';
import { properties } from './properties';

/** Market data from Twelve Data, Alpha Vantage, CoinGecko and Yahoo Finance. */
export class DirectApi implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'DirectAPI',
    name: 'directApi',
    icon: { light: 'file:directApi.svg', dark: 'file:directApi.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle:
      '={{ $parameter["operation"] + ": " + ($parameter["operation"] === "search" ? $parameter["query"] : $parameter["symbol"]) }}',
    description:
      'Get quotes, price history, crypto and exchange rates, or search symbols, with the time and source of each number. Do not use a price without fetchedAt; where dataAsOf is null, say that its time is unknown.',
    defaults: { name: 'DirectAPI' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [
      { name: 'alphaVantageApi', required: true, displayOptions: { show: { provider: ['alphavantage'] } } },
      {
        name: 'coinGeckoApi',
        required: false,
        displayOptions: { show: { provider: ['auto', 'coingecko'] } },
      },
      {
        name: 'twelveDataApi',
        required: false,
        displayOptions: { show: { provider: ['auto', 'twelvedata'] } },
      },
    ],
    properties,
  };

  // Loaded at the first run: n8n loads every node when it starts, used or not.
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const { execute } = require('./execute') as typeof Execution;
    return execute(this);
  }
}
