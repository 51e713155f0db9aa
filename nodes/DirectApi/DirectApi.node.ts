import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { marketData, oneItemPerRow } from '../../lib/directApi';
import { perItem } from '../shared/perItem';
import { runContext } from '../shared/runContext';
import { properties } from './properties';
import { marketRequest, startRun } from './request';
import { marketAnswer } from './toolAnswer';

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

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const context = runContext(this);
    const run = startRun();
    return perItem(this, 1, async (itemIndex) => {
      const { request, settings, isSplit } = await marketRequest(this, itemIndex, context, run);
      const envelope = await marketData(request, settings);
      if (context.isTool) return [[marketAnswer(envelope)]];
      return [isSplit ? oneItemPerRow(envelope) : [envelope]];
    });
  }
}
