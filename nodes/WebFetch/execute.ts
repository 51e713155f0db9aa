import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { entryEnvelopes, webFetch } from '../../lib/webFetch';
import { perItem } from '../shared/perItem';
import { runContext } from '../shared/runContext';
import { readForm } from './request';
import { feedAnswer, pageAnswer } from './toolAnswer';

/** One run of the node: a page or a feed for each item. */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const context = runContext(functions);
  return perItem(functions, 1, async (itemIndex) => {
    const { request, onePerEntry } = readForm(functions, itemIndex, context.isTool);
    const { isTool } = context;
    if (request.operation === 'fetch') {
      const page = await webFetch(request, context);
      return [[isTool ? pageAnswer(page) : page]];
    }
    const feed = await webFetch(request, context);
    if (isTool) return [[feedAnswer(feed)]];
    return [onePerEntry ? entryEnvelopes(feed) : [feed]];
  });
}
