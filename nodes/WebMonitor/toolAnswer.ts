import type {
  CheckOutcome,
  CheckResult,
  DeliveredEntry,
  HistoryEntry,
  HistoryResult,
  StatusResult,
} from '../../lib/webMonitor';
import { errorItem } from '../shared/nodeError';
import { shortElement, shortTexts } from '../shared/shortTexts';
import { fitting } from '../shared/tokens';
import { isWorthTelling } from './checkOutput';
import { oneError } from './failures';
import { checkMessage } from './message';

/** Tokens for a whole answer (what n8n wraps around it takes the rest of the 4,000), for its entries, for an envelope. */
const ANSWER = 3400;
const ENTRIES = 2700;
const ENVELOPE = 250;
/** No entry takes more of them: one that filled the answer would hide every other, here and in History. */
const ENTRY = ENTRIES / 3;

/** No answer has room for more, however short they are. */
const MOST_ENTRIES = 100;

/** Monitors with nothing to tell that still get an item each. */
const QUIET = 3;

/**
 * A check for an agent: one item per offer, always at least one, since an agent takes an empty answer for a
 * failure. The newest entries that fit; History gives the others. Throws where every monitor failed.
 */
export function checkAnswer(outcomes: readonly CheckOutcome[]): object[] {
  if (outcomes.length === 0)
    return [
      { newCount: 0, editedCount: 0, data: { message: 'There was nothing to offer.', newEntries: [] } },
    ];
  const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome]));
  if (failed.length === outcomes.length) throw oneError(failed, outcomes.length);
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []));
  const loud = results.filter(isWorthTelling);
  const quiet = results.filter((result) => !isWorthTelling(result));
  const room = Math.floor((ENTRIES + ENVELOPE) / Math.max(1, loud.length)) - ENVELOPE;
  const items: object[] = [
    ...loud.map((result) => summaryOf(result, room)),
    ...failed.map(({ monitorId, error }) => shortTexts(errorItem(error, { monitorId })) as object),
    ...(quiet.length > QUIET ? [quietOnes(quiet)] : quiet.map((result) => summaryOf(result, 0))),
  ];
  const shown = fitting(items, ANSWER);
  if (shown.length === items.length) return items;
  return [
    ...shown,
    {
      omitted: `${items.length - shown.length} more results did not fit; the operation History of this node lists their entries.`,
    },
  ];
}

/** Many monitors without news, in one item: as old as the oldest of their requests. */
function quietOnes(results: readonly CheckResult[]): object {
  const fetched = results.map(({ fetchedAt }) => fetchedAt ?? '').toSorted();
  return {
    fetchedAt: fetched[0] === '' ? null : fetched[0],
    dataAsOf: null,
    dataAsOfPrecision: null,
    dataAsOfFrom: null,
    source: null,
    newCount: 0,
    editedCount: 0,
    data: {
      message: `Nothing new on ${results.length} monitors.`,
      monitorIds: fitting(
        results.map(({ monitorId }) => monitorId),
        300,
      ),
      newEntries: [],
    },
  };
}

function summaryOf(result: CheckResult, budget: number): object {
  const { data, ...envelope } = result;
  const newest = result.alertOnNew ? data.newEntries.toReversed() : [];
  const shown = fitting(newest.slice(0, MOST_ENTRIES).map(entryOf), budget);
  const { monitorId, firstCheck, preview, batchId, redelivered, gap, skipped, newCount, editedCount } =
    envelope;
  return {
    ...envelopeOf(result),
    monitorId,
    newCount,
    editedCount,
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

/** `skipped`: how many newer entries were left out, since earlier answers had them. */
export function historyAnswer(result: HistoryResult, skipped = 0): object {
  const { monitorId, count, more, data } = result;
  const shown = fitting(data.entries.map(entryOf), ENTRIES);
  return {
    ...envelopeOf(result),
    monitorId,
    count,
    more,
    data: {
      order: 'newest first',
      entries: shown,
      ...omitted(data.entries.length - shown.length, ` after skipping ${skipped + shown.length}`),
    },
  };
}

export function statusAnswer(result: StatusResult): object {
  const monitors = fitting(
    result.data.monitors.map((status) =>
      shortTexts(without({ ...status }, ['vanished', 'parserHealth', 'failures'])),
    ),
    ENTRIES,
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
  const shown = {
    id,
    publishedAt,
    // the source's own words matter only where they could not be resolved
    ...(publishedAt === null ? { publishedText } : {}),
    tradedAt,
    detailUrl,
    ...('changes' in entry ? { changes: entry.changes } : {}),
    fields: without(fields, repeated(entry)),
  };
  return shortElement(shown, ENTRY);
}

/** Where the parsers name among the fields what stands beside them: an agent's answer has room for it once. */
const BESIDE: Readonly<Record<string, 'id' | 'publishedAt' | 'tradedAt' | 'detailUrl'>> = {
  tradeId: 'id',
  accessionNumber: 'id',
  published: 'publishedAt',
  acceptedAt: 'publishedAt',
  traded: 'tradedAt',
  detailUrl: 'detailUrl',
  indexUrl: 'detailUrl',
};

function repeated(entry: DeliveredEntry | HistoryEntry): readonly string[] {
  return Object.entries(BESIDE).flatMap(([field, name]) =>
    field === 'detailUrl' || entry.fields[field] === entry[name] ? [field] : [],
  );
}

function omitted(count: number, how = ''): object {
  if (count === 0) return {};
  return {
    omitted: `${count} older entries did not fit here; the operation History of this node lists them${how}.`,
  };
}

function without(record: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
