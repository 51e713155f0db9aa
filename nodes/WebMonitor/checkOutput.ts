import type { CheckOutcome, CheckResult, DeliveredEntry } from '../../lib/webMonitor';
import { errorItem } from '../shared/nodeError';
import type { Results } from '../shared/perItem';
import { entryEnvelope } from './entryItems';
import { failureSummary, oneError } from './failures';
import { flatRows } from './flatRows';
import { checkMessage } from './message';

export interface CheckOutputOptions {
  readonly form: 'envelopes' | 'rows';
  readonly alwaysEmitSummary: boolean;
  /** Whether the node is set to go on after an error. */
  readonly continueOnFail: boolean;
  readonly digest: (result: CheckResult) => object;
}

/**
 * The two outputs of a check: New Entries and Summary. Both are empty when nothing is to be reported, so that
 * nothing after the node runs; a gap or a warning always gives a summary.
 *
 * One monitor that fails must not swallow what the others have to tell, which their state already counts as told:
 * then its failure is a summary with a warning. Otherwise it ends the run, or is an error item.
 */
export function checkOutput(outcomes: readonly CheckOutcome[], options: CheckOutputOptions): Results {
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []));
  const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome]));
  const entries = results.flatMap(reported);
  if (failed.length > 0 && !options.continueOnFail && !results.some(isWorthTelling))
    throw oneError(failed, outcomes.length);

  const items = options.form === 'rows' ? flatRows(entries) : entries.map(entryEnvelope);
  const summaries = results
    .filter((result) => options.alwaysEmitSummary || isWorthTelling(result))
    .map((result) => ({
      ...result,
      untrusted: true,
      data: { newEntries: reported(result), message: checkMessage(result), digest: options.digest(result) },
    }));
  if (options.continueOnFail)
    return [[...items, ...failed.map(({ monitorId, error }) => errorItem(error, { monitorId }))], summaries];
  return [items, [...summaries, ...failed.map(failureSummary)]];
}

/** What a result may report: nothing where its monitor only records. */
export function reported(result: CheckResult): readonly DeliveredEntry[] {
  return result.alertOnNew ? result.data.newEntries : [];
}

/** Something a person or an agent must see: entries, a gap or a warning. */
export function isWorthTelling(result: CheckResult): boolean {
  return reported(result).length > 0 || result.gap !== null || (result.warnings ?? []).length > 0;
}
