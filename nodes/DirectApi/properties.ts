import type { INodeProperties } from 'n8n-workflow';
import { options } from './options';

const operation: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  // An AI agent may choose the operation: all of them only read.
  noDataExpression: false,
  default: 'quote',
  options: [
    {
      name: 'Crypto',
      value: 'crypto',
      action: 'Get price of a coin',
      description: 'Price of a coin in a currency, with change and volume of 24 hours where known',
    },
    {
      name: 'Forex',
      value: 'forex',
      action: 'Get exchange rate',
      description: 'How much of the second currency one unit of the first one buys',
    },
    {
      name: 'History',
      value: 'history',
      action: 'Get price history',
      description: 'Open, high, low, close and volume per interval, oldest first',
    },
    {
      name: 'Quote',
      value: 'quote',
      action: 'Get quote',
      description: 'Latest price of a share, fund, index or pair',
    },
    {
      name: 'Search',
      value: 'search',
      action: 'Search symbols',
      description: 'Find the symbol or coin ID that belongs to a name',
    },
  ],
};

const provider: INodeProperties = {
  displayName: 'Provider',
  name: 'provider',
  type: 'options',
  noDataExpression: true,
  default: 'auto',
  options: [
    {
      name: 'Alpha Vantage (Needs a Key)',
      value: 'alphavantage',
      description: 'All operations, at most 100 points of history',
    },
    {
      name: 'Automatic (No Key Needed)',
      value: 'auto',
      description: 'Twelve Data if its credential is set, else Yahoo Finance; CoinGecko for coins',
    },
    {
      name: 'CoinGecko (Key Is Optional)',
      value: 'coingecko',
      description: 'Crypto, search, and history of coins in 5 minutes, hours and days',
    },
    { name: 'Twelve Data (Needs a Key)', value: 'twelvedata', description: 'All operations' },
    { name: 'Yahoo Finance (No Key)', value: 'yahoo', description: 'All operations, unofficial' },
  ],
  description: 'Who is asked. The result names the provider that answered.',
};

/** The form of the node, in the order in which it is read. */
export const properties: INodeProperties[] = [
  operation,
  provider,
  {
    displayName: 'Symbol',
    name: 'symbol',
    type: 'string',
    default: '',
    placeholder: 'e.g. AAPL, VOD.L, EUR/USD, BTC',
    description:
      'One symbol. Shares: AAPL, BRK.B, with the exchange VOD.L or SAP.DE. Indices: ^GSPC. Currencies: EUR/USD. Coins: BTC, BTC/EUR, or the CoinGecko ID as ID:bitcoin.',
    displayOptions: { hide: { operation: ['search'] } },
  },
  {
    displayName: 'Search Text',
    name: 'query',
    type: 'string',
    default: '',
    placeholder: 'e.g. Vodafone',
    description: 'Name of a company, fund or coin, or the beginning of a symbol',
    displayOptions: { show: { operation: ['search'] } },
  },
  {
    displayName: 'Currency',
    name: 'currency',
    type: 'string',
    default: '',
    placeholder: 'e.g. USD',
    description: 'Currency of the price. Empty: that of the pair, else USD.',
    displayOptions: { show: { operation: ['crypto'] } },
  },
  {
    displayName: 'Interval',
    name: 'interval',
    type: 'options',
    default: '1day',
    options: [
      { name: '1 Day', value: '1day' },
      { name: '1 Hour', value: '1h' },
      { name: '1 Minute', value: '1min' },
      { name: '5 Minutes', value: '5min' },
    ],
    description: 'Length of each candle: 1min, 5min, 1h or 1day',
    displayOptions: { show: { operation: ['history'] } },
  },
  {
    displayName: 'Output Size',
    name: 'outputSize',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 500 },
    default: 30,
    description: 'How many candles, 1 to 500; the newest are taken',
    displayOptions: { show: { operation: ['history'] } },
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    noDataExpression: true,
    default: 'one',
    options: [
      { name: 'One Item', value: 'one', description: 'All candles or matches in one item' },
      {
        name: 'One Item per Candle or Match',
        value: 'each',
        description: 'Each with its own time and the same source',
      },
    ],
    description: 'How the result is divided into items; an AI agent always gets one',
    displayOptions: { show: { operation: ['history', 'search'] } },
  },
  options,
];
