import type { Entry } from '../../lib/monitor/entry';
import { numericIdOf } from '../../lib/monitor/entry';
import type {
  BatchFacts,
  Decision,
  MonitorState,
  NewBatch,
  NewEntry,
  Offer,
} from '../../lib/monitor/store/store';

/** Short hands for what a store is told. */

export const AT = '2026-05-13T08:00:00.000Z';

export function anEntry(id: string, given: Partial<Entry> = {}): Entry {
  return {
    id,
    numericId: numericIdOf(id),
    detailUrl: `https://example.org/${id}`,
    publishedAt: null,
    publishedText: null,
    tradedAt: null,
    fields: { title: `Entry ${id}` },
    ...given,
  };
}

export function aNewEntry(id: string, given: Partial<NewEntry> = {}, content: Partial<Entry> = {}): NewEntry {
  return {
    entry: { ...anEntry(id, content), fetchedAt: AT, source: 'https://example.org/list' },
    sortTime: content.publishedAt ?? AT,
    firstCheck: 1,
    watched: null,
    twin: null,
    keepContent: true,
    ...given,
  };
}

export const facts: BatchFacts = {
  fetchedAt: AT,
  source: 'https://example.org/list',
  dataAsOf: null,
  dataAsOfFrom: null,
  firstCheck: false,
};

export function anOffer(executionId: string | null, done = false): Offer {
  return { executionId, at: AT, leaseUntil: null, done };
}

export function aBatch(batchId: string, ids: readonly string[], given: Partial<NewBatch> = {}): NewBatch {
  return {
    batchId,
    status: 'pending',
    facts,
    entries: ids.map((id) => ({ id, changes: null })),
    keepContent: true,
    offer: anOffer('run-1'),
    ...given,
  };
}

export function aState(given: Partial<MonitorState> = {}): MonitorState {
  return {
    url: 'https://example.org/list',
    parser: 'generic',
    parserVersion: 1,
    checkIntervalMinutes: 60,
    nodeId: null,
    identity: 'i',
    fingerprint: 'f',
    validators: null,
    notModifiedInARow: 0,
    checks: 1,
    firstCheckAt: AT,
    lastCheckAt: AT,
    lastSuccessAt: AT,
    lastResult: 'ok',
    lastError: null,
    failureStreak: 0,
    failingSince: null,
    failures: {},
    facts: { fetchedAt: AT, source: 'https://example.org/list', dataAsOf: null, dataAsOfFrom: null },
    page: [],
    total: null,
    knownIds: 0,
    reported: 0,
    floors: {},
    newestPublished: null,
    gap: null,
    gapAt: null,
    gapOpenSince: null,
    awaiting: [],
    vanished: [],
    health: null,
    ...given,
  };
}

export function aDecision(given: Partial<Decision> = {}): Decision {
  const insert = given.insert ?? [];
  return {
    state: aState({ knownIds: insert.length }),
    insert,
    update: [],
    batches: [],
    offers: [],
    ...given,
  };
}
