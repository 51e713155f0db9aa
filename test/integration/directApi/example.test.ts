import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { DirectApi } from '../../../nodes/DirectApi/DirectApi.node';
import { closeRuntime } from '../../../lib/runtime';
import { marketSite } from '../../helpers/marketSite';
import { runWorkflow } from '../../helpers/runNode';

interface SavedNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: INodeParameters;
  readonly onError?: 'continueRegularOutput';
}
const file = path.resolve(__dirname, '../../../examples/price-alert.workflow.json');
const example: { nodes: SavedNode[]; connections: Record<string, { main: { node: string }[][] }> } =
  JSON.parse(readFileSync(file, 'utf8'));
const saved = (name: string): SavedNode => {
  const node = example.nodes.find((other) => other.name === name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return node;
};

/** Stands in for a node of n8n itself: what it does with each item is evaluated by n8n. */
const standIn = (name: string, fields: readonly string[]): INodeType => ({
  description: {
    displayName: name,
    name,
    group: ['transform'],
    version: 1,
    description: name,
    defaults: { name },
    inputs: ['main'],
    outputs: ['main'],
    properties: fields.map((field) => ({ displayName: field, name: field, type: 'string', default: '' })),
  },
  execute() {
    const items = this.getInputData().map((item, index) => ({
      json: {
        ...item.json,
        ...Object.fromEntries(fields.map((field) => [field, this.getNodeParameter(field, index) as string])),
      },
      pairedItem: { item: index },
    }));
    return Promise.resolve([items]);
  },
});

it('links nodes that exist, and leads from the quote over the condition to the mail', () => {
  const names = new Set(example.nodes.map(({ name }) => name));
  for (const [from, { main }] of Object.entries(example.connections))
    for (const { node } of main.flat()) expect([names.has(from), names.has(node)]).toEqual([true, true]);
  expect(example.connections['Quote']?.main.flat().map(({ node }) => node)).toEqual(['Beyond a Limit?']);
  expect(example.connections['Beyond a Limit?']?.main[0]?.map(({ node }) => node)).toEqual(['Mail Alert']);
});

it('sets only fields that the node has', () => {
  const known = new DirectApi().description.properties.map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining(Object.keys(saved('Quote').parameters)));
});

it('mails only what is beyond its limits and has a time; a symbol that fails stops nothing', async () => {
  const site = await marketSite();
  const chart = (symbol: string, price: number, time: number | null) =>
    JSON.stringify({
      chart: {
        result: [{ meta: { symbol, currency: 'USD', regularMarketPrice: price, regularMarketTime: time } }],
      },
    });
  site.on('yahoo', (url) => {
    const symbol = url.pathname.split('/').at(-1) ?? '';
    if (symbol === 'GONE') return '{"chart":{"result":null,"error":null}}';
    return chart(
      symbol,
      symbol === 'HIGH' || symbol === 'TIMELESS' ? 300 : 200,
      symbol === 'TIMELESS' ? null : 1778682240,
    );
  });
  const quote = saved('Quote');
  const conditions = saved('Beyond a Limit?').parameters['conditions'] as unknown as {
    conditions: { leftValue: string }[];
  };
  const [price, time] = conditions.conditions.map(({ leftValue }) => leftValue);
  try {
    const { output } = await runWorkflow(
      [
        { name: 'Each Symbol', type: standIn('pass', []) },
        {
          name: 'Quote',
          type: new DirectApi(),
          parameters: {
            ...quote.parameters,
            options: { yahooBaseUrl: `${site.url}/yahoo`, yahooPerMinute: 10_000 },
          },
          settings: { onError: quote.onError ?? 'stopWorkflow' },
        },
        {
          name: 'Condition',
          type: standIn('condition', ['price', 'time', 'text']),
          parameters: {
            price: price ?? '',
            time: time ?? '',
            text: saved('Mail Alert').parameters['text'] ?? '',
          },
        },
      ],
      { Start: [['Each Symbol']], 'Each Symbol': [['Quote']], Quote: [['Condition']] },
      { items: ['GONE', 'HIGH', 'CALM', 'TIMELESS'].map((symbol) => ({ symbol, below: 100, above: 250 })) },
    );
    const mailed = output('Condition').filter((item) => item['price'] === true && item['time'] === true);
    expect(output('Condition')).toHaveLength(4);
    expect(mailed.map((item) => (item['data'] as IDataObject)['symbol'])).toEqual(['HIGH']);
    expect(mailed[0]?.['text']).toContain('HIGH stands at 300 USD (limits 100 and 250).');
    expect(mailed[0]?.['text']).toContain('Price as of 2026-05-13T14:24:00.000Z');
  } finally {
    await closeRuntime();
    await site.close();
  }
});
