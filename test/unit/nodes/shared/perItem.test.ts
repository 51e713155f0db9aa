import { type IExecuteFunctions, type INodeType } from 'n8n-workflow';
import { ToolError } from '../../../../lib/errors';
import { isTool, runContext } from '../../../../nodes/shared/runContext';
import { perItem, type Results } from '../../../../nodes/shared/perItem';
import { runNode, runTool } from '../../../helpers/runNode';

type Run = (this: IExecuteFunctions, itemIndex: number) => Promise<Results> | Results;

/** A node whose work is the given function, with two outputs. */
function nodeOf(run: Run): INodeType {
  return {
    description: {
      displayName: 'Probe',
      name: 'probe',
      group: ['transform'],
      version: 1,
      description: 'Runs a function',
      defaults: { name: 'Probe' },
      inputs: ['main'],
      outputs: ['main', 'main'],
      properties: [
        { displayName: 'Fixed', name: 'fixed', type: 'string', default: '', noDataExpression: true },
      ],
    },
    execute() {
      return perItem(this, 2, async (index) => run.call(this, index));
    },
  };
}

const limited = () =>
  new ToolError('RATE_LIMITED', 'example.com asks to wait. Try again in 7 s.', {
    status: 429,
    retryAfterMs: 7000,
  });

describe('perItem', () => {
  it('links every item to the one it came from, on both outputs', async () => {
    const node = nodeOf((index) => [[{ first: index }, { second: index }], [{ sum: index }]]);
    const run = await runNode(node, {}, { items: [{}, {}] });
    expect(run.items('Node').map((item) => item.pairedItem)).toEqual([
      { item: 0 },
      { item: 0 },
      { item: 1 },
      { item: 1 },
    ]);
    expect(run.output('Node', 1)).toEqual([{ sum: 0 }, { sum: 1 }]);
    expect(run.items('Node', 1)[1]?.pairedItem).toEqual({ item: 1 });
  });

  it('ends the run with an error that names the item', async () => {
    const run = await runNode(
      nodeOf((index) => {
        if (index === 1) throw limited();
        return [[{ index }]];
      }),
      {},
      { items: [{}, {}] },
    );
    const error = run.error('Node');
    expect(error).toMatchObject({
      name: 'NodeApiError',
      message: 'example.com asks to wait. Try again in 7 s.',
      description: 'Code RATE_LIMITED, HTTP status 429, worth another try in 7 s',
      httpCode: '429',
      failure: { cause: 'rate-limited', retryAfterMs: 7000 },
      context: { itemIndex: 1 },
    });
  });

  it('gives one error item for one bad item when it may go on', async () => {
    const node = nodeOf((index) => {
      if (index === 1) throw limited();
      return [[{ index }]];
    });
    const run = await runNode(
      node,
      {},
      { items: [{}, {}, {}], settings: { onError: 'continueRegularOutput' } },
    );
    expect(run.output('Node')).toEqual([
      { index: 0 },
      {
        error: 'example.com asks to wait. Try again in 7 s.',
        details: { code: 'RATE_LIMITED', status: 429, retryAfterMs: 7000 },
      },
      { index: 2 },
    ]);
    expect(run.items('Node')[1]?.pairedItem).toEqual({ item: 1 });
  });

  it('sends error items to the error output where the node has one', async () => {
    const node = nodeOf((index) => {
      if (index === 0) throw limited();
      return [[{ index }], [{ sum: index }]];
    });
    const run = await runNode(node, {}, { items: [{}, {}], settings: { onError: 'continueErrorOutput' } });
    expect(run.output('Node', 0)).toEqual([{ index: 1 }]);
    expect(run.output('Node', 1)).toEqual([{ sum: 1 }]);
    expect(run.output('Node', 2)).toMatchObject([{ details: { code: 'RATE_LIMITED' } }]);
  });

  it('hands out copies: what a later node changes stays its own', async () => {
    const shared = { list: [1] };
    const run = await runNode(
      nodeOf(() => [[shared], [shared]]),
      {},
    );
    (run.output('Node')[0]?.list as number[]).push(2);
    expect(shared.list).toEqual([1]);
    expect(run.output('Node', 1)).toEqual([{ list: [1] }]);
  });

  it('lets no Infinity and no NUL out', async () => {
    const run = await runNode(
      nodeOf(() => [[{ price: Infinity, text: 'a\0b' }]]),
      {},
    );
    expect(run.output('Node')).toEqual([{ price: null, text: 'ab' }]);
  });

  it('never turns a stopped execution into an error item', async () => {
    const stop = new AbortController();
    const node = nodeOf(function () {
      stop.abort();
      throw new ToolError('CANCELLED', 'The execution was stopped.');
    });
    const run = await runNode(
      node,
      {},
      { signal: stop.signal, settings: { onError: 'continueRegularOutput' } },
    );
    expect(run.output('Node')).not.toMatchObject([{ details: { code: 'CANCELLED' } }]);
    expect(run.run.status).toBe('canceled');
  });

  it('tells an agent the code, the status and when to try again, whoever runs the tool', async () => {
    const node = nodeOf(() => {
      throw limited();
    });
    expect(await runTool(node, {}, {}, { way: 'direct' })).toEqual([
      {
        error: 'example.com asks to wait. Try again in 7 s.',
        details: { code: 'RATE_LIMITED', status: 429, retryAfterMs: 7000 },
      },
    ]);
    // the engine hands on only the sentence
    expect(await runTool(node, {}, {}, { way: 'engine' })).toEqual([
      {
        error:
          'example.com asks to wait. Try again in 7 s. (Code RATE_LIMITED, HTTP status 429, worth another try in 7 s)',
      },
    ]);
  });
});

describe('runContext', () => {
  const told = (tell: (functions: IExecuteFunctions) => object) =>
    nodeOf(function () {
      return [[tell(this)]];
    });

  it.each(['engine', 'direct'] as const)('knows an agent that asks (%s)', async (way) => {
    expect(
      await runTool(
        told((functions) => ({ tool: isTool(functions) })),
        {},
        {},
        { way },
      ),
    ).toEqual([{ tool: true }]);
  });

  it('tells the run apart: mode, workflow, execution, time zone, folder, filter, signal', async () => {
    const node = told((functions) => {
      const { egressFilter, signal, n8nFolder, ...plain } = runContext(functions);
      return {
        ...plain,
        filter: typeof egressFilter?.validateUrl,
        signal: signal?.aborted,
        folder: n8nFolder.endsWith('.n8n'),
      };
    });
    const run = await runNode(
      node,
      {},
      { mode: 'manual', executionId: 'e7', workflowId: 'w3', timezone: 'Asia/Tokyo' },
    );
    expect(run.output('Node')).toEqual([
      {
        mode: 'manual',
        isTool: false,
        workflowId: 'w3',
        executionId: 'e7',
        timezone: 'Asia/Tokyo',
        filter: 'function',
        signal: false,
        folder: true,
      },
    ]);
  });

  it('has no workflow id before the first save', async () => {
    const run = await runNode(
      told((functions) => ({ id: runContext(functions).workflowId })),
      {},
      { workflowId: undefined },
    );
    expect(run.output('Node')).toEqual([{ id: null }]);
  });
});
