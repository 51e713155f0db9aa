import type { HttpClient } from '../http/client';
import type { Threads } from '../threads/threads';
import type { DeliveryRules } from './delivery';
import type { Monitor } from './monitor';
import type { Parser } from './parsers/parser';
import type { CheckRequest } from './request';
import type { Decision, MonitorKey, MonitorState, Snapshot, Store } from './store/store';

/** What works on the state alone needs. */
export interface StateTools {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface CheckTools extends StateTools {
  readonly http: HttpClient;
  /** Where a page is read that can take long. */
  readonly threads: Threads;
  readonly parser: Parser;
}

/** One check: what was asked for, and what was known when it began. */
export interface CheckContext {
  readonly monitor: Monitor;
  readonly request: CheckRequest;
  readonly tools: CheckTools;
  readonly key: MonitorKey;
  readonly before: Snapshot;
  readonly rules: DeliveryRules;
  /** When it ends with what it has, in milliseconds since 1970; the same for a check that begins anew. */
  readonly deadline: number;
}

/** What a check was asked about. */
export function asked({ monitor, request, tools }: CheckContext) {
  return { monitor, parser: tools.parser, nodeId: request.nodeId ?? null };
}

/** A decision that changes nothing but the state. */
export function nothing(state: MonitorState): Decision {
  return { state, insert: [], update: [], batches: [], offers: [] };
}
