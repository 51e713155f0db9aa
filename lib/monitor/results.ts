import { isLaterThan } from '../instant';
import { LIMITS } from '../limits';
import { checkEnvelope } from './checkEnvelope';
import { futureWarning } from './futureTimes';
import { removeSecrets, secretsIn } from '../redact';
import type { PagesRead } from './paging';
import type { Plan } from './planContext';
import type { CheckRequest, CheckResult, DeliveredEntry, Delivery } from './request';
import type { Batch, BatchEntry, CheckFacts, MonitorState } from './store/store';

interface Asked {
  readonly monitor: {
    readonly id: string;
    readonly url: string;
    readonly parser: string;
    readonly alertOnNew: boolean;
  };
  readonly request: Pick<CheckRequest, 'preview' | 'previewCount' | 'delivery'>;
  readonly tools: { readonly parser: { readonly version: number } };
}

/** What a check that read the list has to say. */
export function checkResult(plan: Plan, read: PagesRead, asked: Asked): CheckResult {
  const { preview, previewCount = LIMITS.monitors.previewCount } = asked.request;
  const shown = preview ? plan.complete.slice(-previewCount) : plan.delivered;
  return {
    ...blank(asked, read.facts, plan.warnings),
    data: {
      newEntries: shown.map((it) =>
        deliveredEntry(it, asked.monitor.id, preview ? null : plan.batchId, false),
      ),
    },
    ...countsOf(shown),
    firstCheck: plan.firstCheck,
    batchId: preview ? null : plan.batchId,
    gap: plan.gap,
    ...totalsOf(plan.fresh),
    remaining: preview ? plan.waiting : plan.remaining,
    entriesOnPage: read.entries.length,
    pagesRead: read.pages,
    total: read.total,
  };
}

/** What a check that read no list has to say for itself: nothing is new, as far as it knows. */
export function quietResult(
  state: MonitorState,
  facts: Pick<CheckResult, 'skipped' | 'notModified' | 'remaining'>,
  asked: Asked,
): CheckResult {
  return { ...blank(asked, state.facts, []), ...facts, total: state.total };
}

/** A batch that is offered again outside a check. `remaining`: what still waits beside it. */
export function storedResult(
  batch: Batch,
  state: MonitorState,
  remaining: number,
  { monitorId, delivery }: { readonly monitorId: string; readonly delivery: Delivery },
): CheckResult {
  return offeredResult(batch, state, remaining, {
    monitor: { id: monitorId, url: state.url, parser: state.parser, alertOnNew: true },
    request: { preview: false, delivery },
    tools: { parser: { version: state.parserVersion } },
  });
}

/**
 * A stored batch that is offered (again): its envelope is that of the check that found it. `remaining`: what still waits
 * after the check that offers it.
 */
export function offeredResult(
  batch: Batch,
  state: MonitorState,
  remaining: number,
  asked: Asked,
): CheckResult {
  const lost =
    batch.lost === 0
      ? []
      : [`${batch.lost} of the entries of this batch cannot be offered again: their contents are not kept.`];
  return {
    ...blank(asked, batch.facts, [
      ...lost,
      ...futureWarning(
        batch.entries.map(({ entry }) => entry),
        secretsIn(asked.monitor.url),
      ),
    ]),
    data: {
      newEntries: batch.entries.map((it) =>
        deliveredEntry(it, asked.monitor.id, batch.batchId, batch.offers > 0),
      ),
    },
    ...countsOf(batch.entries),
    firstCheck: batch.facts.firstCheck,
    batchId: batch.batchId,
    redelivered: batch.offers > 0,
    offersBefore: batch.offers,
    // found while the monitor reported: shown whatever it does now, since who confirms the execution confirms these too
    alertOnNew: true,
    remaining,
    ...totalsOf(batch.entries),
    total: state.total,
  };
}

function blank(
  { monitor, request, tools }: Asked,
  facts: CheckFacts | null,
  warnings: readonly string[],
): CheckResult {
  const secrets = secretsIn(monitor.url);
  return {
    ...checkEnvelope(
      { newEntries: [] },
      facts,
      warnings.map((warning) => removeSecrets(warning, secrets)),
    ),
    monitorId: monitor.id,
    ...countsOf([]),
    firstCheck: false,
    preview: request.preview,
    batchId: null,
    redelivered: false,
    offersBefore: 0,
    gap: null,
    skipped: false,
    notModified: false,
    delivery: request.delivery,
    alertOnNew: monitor.alertOnNew,
    ...totalsOf([]),
    remaining: 0,
    entriesOnPage: 0,
    pagesRead: 0,
    total: null,
    parser: monitor.parser,
    parserVersion: tools.parser.version,
  };
}

/** An entry is reported once as new, and again for each edit: an edit is nothing new. */
function countsOf(entries: readonly BatchEntry[]): Pick<CheckResult, 'newCount' | 'editedCount'> {
  const edited = entries.filter(({ changes }) => changes !== null).length;
  return { newCount: entries.length - edited, editedCount: edited };
}

function totalsOf(entries: readonly BatchEntry[]): Pick<CheckResult, 'totalNew' | 'totalEdited'> {
  const { newCount, editedCount } = countsOf(entries);
  return { totalNew: newCount, totalEdited: editedCount };
}

function deliveredEntry(
  { entry, changes }: BatchEntry,
  monitorId: string,
  batchId: string | null,
  redelivered: boolean,
): DeliveredEntry {
  return {
    ...entry,
    monitorId,
    batchId,
    redelivered,
    ...timeOf(entry.publishedAt, entry.fetchedAt),
    ...(changes === null ? {} : { changes }),
  };
}

/** Of when an entry is: its own published time, unless that lies in the future. */
export function timeOf(
  publishedAt: string | null,
  fetchedAt: string,
): Pick<DeliveredEntry, 'dataAsOf' | 'dataAsOfFrom'> {
  if (publishedAt === null || isLaterThan(publishedAt, Date.parse(fetchedAt)))
    return { dataAsOf: null, dataAsOfFrom: null };
  return { dataAsOf: publishedAt, dataAsOfFrom: 'entry:publishedAt' };
}
