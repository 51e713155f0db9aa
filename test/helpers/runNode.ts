import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  ExecutionError,
  IConnections,
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
  IRun,
  ITaskData,
  IWorkflowExecuteAdditionalData,
  WorkflowExecuteMode,
} from 'n8n-workflow';

// n8n-core reads the folder when it is loaded: nothing of a test may touch the user's own.
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'internet-tools-n8n-'));
// eslint-disable-next-line @typescript-eslint/no-require-imports -- must be loaded after the line above
const core = require('n8n-core') as typeof import('n8n-core');
// eslint-disable-next-line @typescript-eslint/no-require-imports -- the same copy that n8n-core has
const n8n = require('n8n-workflow') as typeof import('n8n-workflow');

export interface NodeInWorkflow {
  readonly name: string;
  readonly type: INodeType;
  readonly parameters?: INodeParameters;
  /** Anything else of the node as saved in a workflow: onError, disabled, retryOnFail ... */
  readonly settings?: Partial<INode>;
}

export interface RunOptions {
  readonly items?: readonly IDataObject[];
  /** Default `trigger`: a production run. `manual` is a run by hand on the canvas. */
  readonly mode?: WorkflowExecuteMode;
  /** Decrypted credentials by type. */
  readonly credentials?: Readonly<Record<string, IDataObject>>;
  readonly executionId?: string;
  /** `undefined` explicitly: a workflow that was never saved. */
  readonly workflowId?: string | undefined;
  readonly timezone?: string;
  /** Stops the execution, as the user does. */
  readonly signal?: AbortSignal;
}

export interface WorkflowRun {
  readonly run: IRun;
  /** Items of a node's output (its last run), json only. Empty where the node did not run. */
  output(node: string, index?: number): IDataObject[];
  /** The same with item links. */
  items(node: string, index?: number): INodeExecutionData[];
  /** What was thrown in the node, as the editor shows it. */
  error(node: string): ExecutionError | undefined;
  hints(node: string): string[];
  ran(node: string): boolean;
}

/** Runs one node, named "Node", behind a start node that gives it the items. */
export function runNode(
  type: INodeType,
  parameters: INodeParameters,
  options: RunOptions & { settings?: Partial<INode> } = {},
): Promise<WorkflowRun> {
  const { settings, ...rest } = options;
  return runWorkflow(
    [{ name: 'Node', type, parameters, ...(settings === undefined ? {} : { settings }) }],
    { Start: [['Node']] },
    rest,
  );
}

/**
 * Runs a workflow through n8n's own engine. `links` names, per node and per output, the nodes that follow; the first
 * node is always "Start" and gives the items.
 */
export async function runWorkflow(
  nodes: readonly NodeInWorkflow[],
  links: Readonly<Record<string, readonly (readonly string[])[]>>,
  options: RunOptions = {},
): Promise<WorkflowRun> {
  const { items = [{}], mode = 'trigger' } = options;
  const workflow = workflowOf(nodes, links, options);
  const start = workflow.getNode('Start');
  if (start === null) throw new Error('no start node');
  const execution = n8n.createRunExecutionData({
    executionData: {
      nodeExecutionStack: [{ node: start, data: { main: [items.map((json) => ({ json }))] }, source: null }],
    },
  });
  const engine = new core.WorkflowExecute(additionalData(options), mode, execution);
  const running = engine.processRunExecutionData(workflow);
  options.signal?.addEventListener('abort', () => {
    running.cancel();
  });
  return read(await running);
}

/**
 * Calls a node as an AI agent does. `engine` (agents from version 3 on): the engine runs the tool variant.
 * `direct` (earlier agents): the agent calls the node itself.
 */
export async function runTool(
  type: INodeType,
  parameters: INodeParameters,
  query: IDataObject = {},
  options: RunOptions & { way?: 'engine' | 'direct' } = {},
): Promise<IDataObject[]> {
  const { way = 'engine', mode = 'trigger' } = options;
  const node: NodeInWorkflow = {
    name: 'Node',
    type: toolVariant(type),
    parameters,
    settings: { type: 'test.NodeTool', ...(way === 'engine' ? { rewireOutputLogTo: 'ai_tool' } : {}) },
  };
  const workflow = workflowOf([node], {}, options);
  const tool = workflow.getNode('Node');
  if (tool === null) throw new Error('no tool node');
  const input = [[{ json: query }]];
  const execution = n8n.createRunExecutionData({});
  if (way === 'direct') {
    const executeData = { node: tool, data: { main: input }, source: null };
    const context = new core.SupplyDataContext(
      workflow,
      tool,
      additionalData(options),
      mode,
      execution,
      0,
      input[0] ?? [],
      {},
      'ai_tool',
      executeData,
      [],
      options.signal,
    );
    context.addInputData('ai_tool', input);
    const result = await type.execute?.call(context as never);
    return (Array.isArray(result) ? (result[0] ?? []) : []).map((item) => item.json);
  }
  const task = {
    inputOverride: { ai_tool: input },
    source: [],
    executionIndex: 0,
    executionTime: 0,
    startTime: 0,
  };
  execution.resultData.runData = { Node: [task] };
  if (execution.executionData === undefined) throw new Error('no execution data');
  execution.executionData.nodeExecutionStack = [
    { node: tool, data: { main: input }, source: null, runIndex: 0, metadata: { nodeWasResumed: true } },
  ];
  const run = await new core.WorkflowExecute(
    additionalData(options),
    mode,
    execution,
  ).processRunExecutionData(workflow);
  return (run.data.resultData.runData.Node?.[0]?.data?.ai_tool?.[0] ?? []).map((item) => item.json);
}

/** As n8n derives it: fields for `@tool` look at the name. */
function toolVariant(type: INodeType): INodeType {
  const description = { ...type.description, name: `${type.description.name}Tool` };
  return Object.create(type, { description: { value: description, enumerable: true } }) as INodeType;
}

function workflowOf(
  nodes: readonly NodeInWorkflow[],
  links: Readonly<Record<string, readonly (readonly string[])[]>>,
  options: RunOptions,
) {
  const types = new Map<string, INodeType>([['test.start', startNode]]);
  const placed: INode[] = [
    { id: 'start', name: 'Start', type: 'test.start', typeVersion: 1, position: [0, 0], parameters: {} },
    ...nodes.map(({ name, type, parameters = {}, settings = {} }, index): INode => {
      const typeName = settings.type ?? `test.${type.description.name}`;
      types.set(typeName, type);
      return {
        id: `node-${index}`,
        name,
        type: typeName,
        typeVersion: 1,
        position: [200 * (index + 1), 0],
        parameters,
        credentials: Object.fromEntries(
          Object.keys(options.credentials ?? {}).map((key) => [key, { id: key, name: key }]),
        ),
        ...settings,
      };
    }),
  ];
  const typeOf = (name: string): INodeType => {
    const found = types.get(name);
    if (found === undefined) throw new Error(`unknown node type ${name}`);
    return found;
  };
  return new n8n.Workflow({
    ...('workflowId' in options
      ? options.workflowId === undefined
        ? {}
        : { id: options.workflowId }
      : { id: 'wf' }),
    name: 'test',
    nodes: placed,
    connections: connectionsOf(links),
    nodeTypes: { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) },
    active: false,
    settings: {
      executionOrder: 'v1',
      ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
    },
  });
}

function connectionsOf(links: Readonly<Record<string, readonly (readonly string[])[]>>): IConnections {
  return Object.fromEntries(
    Object.entries(links).map(([from, outputs]) => [
      from,
      { main: outputs.map((targets) => targets.map((node) => ({ node, type: 'main' as const, index: 0 }))) },
    ]),
  );
}

function additionalData({
  mode = 'trigger',
  executionId = 'run-1',
  credentials = {},
}: RunOptions): IWorkflowExecuteAdditionalData {
  const needed = {
    hooks: new core.ExecutionLifecycleHooks(mode, executionId, {
      id: 'wf',
      name: 'test',
      active: false,
      isArchived: false,
      createdAt: new Date(0),
      updatedAt: new Date(0),
      activeVersionId: null,
      nodes: [],
      connections: {},
    }),
    executionId,
    variables: {},
    currentNodeParameters: undefined,
    currentNodeExecutionIndex: 0,
    credentialsHelper: {
      getDecrypted: (_data: unknown, _credentials: unknown, type: string) => {
        const found = credentials[type];
        return found === undefined
          ? Promise.reject(new Error(`no credential ${type}`))
          : Promise.resolve(found);
      },
      isCredentialUsableByNode: () => true,
      getParentTypes: () => [],
      authenticate: (_credentials: unknown, _type: string, request: unknown) => Promise.resolve(request),
      preAuthentication: () => Promise.resolve(undefined),
      getCredentialsProperties: () => [],
    },
    // must be valid URLs, or getNodeParameter throws "Invalid URL"
    webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
    formWaitingBaseUrl: 'http://localhost/form-waiting',
    webhookBaseUrl: '',
    webhookTestBaseUrl: '',
    restApiUrl: '',
    instanceBaseUrl: '',
    setExecutionStatus: () => undefined,
    sendDataToUI: () => undefined,
    logAiEvent: () => undefined,
  };
  // The engine asks for far more than a run of one workflow uses.
  return needed as unknown as IWorkflowExecuteAdditionalData;
}

function read(run: IRun): WorkflowRun {
  const last = (node: string): ITaskData | undefined => run.data.resultData.runData[node]?.at(-1);
  const items = (node: string, index = 0): INodeExecutionData[] => last(node)?.data?.main?.[index] ?? [];
  return {
    run,
    items,
    output: (node, index = 0) => items(node, index).map((item) => item.json),
    error: (node) =>
      last(node)?.error ??
      (run.data.resultData.lastNodeExecuted === node ? run.data.resultData.error : undefined),
    hints: (node) => (last(node)?.hints ?? []).map((hint) => hint.message),
    ran: (node) => last(node) !== undefined,
  };
}

const startNode: INodeType = {
  description: {
    displayName: 'Start',
    name: 'start',
    group: ['transform'],
    version: 1,
    description: 'Gives the items',
    defaults: { name: 'Start' },
    inputs: [],
    outputs: ['main'],
    properties: [],
  },
  execute() {
    return Promise.resolve([this.getInputData()]);
  },
};
