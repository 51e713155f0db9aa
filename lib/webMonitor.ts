import { ToolError } from './errors';
import type {
  AcknowledgeRequest,
  AcknowledgeResult,
  AdoptRequest,
  AdoptResult,
  BackupRequest,
  BackupResult,
  CheckOutcome,
  CheckRequest,
  CheckResult,
  HistoryRequest,
  HistoryResult,
  RedeliverRequest,
  ResetRequest,
  ResetResult,
  StatusRequest,
  StatusResult,
} from './monitor/request';

export type * from './monitor/request';
export type { DatabaseSettings, PostgresSettings, SqliteSettings } from './monitor/store/settings';

/** What WebMonitor does. Definitions come from `readMonitors` (lib/monitor/monitor). Failures are ToolErrors. */
export interface WebMonitor {
  /** Outcomes in the order of the monitors; batches that are offered again come before the fresh one. */
  check(request: CheckRequest): Promise<readonly CheckOutcome[]>;
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

function soon(): never {
  throw new ToolError('INVALID_REQUEST', 'This operation is not built yet.');
}

export const webMonitor: WebMonitor = {
  check: soon,
  history: soon,
  status: soon,
  acknowledge: soon,
  redeliver: soon,
  reset: soon,
  adopt: soon,
  backup: soon,
};
