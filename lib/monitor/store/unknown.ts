import { kindOf } from '../../check';
import { ToolError } from '../../errors';
import type { MonitorKey } from './store';

/** What a store was asked for and does not hold, said the same way by every store. */

export function unknownBatch(batchId: string): ToolError {
  return new ToolError(
    'UNKNOWN_BATCH',
    `There is no batch ${kindOf(batchId)} in this state. Status lists what is pending; nothing was confirmed.`,
  );
}

export function noDelivery(): ToolError {
  return new ToolError(
    'UNKNOWN_BATCH',
    'This execution delivered no batch, so there is nothing it can confirm. ' +
      'In a retried execution or a sub-workflow give the batch id of the Summary.',
  );
}

export function noState({ scope, monitorId }: MonitorKey): ToolError {
  return new ToolError(
    'UNKNOWN_MONITOR',
    `Scope ${kindOf(scope)} has no state of a monitor ${kindOf(monitorId)}.`,
  );
}
