import { isLaterThan, newestOf } from '../instant';
import { dueBatches, splitByLimit, type DeliveryRules } from './delivery';
import { delta, floorsAfter } from './delta';
import { changesOf, watchedOf } from './edits';
import type { Entry } from './entry';
import { fingerprintOf, identityOf, refuseOtherNode } from './fingerprint';
import { healthOf } from './health';
import { judgeNoOverlap, type NoOverlap } from './idScheme';
import type { Monitor } from './monitor';
import { oldestFirst } from './order';
import type { PagesRead } from './paging';
import type { Parser } from './parsers/parser';
import type { Gap } from './request';
import type {
  BatchFacts,
  Changes,
  Decision,
  MonitorState,
  NewBatch,
  NewEntry,
  Snapshot,
  StoredEntry,
} from './store/store';
import { succeeded } from './stateAfter';
import { twinOf } from './twin';
import { vanishedAfter } from './vanished';

/** What a check found, in full: the decision for the store, and what its result tells. */
export interface Plan {
  readonly decision: Decision;
  readonly firstCheck: boolean;
  /** In order of delivery; before previews and limits. */
  readonly fresh: readonly Reported[];
  /** What this check delivers of them. */
  readonly delivered: readonly Reported[];
  readonly batchId: string | null;
  /** Stored and left for a later check, because of the limit. */
  readonly remaining: number;
  readonly gap: Gap | null;
  readonly warnings: readonly string[];
}

export interface Reported {
  readonly entry: StoredEntry;
  readonly changes: Changes | null;
}

export interface PlanContext {
  readonly monitor: Monitor;
  readonly parser: Parser;
  readonly read: PagesRead;
  readonly nodeId: string | null;
  readonly rules: DeliveryRules;
  /** Batches as they were when the check began. */
  readonly seenBatches: Snapshot['batches'];
  /** New ids for batches. */
  readonly newId: () => string;
  /** Entries whose document could not be fetched in time: left unknown, so that the next check finds them again. */
  readonly unfinished: ReadonlySet<string>;
}

/** Pure: the snapshot and the pages in, everything that follows from them out. May run again on a newer snapshot. */
export function planCheck(snapshot: Snapshot, context: PlanContext): Plan {
  const { monitor, parser, read } = context;
  const entries = read.entries.filter(({ id }) => !context.unfinished.has(id));
  refuseOtherNode(snapshot.state, monitor, context.nodeId);
  const seriesOf = (id: string) => parser.seriesOf(id);
  const firstCheck = isFirst(snapshot, monitor, entries);
  const state = firstCheck ? null : snapshot.state;
  const floors = monitor.strategy === 'maxId' && state !== null ? { floors: state.floors } : {};
  const { fresh, seen, older } = delta(entries, { has: (id) => snapshot.known.has(id), ...floors }, seriesOf);
  const scheme =
    state !== null && seen.length === 0 && fresh.length > 0 && state.page.length > 0
      ? judge(entries, state, snapshot)
      : null;
  const sorted = sortOut(fresh, firstCheck, scheme, context);
  const edits = editsOf(seen, snapshot, monitor, read);
  const reported = [
    ...edits,
    ...sorted.report.map((entry) => ({ entry: stored(entry, read), changes: null })),
  ];
  const toDeliver = monitor.alertOnNew ? reported : [];
  const offers = dueBatches(snapshot.batches, context.seenBatches, context.rules);
  const parts = splitByLimit(
    toDeliver,
    context.rules.limit,
    offers.reduce((sum, { size }) => sum + size, 0),
  );
  const facts: BatchFacts = { ...read.facts, firstCheck };
  const batches = newBatches(parts, sorted.held, facts, context);
  const gap = gapOf(read, scheme, sorted.held.length, batches.heldId);
  const check = (snapshot.state?.checks ?? 0) + 1;
  const insert = [...oldestFirst(older, seriesOf), ...fresh].map((entry) => newEntry(entry, check, context));
  const page = read.entries.map(({ id }) => id);
  return {
    decision: {
      state: succeeded(snapshot.state, context, {
        facts: read.facts,
        page,
        knownIds: (snapshot.state?.knownIds ?? 0) + insert.length,
        reported: (snapshot.state?.reported ?? 0) + toDeliver.length,
        floors: floorsAfter(state?.floors ?? {}, entries, seriesOf, firstCheck),
        newestPublished: newestOf([state?.newestPublished ?? null, ...believable(entries, read)]),
        gap,
        gapOpenSince: read.stopped === 'deadline' ? (snapshot.state?.gapOpenSince ?? check) : null,
        vanished: state === null ? [] : vanishedAfter(state.vanished, state.page, page, read.facts.fetchedAt),
        health: healthOf(entries, read.rowsWithoutId),
      }),
      insert,
      update: updates(seen, snapshot, context),
      batches: batches.all,
      offers: offers.map(({ batchId }) => ({ batchId, offer: context.rules.offer })),
    },
    firstCheck,
    fresh: reported,
    delivered: parts.now,
    batchId: batches.freshId,
    remaining: parts.later.flat().length,
    gap,
    warnings: [
      ...warningsOf(snapshot, firstCheck, context),
      ...schemeWarnings(scheme, sorted.held.length, batches.heldId, gap),
    ],
  };
}

/** Never checked with success, or defined anew and without a known entry: announced as a first check again. */
function isFirst({ state, known }: Snapshot, monitor: Monitor, entries: readonly Entry[]): boolean {
  if (state === null || state.firstCheckAt === null) return true;
  return state.identity !== identityOf(monitor) && !entries.some(({ id }) => known.has(id));
}

function judge(entries: readonly Entry[], state: MonitorState, { known }: Snapshot): NoOverlap {
  return judgeNoOverlap(entries, { ids: state.page, known, newestPublished: state.newestPublished });
}

/** Which unseen entries are reported, and which are held back. The others are only recorded. */
function sortOut(
  fresh: readonly Entry[],
  firstCheck: boolean,
  scheme: NoOverlap | null,
  { monitor, parser }: PlanContext,
): { readonly report: readonly Entry[]; readonly held: readonly Entry[] } {
  const wanted = fresh.filter((entry) => parser.wants?.(entry, monitor) ?? true);
  if (firstCheck) {
    const { firstCheck: choice } = monitor;
    const report =
      choice.kind === 'all' ? wanted : choice.kind === 'newest' ? wanted.slice(-choice.count) : [];
    return { report, held: [] };
  }
  if (scheme?.kind === 'unclear') return { report: [], held: wanted };
  if (scheme?.kind === 'renamed')
    return { report: wanted.filter(({ id }) => !scheme.renamed.has(id)), held: [] };
  return { report: wanted, held: [] };
}

function editsOf(
  seen: readonly Entry[],
  { known }: Snapshot,
  { reportEdits }: Monitor,
  read: PagesRead,
): readonly Reported[] {
  return seen.flatMap((entry) => {
    const changes = changesOf(known.get(entry.id)?.watched ?? null, watchedOf(entry, reportEdits));
    return changes === null ? [] : [{ entry: stored(entry, read), changes }];
  });
}

/** Rows are only touched where something is different: a check without news writes one row. */
function updates(
  seen: readonly Entry[],
  { known }: Snapshot,
  { monitor, read }: PlanContext,
): Decision['update'] {
  return seen.flatMap((entry) => {
    const before = known.get(entry.id);
    const watched = watchedOf(entry, monitor.reportEdits);
    const newly = before !== undefined && (before.watched === null) !== (watched === null);
    if (!newly && changesOf(before?.watched ?? null, watched) === null && sameNames(before?.watched, watched))
      return [];
    return [{ entry: stored(entry, read), watched, twin: twinOf(entry), keepContent: monitor.storeHistory }];
  });
}

function sameNames(before: object | null | undefined, after: object | null): boolean {
  return (
    Object.keys(before ?? {})
      .sort()
      .join('\n') ===
    Object.keys(after ?? {})
      .sort()
      .join('\n')
  );
}

function newEntry(entry: Entry, firstCheck: number, { monitor, read }: PlanContext): NewEntry {
  const [published] = believable([entry], read);
  return {
    entry: stored(entry, read),
    sortTime: (monitor.storeHistory ? published : null) ?? read.facts.fetchedAt,
    firstCheck,
    watched: watchedOf(entry, monitor.reportEdits),
    twin: twinOf(entry),
    keepContent: monitor.storeHistory,
  };
}

function believable(entries: readonly Entry[], read: PagesRead): readonly (string | null)[] {
  const now = Date.parse(read.facts.fetchedAt);
  return entries.map(({ publishedAt }) =>
    publishedAt === null || isLaterThan(publishedAt, now) ? null : publishedAt,
  );
}

function stored(entry: Entry, { facts }: PagesRead): StoredEntry {
  return { ...entry, fetchedAt: facts.fetchedAt, source: facts.source };
}

function newBatches(
  parts: { readonly now: readonly Reported[]; readonly later: readonly (readonly Reported[])[] },
  held: readonly Entry[],
  facts: BatchFacts,
  { monitor, rules, newId }: PlanContext,
): { readonly all: readonly NewBatch[]; readonly freshId: string | null; readonly heldId: string | null } {
  const batch = (status: NewBatch['status'], entries: NewBatch['entries']): NewBatch => ({
    batchId: newId(),
    status,
    facts,
    entries,
    keepContent: monitor.storeHistory,
    offer: status === 'pending' || status === 'done' ? rules.offer : null,
  });
  const ids = (reported: readonly Reported[]) =>
    reported.map(({ entry, changes }) => ({ id: entry.id, changes }));
  const now = parts.now.length === 0 ? null : batch(rules.offer.done ? 'done' : 'pending', ids(parts.now));
  const later = parts.later.map((part) => batch('queued', ids(part)));
  const kept =
    held.length === 0
      ? null
      : batch(
          'held',
          held.map(({ id }) => ({ id, changes: null })),
        );
  const all = [now, ...later, kept].filter((it) => it !== null);
  return { all, freshId: now?.batchId ?? null, heldId: kept?.batchId ?? null };
}

function gapOf(
  read: PagesRead,
  scheme: NoOverlap | null,
  held: number,
  heldBatchId: string | null,
): Gap | null {
  if (read.stopped === null && scheme === null) return null;
  const idSchemeChanged = scheme !== null && scheme.kind !== 'gap';
  return {
    suspected: true,
    pagesRead: read.pages,
    reason: read.stopped ?? 'endOfList',
    idSchemeChanged,
    held,
    heldBatchId,
  };
}

function warningsOf(
  { state }: Snapshot,
  firstCheck: boolean,
  { monitor, parser, read }: PlanContext,
): readonly string[] {
  const changed = state?.fingerprint !== fingerprintOf(monitor, parser);
  const again = firstCheck && state !== null && state.firstCheckAt !== null;
  return [
    ...read.warnings,
    ...(changed ? (monitor.warnings ?? []) : []),
    ...(again
      ? [
          'The definition of this monitor has changed and no known entry is on the page: this counts as a first check.',
        ]
      : []),
  ];
}

function schemeWarnings(
  scheme: NoOverlap | null,
  held: number,
  heldId: string | null,
  gap: Gap | null,
): readonly string[] {
  if (gap === null) return [];
  if (scheme?.kind === 'renamed')
    return [
      'The source gives its entries other ids than before: those recognised by their content were not reported again.',
    ];
  if (scheme?.kind === 'unclear')
    return [
      `No entry is known and the ids or times do not fit what was known: the source seems to have changed. ` +
        `${held} entries are held back as batch ${heldId ?? ''}; the operation Redeliver offers them.`,
    ];
  const why = {
    maxPages: 'the most pages allowed',
    deadline: 'the time of a check',
    endOfList: 'the end of the list',
  }[gap.reason];
  return [
    `No known entry was reached within ${why} (pages read: ${gap.pagesRead}): entries may have come and gone between two checks. ` +
      'Check more often, or allow more pages.',
  ];
}
