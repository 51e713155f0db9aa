import { webMonitor, type CheckOutcome, type CheckRequest } from '../../lib/webMonitor';

/** What one run of the node did for the items so far. */
export interface Run {
  /** Ids of the monitors that were checked. */
  readonly monitors: Set<string>;
  /** What Acknowledge was asked to confirm. */
  readonly confirmed: Set<string>;
  readonly checks: { readonly request: CheckRequest; readonly outcomes: readonly CheckOutcome[] }[];
}

export function newRun(): Run {
  return { monitors: new Set(), confirmed: new Set(), checks: [] };
}

/**
 * A run that ends with an error hands nothing on, whatever earlier items delivered. Their state already counts it as
 * delivered, so it is taken back and offered again by the next check.
 */
export async function takeBack({ checks }: Run): Promise<void> {
  for (const { request, outcomes } of checks) await webMonitor.takeBack(request, outcomes);
}
