import { isLaterThan, newestOf } from '../instant';
import { secretsIn } from '../redact';
import { awaitingAfter, stillAwaited } from './awaiting';
import { splitByLimit, storedOffers } from './delivery';
import { delta, floorsAfter } from './delta';
import { changesOf, keptOf, shownOf, watchedOf } from './edits';
import type { Entry } from './entry';
import { identityOf, refuseOtherNode } from './fingerprint';
import { futureWarning } from './futureTimes';
import { healthOf } from './health';
import { judgeNoOverlap, type NoOverlap } from './idScheme';
import type { Monitor } from './monitor';
import { openSince } from './openGap';
import { oldestFirst } from './order';
import { knownOtherwise } from './otherIds';
import { isOvertaken, withLater } from './overtaken';
import type { PagesRead } from './paging';
import { newBatches } from './planBatches';
import type { Plan, PlanContext, Reported } from './planContext';
import { gapOf, schemeWarnings, warningsOf } from './planWarnings';
import type { BatchFacts, Decision, MonitorState, NewEntry, Snapshot, StoredEntry } from './store/store';
import { sortOut } from './sortOut';
import { succeeded } from './stateAfter';
import { twinOf } from './twin';
import { vanishedAfter } from './vanished';

/** Pure: the snapshot and the pages in, everything that follows from them out. May run again on a newer snapshot. */
export function planCheck(snapshot: Snapshot, context: PlanContext): Plan {
  const { monitor, parser, read } = context;
  const entries = read.entries.filter(({ id }) => !context.unfinished.has(id));
  refuseOtherNode(snapshot.state, monitor, context.nodeId);
  const seriesOf = (id: string) => parser.seriesOf(id);
  const firstCheck = isFirst(snapshot, monitor, entries);
  const state = firstCheck ? null : snapshot.state;
  const floors = monitor.strategy === 'maxId' && state !== null ? { floors: state.floors } : {};
  const awaited = firstCheck ? [] : stillAwaited(snapshot, context);
  const otherwise = knownOtherwise(entries, firstCheck ? new Map() : read.otherIds, snapshot.known);
  const { fresh, seen, older } = delta(
    [...entries, ...awaited],
    { has: (id) => snapshot.known.has(id), isOlder: (id) => otherwise.has(id), ...floors },
    seriesOf,
  );
  const scheme =
    state !== null &&
    seen.length + otherwise.size === 0 &&
    fresh.length > awaited.length &&
    state.page.length > 0
      ? judge(
          entries.map((entry) => context.listed.get(entry.id) ?? entry),
          state,
          snapshot,
        )
      : null;
  const sorted = sortOut(fresh, firstCheck, scheme, context);
  const isPast = isOvertaken(snapshot.state, context);
  const names = isPast
    ? []
    : shownOf(
        rowsOf(read.entries, context.listed),
        monitor.reportEdits,
        (id) => snapshot.known.get(id)?.watched ?? null,
      );
  const edits = editsOf(seen, names, snapshot, context);
  const reported = [
    ...edits,
    ...sorted.report.map((entry) => ({ entry: stored(entry, read), changes: null })),
  ];
  const toDeliver = monitor.alertOnNew ? reported : [];
  const offered = storedOffers(snapshot, context.seenBatches, context.rules);
  const parts = splitByLimit(toDeliver, context.rules.limit, offered.size);
  const facts: BatchFacts = { ...read.facts, firstCheck };
  const batches = newBatches(parts, sorted.held, facts, context);
  const gap = gapOf(read, scheme, sorted.held.length, batches.heldId);
  const check = (snapshot.state?.checks ?? 0) + 1;
  const insert = [...oldestFirst(older, seriesOf), ...fresh].map((entry) =>
    newEntry(entry, check, names, context),
  );
  const page = read.entries.map(({ id }) => id);
  const after = succeeded(snapshot.state, context, {
    facts: read.facts,
    page,
    knownIds: (snapshot.state?.knownIds ?? 0) + insert.length,
    reported: (snapshot.state?.reported ?? 0) + toDeliver.filter(({ changes }) => changes === null).length,
    floors: floorsAfter(state?.floors ?? {}, entries, seriesOf, firstCheck),
    newestPublished: newestOf([state?.newestPublished ?? null, ...believable(entries, read)]),
    gap,
    gapOpenSince: openSince(snapshot.state, check, context),
    awaiting: awaitingAfter(
      state?.awaiting ?? [],
      new Set([...snapshot.known.keys(), ...insert.map(({ entry }) => entry.id)]),
      context,
    ),
    vanished: state === null ? [] : vanishedAfter(state.vanished, state.page, page, read.facts.fetchedAt),
    health: healthOf(entries, read.rowsWithoutId),
  });
  return {
    decision: {
      state: isPast ? withLater(after, snapshot.state) : after,
      insert,
      update: updates(seen, names, snapshot, context),
      batches: batches.all,
      offers: offered.offers,
    },
    firstCheck,
    fresh: reported,
    complete: reported.filter(({ entry }) => context.beforeDocuments?.shown.has(entry.id) ?? true),
    delivered: parts.now,
    batchId: batches.freshId,
    remaining: offered.waitingAfter + parts.later.flat().length,
    waiting: offered.waitingBefore,
    gap,
    warnings: [
      ...warningsOf(snapshot, firstCheck, context),
      ...futureWarning(
        [...insert, ...edits].map(({ entry }) => entry),
        secretsIn(context.monitor.url),
      ),
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

function editsOf(
  seen: readonly Entry[],
  names: readonly string[],
  { known }: Snapshot,
  { read, listed }: PlanContext,
): readonly Reported[] {
  return seen.flatMap((entry) => {
    const watched = watchedOf(listed.get(entry.id) ?? entry, names);
    const changes = changesOf(known.get(entry.id)?.watched ?? null, watched);
    return changes === null ? [] : [{ entry: stored(entry, read), changes }];
  });
}

/**
 * Compared and remembered is what the list says: a document says more, and is not read at every check.
 * Rows are only touched where something is different: a check without news writes one row.
 */
function updates(
  seen: readonly Entry[],
  names: readonly string[],
  { known }: Snapshot,
  { monitor, read, listed }: PlanContext,
): Decision['update'] {
  return seen.flatMap((entry) => {
    const before = known.get(entry.id);
    const row = listed.get(entry.id) ?? entry;
    const watched = keptOf(before?.watched, watchedOf(row, names), monitor.reportEdits);
    const changes = changesOf(before?.watched ?? null, watched);
    const newly = before !== undefined && (before.watched === null) !== (watched === null);
    if (!newly && changes === null && sameNames(before?.watched, watched)) return [];
    return [
      {
        entry: stored(entry, read),
        watched,
        twin: twinOf(row),
        keepContent: monitor.storeHistory,
        contentChanged: changes !== null,
      },
    ];
  });
}

/** As the list has them. */
function rowsOf(entries: readonly Entry[], listed: PlanContext['listed']): readonly Entry[] {
  return entries.map((entry) => listed.get(entry.id) ?? entry);
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

function newEntry(
  entry: Entry,
  firstCheck: number,
  names: readonly string[],
  { monitor, read, listed }: PlanContext,
): NewEntry {
  const row = listed.get(entry.id) ?? entry;
  const [published] = believable([entry], read);
  return {
    entry: stored(entry, read),
    sortTime: (monitor.storeHistory ? published : null) ?? read.facts.fetchedAt,
    firstCheck,
    watched: watchedOf(row, names),
    // worked out as it is written, between turns of the event loop: of thousands it takes longest
    get twin() {
      return twinOf(row);
    },
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
