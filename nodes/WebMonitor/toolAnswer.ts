import { messageOf } from '../../lib/errors';
import type {
  CheckOutcome,
  CheckResult,
  DeliveredEntry,
  HistoryEntry,
  HistoryResult,
  StatusResult,
} from '../../lib/webMonitor';
import { errorDetails } from '../shared/nodeError';
import { shortTexts } from '../shared/shortTexts';
import { fitting } from '../shared/tokens';
import { oneError } from './failures';
import { checkMessage } from './message';

/** Entries of one answer; the envelopes around them and n8n's own wrapping take the rest of the 4,000 tokens. */
const BUDGET = 3000;

/**
 * A check for an agent: one item per offer, always at least one, since an agent takes an empty answer for a
 * failure. The newest entries that fit; History gives the others. Throws where every monitor failed.
 */
export function checkAnswer(outcomes: readonly CheckOutcome[]): object[] {
  const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome]));
  if (failed.length === outcomes.length) throw oneError(failed, outcomes.length);
  const budget = Math.floor(BUDGET / Math.max(1, outcomes.length));
  return outcomes.map((outcome) => {
    if (outcome.ok) return summaryOf(outcome.result, budget);
    return {
      monitorId: outcome.monitorId,
      error: messageOf(outcome.error),
      details: errorDetails(outcome.error),
    };
  });
}

function summaryOf(result: CheckResult, budget: number): object {
  const { data, ...envelope } = result;
  const newest = result.alertOnNew ? data.newEntries.toReversed() : [];
  const shown = fitting(newest.map(entryOf), budget);
  const { monitorId, firstCheck, preview, batchId, redelivered, gap, skipped, newCount } = envelope;
  return {
    ...envelopeOf(result),
    monitorId,
    newCount,
    firstCheck,
    preview,
    batchId,
    redelivered,
    gap,
    skipped,
    data: {
      message: checkMessage(result),
      order: 'newest first',
      newEntries: shown,
      ...omitted(newest.length - shown.length),
    },
  };
}

export function historyAnswer(result: HistoryResult): object {
  const { monitorId, count, more, data } = result;
  const shown = fitting(data.entries.map(entryOf), BUDGET);
  return {
    ...envelopeOf(result),
    monitorId,
    count,
    more,
    data: { order: 'newest first', entries: shown, ...omitted(data.entries.length - shown.length) },
  };
}

export function statusAnswer(result: StatusResult): object {
  const monitors = fitting(
    result.data.monitors.map((status) =>
      shortTexts(without({ ...status }, ['vanished', 'parserHealth', 'failures'])),
    ),
    BUDGET,
  );
  const missing = result.data.monitors.length - monitors.length;
  return {
    ...envelopeOf(result),
    alarm: result.alarm,
    data: {
      monitors,
      ...(missing > 0 ? { omitted: `${missing} more monitors; ask for one by its monitorId.` } : {}),
    },
  };
}

function envelopeOf(result: CheckResult | HistoryResult | StatusResult): object {
  const { fetchedAt, dataAsOf, dataAsOfPrecision, dataAsOfFrom, source, warnings } = result;
  return {
    fetchedAt,
    dataAsOf,
    dataAsOfPrecision,
    dataAsOfFrom,
    source,
    untrusted: true,
    ...(warnings === undefined ? {} : { warnings: fitting(warnings.map(shortTexts), 300) }),
  };
}

function entryOf(entry: DeliveredEntry | HistoryEntry): unknown {
  const { id, publishedAt, publishedText, tradedAt, detailUrl, fields } = entry;
  return shortTexts({
    id,
    publishedAt,
    // the source's own words matter only where they could not be resolved
    ...(publishedAt === null ? { publishedText } : {}),
    tradedAt,
    detailUrl,
    ...('changes' in entry ? { changes: entry.changes } : {}),
    // the parsers repeat the address among the fields
    fields: without(fields, ['detailUrl']),
  });
}

function omitted(count: number): object {
  if (count === 0) return {};
  return {
    omitted: `${count} older entries did not fit here; the operation History of this node lists them.`,
  };
}

function without(record: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
