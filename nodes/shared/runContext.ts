import { homedir } from 'node:os';
import { join } from 'node:path';
import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import type { EgressFilter } from '../../lib/http/client';

/** What the run around a node gives the front doors: plain values, nothing of n8n. */
export interface RunContext {
  /** Fires when the user stops the execution. */
  readonly signal?: AbortSignal;
  /** n8n's own egress protection, where this n8n has it (>= 2.30). */
  readonly egressFilter?: EgressFilter;
  readonly n8nFolder: string;
  readonly mode: WorkflowExecuteMode;
  /** Whether an AI agent asked. */
  readonly isTool: boolean;
  /** Null for a workflow that was never saved. */
  readonly workflowId: string | null;
  readonly executionId: string | null;
  /** IANA name of the workflow's time zone. */
  readonly timezone: string;
}

export function runContext(functions: IExecuteFunctions): RunContext {
  const signal = functions.getExecutionCancelSignal();
  const egressFilter = egressFilterOf(functions);
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(egressFilter === null ? {} : { egressFilter }),
    n8nFolder: n8nFolder(),
    mode: functions.getMode(),
    isTool: isTool(functions),
    workflowId: textOrNull(functions.getWorkflow().id),
    executionId: textOrNull(functions.getExecutionId()),
    timezone: functions.getTimezone(),
  };
}

/** Where n8n keeps its data: `<N8N_USER_FOLDER or home>/.n8n`. */
export function n8nFolder(): string {
  return join(process.env.N8N_USER_FOLDER ?? homedir(), '.n8n');
}

/**
 * Whether an AI agent asked. `isToolExecution()` knows it only where the agent calls the node itself (agents up to
 * version 2); later agents let the engine run the tool variant, whose type ends in "Tool", like any other node.
 */
export function isTool(functions: IExecuteFunctions): boolean {
  const { type, rewireOutputLogTo } = functions.getNode();
  return functions.isToolExecution() || rewireOutputLogTo === 'ai_tool' || type.endsWith('Tool');
}

function egressFilterOf({ helpers }: IExecuteFunctions): EgressFilter | null {
  // Older versions of n8n lack the function; the types speak of the newest.
  if (!('getSecureEgressFilter' in helpers)) return null;
  const filter = helpers.getSecureEgressFilter();
  return {
    validateUrl: (url) => filter.validateUrl(url),
    createSecureLookup: () => filter.createSecureLookup(),
    validateConnectionHost: (host) => filter.validateConnectionHost(host),
    validateRedirectSync: (url) => {
      filter.validateRedirectSync(url);
    },
  };
}

function textOrNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}
