import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readOneOf } from '../../lib/check';
import { perItem } from '../shared/perItem';
import { runContext } from '../shared/runContext';
import { fixed } from './form';
import { OPERATE } from './operations';
import { OPERATIONS } from './properties/operation';
import { newRun, takeBack } from './run';

/** One run of the node: the chosen operation for each item. What was not handed on is taken back. */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const context = runContext(functions);
  const run = newRun();
  let isHandedOn = false;
  try {
    const outputs = await perItem(functions, 2, async (itemIndex) => {
      const call = { functions, itemIndex, context };
      const operation = readOneOf(fixed(call, 'operation'), 'operation', OPERATIONS);
      return OPERATE[operation](call, run);
    });
    isHandedOn = true;
    return outputs;
  } finally {
    // the error that ended the run is the one to show
    if (!isHandedOn) await takeBack(run).catch(() => undefined);
  }
}
