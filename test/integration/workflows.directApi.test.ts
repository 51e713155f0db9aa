import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DirectApi } from '../../nodes/DirectApi/DirectApi.node';
import { closeRuntime } from '../../lib/runtime';
import { KEY, marketSite, type MarketSite } from '../helpers/marketSite';
import { runNode, runTool, runWorkflow, type RunOptions } from '../helpers/runNode';

const node = new DirectApi();
let site: MarketSite;

beforeEach(async () => {
  site = await marketSite();
});

afterEach(async () => {
  await closeRuntime();
  await site.close();
});

const credentials = () => ({
  twelveDataApi: { apiKey: KEY, baseUrl: `${site.url}/twelvedata`, requestsPerMinute: 8 },
  coinGeckoApi: { apiKey: KEY, plan: 'demo', baseUrl: `${site.url}/coingecko`, requestsPerMinute: 30 },
});
const form = (more: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
  provider: 'auto',
  options: { yahooBaseUrl: `${site.url}/yahoo`, yahooPerMinute: 10_000, ...options },
  ...more,
});
const run = (parameters: INodeParameters, options: RunOptions = {}, settings = {}) =>
  runNode(node, parameters, { credentials: credentials(), settings, ...options });
const bySymbol = (url: URL): string =>
  url.searchParams.get('symbol') === 'NOPE'
    ? '{"code":404,"message":"not found","status":"error"}'
    : JSON.stringify({ symbol: url.searchParams.get('symbol'), close: '1.5', datetime: '2026-05-12' });

describe('DirectAPI in a workflow', () => {
  it('gives one envelope per item, linked to it, and asks Twelve Data when its credential is set', async () => {
    site.on('twelvedata', bySymbol);
    const { items } = await run(form({ operation: 'quote', symbol: '={{ $json.ticker }}' }), {
      items: [{ ticker: 'AAA' }, { ticker: 'BBB' }],
    });
    expect(
      items('Node').map(({ json, pairedItem }) => [(json['data'] as IDataObject)['symbol'], pairedItem]),
    ).toEqual([
      ['AAA', { item: 0 }],
      ['BBB', { item: 1 }],
    ]);
    expect(items('Node')[0]?.json).toMatchObject({ dataAsOf: '2026-05-12', provider: 'twelvedata' });
  });

  it('asks Yahoo without any credential', async () => {
    site.on('yahoo', 'chart-market-open.json');
    const { output } = await run(form({ operation: 'quote', symbol: 'ACME' }), { credentials: {} });
    expect(output('Node')).toMatchObject([{ provider: 'yahoo', data: { price: 102.5 } }]);
  });

  it('turns one bad symbol into one error item, and the others arrive', async () => {
    site.on('twelvedata', bySymbol);
    const { output } = await run(
      form({ operation: 'quote', symbol: '={{ $json.ticker }}' }, { fallback: false }),
      { items: [{ ticker: 'AAA' }, { ticker: 'NOPE' }, { ticker: '' }, { ticker: 'BBB' }] },
      { onError: 'continueRegularOutput' },
    );
    expect(
      output('Node').map((item) => (item['details'] as IDataObject | undefined)?.['code'] ?? 'ok'),
    ).toEqual(['ok', 'NOT_FOUND', 'INVALID_REQUEST', 'ok']);
  });

  it('gives one item per candle, each with its own time', async () => {
    site.on('twelvedata', 'series-daily-newest-first.json');
    const { output } = await run(
      form({ operation: 'history', symbol: 'ACME', interval: '1day', outputSize: 3, output: 'each' }),
    );
    expect(output('Node').map((item) => [item['dataAsOf'], (item['data'] as IDataObject)['close']])).toEqual([
      ['2026-05-08', 97.5],
      ['2026-05-12', 100],
      ['2026-05-13', 102.5],
    ]);
  });

  it('shows no key in an error', async () => {
    site.on('twelvedata', () => `{"code":400,"message":"bad key ${KEY} given","status":"error"}`);
    const { error, run: execution } = await run(form({ operation: 'quote', symbol: 'ACME' }));
    expect(error('Node')?.message).toContain('Twelve Data');
    expect(JSON.stringify(execution.data.resultData)).not.toContain('SECRET');
  });

  it('names the credential that is missing and the provider that needs none', async () => {
    const { error } = await run(form({ operation: 'quote', symbol: 'ACME', provider: 'twelvedata' }), {
      credentials: {},
    });
    expect(error('Node')?.message).toContain('Twelve Data API');
    expect(error('Node')?.message).toContain('Yahoo Finance');
  });

  it('feeds a condition: only prices beyond the limit go on', async () => {
    site.on('twelvedata', (url) =>
      JSON.stringify({
        symbol: url.searchParams.get('symbol'),
        close: url.searchParams.get('symbol') === 'HIGH' ? '200' : '100',
        datetime: '2026-05-12',
      }),
    );
    const { output } = await runWorkflow(
      [
        {
          name: 'Quote',
          type: node,
          parameters: form({ operation: 'quote', symbol: '={{ $json.symbol }}' }),
        },
        {
          name: 'Again',
          type: node,
          parameters: form({
            operation: 'quote',
            symbol: '={{ $json.data.price > 150 ? $json.data.symbol : "" }}',
          }),
          settings: { onError: 'continueRegularOutput' },
        },
      ],
      { Start: [['Quote']], Quote: [['Again']] },
      { items: [{ symbol: 'LOW' }, { symbol: 'HIGH' }], credentials: credentials() },
    );
    expect(output('Again').map((item) => item['error'] === undefined)).toEqual([false, true]);
    expect(output('Again')[1]).toMatchObject({ cached: true });
  });
});

describe('DirectAPI as a tool of an AI agent', () => {
  const fromAI = (name: string) => `={{ $fromAI('${name}') }}`;

  it.each(['engine', 'direct'] as const)(
    'lets the agent choose operation, symbol, interval and size (%s)',
    async (way) => {
      site.on('yahoo', 'chart-daily-running-bar.json');
      const parameters = form({
        operation: fromAI('operation'),
        provider: 'yahoo',
        symbol: fromAI('symbol'),
        interval: fromAI('interval'),
        outputSize: fromAI('size'),
        output: 'each',
      });
      const query = { operation: 'history', symbol: 'ACME', interval: '1day', size: 2 };
      const [answer, ...more] = await runTool(node, parameters, query, { way, credentials: credentials() });
      expect(more).toEqual([]);
      expect(answer).toMatchObject({
        dataAsOf: '2026-05-13',
        data: { bars: [{ close: 100 }, { close: 102.5 }] },
      });
    },
  );

  it('keeps addresses out of its reach', async () => {
    const parameters = form(
      { operation: 'quote', provider: 'yahoo', symbol: 'ACME' },
      { yahooBaseUrl: fromAI('url') },
    );
    const query = { url: `${site.url}/yahoo` };
    const answers = await runTool(node, parameters, query, { credentials: credentials() }).catch(
      (error: unknown) => error,
    );
    expect(JSON.stringify(answers)).not.toContain('102.5');
    expect(site.seen).toEqual([]);
  });

  it('never waits for a rate limit', async () => {
    site.on('twelvedata', bySymbol);
    const ask = (symbol: string) =>
      runTool(
        node,
        form({ operation: 'quote', symbol, provider: 'twelvedata' }, { fallback: false }),
        {},
        {
          way: 'direct',
          credentials: { twelveDataApi: { ...credentials().twelveDataApi, requestsPerMinute: 1 } },
        },
      );
    expect(await ask('AAA')).toMatchObject([{ data: { price: 1.5 } }]);
    const [second] = await ask('BBB');
    expect(second).toMatchObject({ details: { code: 'RATE_LIMITED' } });
    expect((second?.['details'] as IDataObject)['retryAfterMs']).toBeGreaterThan(50_000);
  });
});
