import { invalid, readInteger } from '../../lib/check';
import { ToolError } from '../../lib/errors';
import { LIMITS } from '../../lib/limits';
import type {
  AcknowledgeRequest,
  AdoptRequest,
  BackupRequest,
  CheckRequest,
  FetchOptions,
  HistoryRequest,
  MonitorRequest,
  RedeliverRequest,
  ResetRequest,
  StatusRequest,
} from '../../lib/webMonitor';
import { databaseOf } from './database';
import { deliveryOf } from './delivery';
import { fixedChoice, fixedFlag, fixedLocator, fixedText, openText, optionsOf, type Call } from './form';
import { monitorsOf } from './monitorsForm';

/** The forms of the operations, turned into what the library is asked. INVALID_CONFIG names the field. */

export async function checkRequest(call: Call): Promise<CheckRequest> {
  const options = optionsOf(call);
  const limit = options.number('maxEntries', { min: 1, max: 1_000_000 });
  const previewCount = options.number('previewCount', { min: 1, max: 1_000_000 });
  const leaseSeconds = options.number('redeliverAfterSeconds', {
    min: 0,
    max: LIMITS.delivery.maxLeaseSeconds,
  });
  return {
    ...(await stateOf(call)),
    monitors: monitorsOf(call),
    monitorId: openText(call, 'monitorId'),
    preview: isPreview(call),
    ...(previewCount === null ? {} : { previewCount }),
    skipInterval: options.flag('ignoreCheckInterval'),
    delivery: deliveryOf(call),
    executionId: executionId(call),
    nodeId: call.functions.getNode().id,
    ...(leaseSeconds === null ? {} : { leaseSeconds }),
    limit,
    fetch: fetchOptions(call),
  };
}

/** With the entries that are skipped, which come first. */
export async function historyRequest(call: Call): Promise<HistoryRequest> {
  const { max, default: usual } = LIMITS.history;
  const limit = readInteger(openText(call, 'limit') ?? usual, 'limit', { min: 1, max });
  return {
    ...(await stateOf(call)),
    monitorId: neededMonitor(openText(call, 'monitorId')),
    limit: Math.min(limit + skipOf(call), max),
    since: openText(call, 'since'),
    until: openText(call, 'until'),
  };
}

/** How many of the newest entries of a history are left out. */
export function skipOf(call: Call): number {
  return readInteger(openText(call, 'skip') ?? 0, 'skip', { min: 0, max: LIMITS.history.max - 1 });
}

export async function statusRequest(call: Call): Promise<StatusRequest> {
  const allScopes = fixedFlag(call, 'allScopes');
  return { ...(await stateOf(call, allScopes)), monitorId: openText(call, 'monitorId'), allScopes };
}

export async function acknowledgeRequest(call: Call): Promise<AcknowledgeRequest> {
  return {
    ...(await stateOf(call)),
    executionId: executionId(call),
    batchIds: namedBatches(call),
    preview: isPreview(call),
  };
}

/** Batches named in the form; empty: those of this execution. */
export function namedBatches(call: Call): readonly string[] {
  const text = openText(call, 'batchIds') ?? '';
  return [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => id !== '');
}

export async function redeliverRequest(call: Call): Promise<RedeliverRequest> {
  const by = fixedChoice(call, 'redeliverBy', ['batch', 'since'], 'since');
  const value = fixedText(call, by === 'batch' ? 'batchId' : 'redeliverSince');
  if (value === null)
    throw invalid(by === 'batch' ? 'Batch ID' : 'Since', 'must say which entries are to be offered again');
  return {
    ...(await stateOf(call)),
    monitorId: neededMonitor(fixedText(call, 'monitorId')),
    ...(by === 'batch' ? { batchId: value } : { since: value }),
    delivery: deliveryOf(call),
    executionId: executionId(call),
  };
}

export async function resetRequest(call: Call): Promise<ResetRequest> {
  const monitorId = neededMonitor(fixedText(call, 'monitorId'));
  return { ...(await stateOf(call)), monitorId, confirm: fixedFlag(call, 'confirm') };
}

export async function adoptRequest(call: Call): Promise<AdoptRequest> {
  const fromScope = fixedLocator(call, 'fromScope');
  if (fromScope === null) throw invalid('Adopt From', 'must name the scope whose state is taken over');
  const monitorId = fixedText(call, 'monitorId');
  const fromMonitorId = fixedText(call, 'fromMonitorId');
  if (fromMonitorId !== null && monitorId === null)
    throw invalid('Monitor ID', 'must say what the renamed monitor is called now');
  return { ...(await stateOf(call)), fromScope, monitorId, fromMonitorId };
}

export async function backupRequest(call: Call): Promise<BackupRequest> {
  return { ...(await stateOf(call, true)), fileName: fixedText(call, 'fileName') };
}

/** A run by hand on the canvas, or an evaluation of a workflow, stores nothing unless told to. */
export function isPreview(call: Call): boolean {
  const { mode } = call.context;
  if (mode !== 'manual' && mode !== 'evaluation') return false;
  return !optionsOf(call).flag('saveStateInManualRuns');
}

/** `anyScope`: for what concerns the whole database, a workflow that was never saved may ask too. */
async function stateOf(call: Call, anyScope = false): Promise<MonitorRequest> {
  const { signal } = call.context;
  return {
    scope: scopeOf(call, anyScope),
    database: await databaseOf(call),
    ...(signal === undefined ? {} : { signal }),
  };
}

function scopeOf(call: Call, anyScope: boolean): string {
  if (fixedChoice(call, 'stateOf', ['workflow', 'scope'], 'workflow') === 'scope') {
    const scope = fixedLocator(call, 'scope');
    if (scope === null) throw invalid('Scope', 'must name the shared state');
    return scope;
  }
  const { workflowId } = call.context;
  if (workflowId !== null) return workflowId;
  if (anyScope) return '';
  throw new ToolError(
    'INVALID_CONFIG',
    'This workflow was never saved, so nothing can be remembered for it. Save it, or set State Of to Named Scope.',
  );
}

/** Executions are counted per n8n, and several may share one database. */
function executionId({ functions, context }: Call): string | null {
  return context.executionId === null ? null : `${functions.getInstanceId()}:${context.executionId}`;
}

function neededMonitor(monitorId: string | null): string {
  if (monitorId !== null) return monitorId;
  throw invalid('Monitor ID', 'must name the monitor; the operation Status lists those that are known');
}

function fetchOptions(call: Call): FetchOptions {
  const options = optionsOf(call);
  const { egressFilter } = call.context;
  const contactEmail = fixedText(call, 'contactEmail');
  const userAgent = options.text('userAgent');
  const timeoutSeconds = options.number('timeoutSeconds', { min: 1, max: LIMITS.timeoutSeconds.max });
  const maxResponseKb = options.number('maxResponseKb', { min: 1, max: LIMITS.responseKb.max });
  return {
    ...(contactEmail === null ? {} : { contactEmail }),
    ...(userAgent === null ? {} : { userAgent }),
    ...(timeoutSeconds === null ? {} : { timeoutSeconds }),
    ...(maxResponseKb === null ? {} : { maxResponseKb }),
    ...(egressFilter === undefined ? {} : { egressFilter }),
    allowPrivateNetwork: options.flag('allowPrivateNetwork'),
  };
}
