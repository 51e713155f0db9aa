import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { messageOf, ToolError } from '../../lib/errors';
import { itemJson } from './itemJson';
import { errorItem, toNodeError } from './nodeError';
import { isTool } from './runContext';

/** What one input item leads to: a list of json values for each output of the node. */
export type Results = readonly (readonly object[])[];

/**
 * The one loop over input items. Every item that leaves is linked to the item it came from. With "continue on fail"
 * one bad item gives one error item (`error`, `details.code`) on the first output and the others go on; else the
 * run ends with an error that names the item. A cancelled run always ends.
 */
export async function perItem(
  functions: IExecuteFunctions,
  outputCount: number,
  run: (itemIndex: number) => Promise<Results>,
): Promise<INodeExecutionData[][]> {
  const outputs: INodeExecutionData[][] = Array.from({ length: outputCount }, () => []);
  const count = functions.getInputData().length;
  for (let itemIndex = 0; itemIndex < count; itemIndex++) {
    const results = await resultsOf(functions, itemIndex, run);
    for (const [index, output] of outputs.entries())
      for (const value of results[index] ?? [])
        output.push({ json: itemJson(value), pairedItem: { item: itemIndex } });
  }
  return outputs;
}

async function resultsOf(
  functions: IExecuteFunctions,
  itemIndex: number,
  run: (itemIndex: number) => Promise<Results>,
): Promise<Results> {
  const signal = functions.getExecutionCancelSignal();
  try {
    if (!signal?.aborted) return await run(itemIndex);
    throw new ToolError('CANCELLED', 'The execution was canceled.');
  } catch (thrown) {
    const node = functions.getNode();
    // n8n marks the run as canceled, not as failed, by this word
    if (signal?.aborted) throw new NodeOperationError(node, 'The execution was canceled.', { itemIndex });
    if (!goesOn(functions)) throw toNodeError(node, thrown, itemIndex, isTool(functions));
    return [[{ ...errorItem(thrown), error: messageOf(toNodeError(node, thrown, itemIndex)) }]];
  }
}

/**
 * An agent gets errors as text it can act on. Where the agent calls the node itself, a thrown error would end the
 * agent's run, so it is answered; where the engine runs the tool, n8n marks the node and hands the sentence of a thrown error to the agent.
 */
function goesOn(functions: IExecuteFunctions): boolean {
  if (functions.continueOnFail()) return true;
  return functions.isToolExecution() && functions.getNode().onError !== 'stopWorkflow';
}
