import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodeType } from 'n8n-workflow';
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

it('links nodes that exist, and remembers a side only after its mail', () => {
  const names = new Set(example.nodes.map(({ name }) => name));
  for (const [from, { main }] of Object.entries(example.connections))
    for (const { node } of main.flat()) expect([names.has(from), names.has(node)]).toEqual([true, true]);
  const after = (name: string) => example.connections[name]?.main.map((to) => to.map(({ node }) => node));
  expect(after('Quote')).toEqual([['On Which Side']]);
  expect(after('On Which Side')).toEqual([['Price Known?']]);
  expect(after('Price Known?')).toEqual([['Side Has Changed'], []]);
  expect(after('Side Has Changed')).toEqual([['Beyond a Limit?']]);
  expect(after('Beyond a Limit?')).toEqual([['Mail Alert'], ['Remember Side']]);
  expect(after('Mail Alert')).toEqual([['Remember Side']]);
});

it('sets only fields that the node has', () => {
  const known = new DirectApi().description.properties.map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining(Object.keys(saved('Quote').parameters)));
});

const PRICES: Readonly<Record<string, number>> = { HIGH: 300, LOW: 90, TIMELESS: 300 };

it('puts every price on a side of its limits, and what has no price or no time on none', async () => {
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
    const price = PRICES[symbol] ?? 200;
    return chart(symbol, price, symbol === 'TIMELESS' ? null : 1778682240);
  });
  const quote = saved('Quote');
  const { assignments } = saved('On Which Side').parameters['assignments'] as unknown as {
    assignments: { name: string; value: string }[];
  };
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
          name: 'On Which Side',
          type: standIn(
            'side',
            assignments.map(({ name }) => name),
          ),
          parameters: Object.fromEntries(assignments.map(({ name, value }) => [name, value])),
        },
      ],
      { Start: [['Each Symbol']], 'Each Symbol': [['Quote']], Quote: [['On Which Side']] },
      {
        items: [
          ...['GONE', 'HIGH', 'LOW', 'CALM', 'TIMELESS'].map((symbol) => ({
            symbol,
            below: 100,
            above: 250,
          })),
          { symbol: 'LOW', above: 250 },
        ],
      },
    );
    expect(output('On Which Side').map((item) => [item['watch'], item['side']])).toEqual([
      ['GONE: 100 to 250', 'unknown'],
      ['HIGH: 100 to 250', 'above'],
      ['LOW: 100 to 250', 'below'],
      ['CALM: 100 to 250', 'within'],
      ['TIMELESS: 100 to 250', 'unknown'],
      ['LOW: no limit to 250', 'within'],
    ]);
    const high = output('On Which Side')[1];
    expect(high?.['subject']).toBe('HIGH: 300');
    expect(high?.['text']).toContain('HIGH stands at 300 USD (limits 100 and 250).');
    expect(high?.['text']).toContain('Price as of 2026-05-13T14:24:00.000Z');
  } finally {
    await closeRuntime();
    await site.close();
  }
});
