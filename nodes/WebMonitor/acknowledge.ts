import { ToolError } from '../../lib/errors';
import { webMonitor, type AcknowledgeRequest, type AcknowledgeResult } from '../../lib/webMonitor';
import { optionsOf, type Call } from './form';
import { acknowledgeRequest } from './request';

/**
 * Confirms what this execution delivered, or the named batches. Where it delivered nothing that is an error, unless
 * the option says that it may be so: an AI agent ends also when nothing was new. The answer then lists no batch.
 */
export async function confirm(call: Call): Promise<AcknowledgeResult> {
  const request = await acknowledgeRequest(call);
  const mayBeNothing = optionsOf(call).flag('nothingIsFine') && (request.batchIds ?? []).length === 0;
  if (!mayBeNothing) return webMonitor.acknowledge(request);
  return webMonitor.acknowledge(request).catch((thrown: unknown) => {
    if (!(thrown instanceof ToolError) || thrown.code !== 'UNKNOWN_BATCH') throw thrown;
    return confirmNothing(request);
  });
}

/** The answer of a preview is the one that confirms nothing. */
async function confirmNothing(request: AcknowledgeRequest): Promise<AcknowledgeResult> {
  return { ...(await webMonitor.acknowledge({ ...request, preview: true })), preview: false };
}
