import { randomUUID } from 'node:crypto';
import { ToolError } from './errors';
import { checkMonitor } from './monitor/check';
import { selectMonitors } from './monitor/definitions';
import { parserFor } from './monitor/parsers';
import { acknowledge } from './monitor/operations/acknowledge';
import { adopt } from './monitor/operations/adopt';
import { backup } from './monitor/operations/backup';
import { scopeOf } from './monitor/operations/findMonitor';
import { history } from './monitor/operations/history';
import { redeliver } from './monitor/operations/redeliver';
import type {
  AcknowledgeRequest,
  AcknowledgeResult,
  AdoptRequest,
  AdoptResult,
  BackupRequest,
  BackupResult,
  HistoryRequest,
  HistoryResult,
  RedeliverRequest,
  ResetRequest,
  ResetResult,
  StatusRequest,
  StatusResult,
} from './monitor/operations/request';
import { reset } from './monitor/operations/reset';
import type { StateTools } from './monitor/checkContext';
import { status } from './monitor/operations/status';
import { takeBack } from './monitor/operations/takeBack';
import type { CheckOutcome, CheckRequest, CheckResult, MonitorRequest } from './monitor/request';
import { refuseUnknown } from './monitor/store/openStore';
import { runtime } from './runtime';

export { readMonitors } from './monitor/definitions';
export { NoStateYet } from './monitor/store/openStore';
export type { Monitor } from './monitor/monitor';
export type * from './monitor/operations/request';
export type * from './monitor/request';
export type { DatabaseSettings, PostgresSettings, SqliteSettings } from './monitor/store/settings';

/** What WebMonitor does. Definitions come from `readMonitors`. Failures are ToolErrors. */
export interface WebMonitor {
  /** Outcomes in the order of the monitors; batches that are offered again come before the fresh one. */
  check(request: CheckRequest): Promise<readonly CheckOutcome[]>;
  /**
   * Takes a delivery back that could not be handed on (the run was stopped, or another part of it failed): in
   * `onRead` its entries already count as delivered. They are offered again by the next check, flagged.
   */
  takeBack(request: CheckRequest, outcomes: readonly CheckOutcome[]): Promise<void>;
  history(request: HistoryRequest): Promise<HistoryResult>;
  status(request: StatusRequest): Promise<StatusResult>;
  /** UNKNOWN_BATCH where this execution delivered none, or a given batch is not there: never a silent success. */
  acknowledge(request: AcknowledgeRequest): Promise<AcknowledgeResult>;
  /** Offers entries again at once; with `acknowledge` they also stay pending until they are confirmed. */
  redeliver(request: RedeliverRequest): Promise<readonly CheckResult[]>;
  reset(request: ResetRequest): Promise<ResetResult>;
  adopt(request: AdoptRequest): Promise<AdoptResult>;
  backup(request: BackupRequest): Promise<BackupResult>;
}

export const webMonitor: WebMonitor = {
  check,
  takeBack: async (request, outcomes) => {
    await takeBack(request, outcomes, await toolsFor(request));
  },
  history: async (request) => await history(request, await toolsForKnown(request)),
  status: async (request) => await status(request, await toolsForKnown(request)),
  acknowledge: async (request) => await acknowledge(request, await toolsForKnown(request)),
  redeliver: async (request) => await redeliver(request, await toolsForKnown(request)),
  reset: async (request) => await reset(request, await toolsForKnown(request)),
  adopt: async (request) => await adopt(request, await toolsForKnown(request)),
  backup: async (request) => await backup(request, await toolsForKnown(request)),
};

/** One monitor after the other; what ends one of them does not stop the rest, except the user's own stop. */
async function check(request: CheckRequest): Promise<readonly CheckOutcome[]> {
  const monitors = selectMonitors(request.monitors, request.monitorId);
  if (!request.preview) scopeOf(request);
  const { store, now, newId } = await toolsFor(request);
  const outcomes: CheckOutcome[] = [];
  for (const monitor of monitors) {
    const { http, threads } = runtime();
    const tools = { store, now, newId, http, threads, parser: parserFor(monitor.parser) };
    try {
      const results = await checkMonitor(monitor, request, tools);
      outcomes.push(...results.map((result) => ({ monitorId: monitor.id, ok: true as const, result })));
    } catch (error) {
      if (!(error instanceof ToolError) || error.code === 'CANCELLED') {
        // the error that ended the check is the one to tell
        await takeBack(request, outcomes, { store, now, newId }).catch(() => undefined);
        throw error;
      }
      outcomes.push({ monitorId: monitor.id, ok: false, error });
    }
  }
  return outcomes;
}

async function toolsFor({ database }: MonitorRequest): Promise<StateTools> {
  return { store: await runtime().stores.get(database), now: Date.now, newId: randomUUID };
}

/** For what only reads or changes a state: where none was ever kept, none is made. */
async function toolsForKnown(request: MonitorRequest): Promise<StateTools> {
  await refuseUnknown(request.database);
  return await toolsFor(request);
}
