import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { marketData, oneItemPerRow } from '../../lib/directApi';
import { perItem } from '../shared/perItem';
import { runContext } from '../shared/runContext';
import { marketRequest, startRun } from './request';
import { marketAnswer } from './toolAnswer';

/** One run of the node: market data for each item. What the items may wait for limits is counted together. */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const context = runContext(functions);
  const run = startRun();
  return perItem(functions, 1, async (itemIndex) => {
    const { request, settings, isSplit } = await marketRequest(functions, itemIndex, context, run);
    const envelope = await marketData(request, settings);
    if (context.isTool) return [[marketAnswer(envelope)]];
    return [isSplit ? oneItemPerRow(envelope) : [envelope]];
  });
}
