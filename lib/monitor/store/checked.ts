import { isRecord } from '../../check';
import type { Entry } from '../entry';
import type { BatchFacts, MonitorState } from './store';

/** What stored JSON must look like to be trusted; null where it does not. */

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isTextOrNull: Test = (value) => value === null || isText(value);
const isCount: Test = (value) => Number.isSafeInteger(value);
const isRecordOrNull: Test = (value) => value === null || isRecord(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const recordOf =
  (test: Test): Test =>
  (value) =>
    isRecord(value) && Object.values(value).every(test);
const shapeOf =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, test]) => test(value[name]));
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);

const isEntry = shapeOf({
  id: isText,
  numericId: isTextOrNull,
  detailUrl: isTextOrNull,
  publishedAt: isTextOrNull,
  publishedText: isTextOrNull,
  tradedAt: isTextOrNull,
  fields: isRecord,
});

const FACTS = { fetchedAt: isText, source: isText, dataAsOf: isTextOrNull, dataAsOfFrom: isTextOrNull };
const isBatchFacts = shapeOf({ ...FACTS, firstCheck: (value) => typeof value === 'boolean' });

/** Fields that a state written by an earlier version may lack, and what their absence means. */
const NEWER: Pick<MonitorState, 'awaiting' | 'gapAt'> = { awaiting: [], gapAt: null };

const STATE: Readonly<Record<keyof MonitorState, Test>> = {
  url: isText,
  parser: isText,
  parserVersion: isCount,
  checkIntervalMinutes: isCount,
  nodeId: isTextOrNull,
  identity: isText,
  fingerprint: isText,
  validators: orNull(shapeOf({ etag: isTextOrNull, lastModified: isTextOrNull })),
  notModifiedInARow: isCount,
  checks: isCount,
  firstCheckAt: isTextOrNull,
  lastCheckAt: isTextOrNull,
  lastSuccessAt: isTextOrNull,
  lastResult: isTextOrNull,
  lastError: isTextOrNull,
  failureStreak: isCount,
  failingSince: isTextOrNull,
  failures: recordOf(isCount),
  facts: orNull(shapeOf(FACTS)),
  page: listOf(isText),
  total: orNull(isCount),
  knownIds: isCount,
  reported: isCount,
  floors: recordOf((value) => typeof value === 'string' && /^\d+$/.test(value)),
  newestPublished: isTextOrNull,
  gap: isRecordOrNull,
  gapAt: isTextOrNull,
  gapOpenSince: orNull(isCount),
  awaiting: listOf(shapeOf({ entry: isEntry, failures: isCount })),
  vanished: listOf(shapeOf({ id: isText, at: isText })),
  health: orNull(shapeOf({ entries: isCount, filled: isRecord, idShapes: isRecord, rowsWithoutId: isCount })),
};

const isState = shapeOf(STATE);

/** A state that was written by this version or an earlier one; its fields in the order in which they were written. */
export function checkedState(value: unknown): MonitorState | null {
  if (!isRecord(value)) return null;
  const state: unknown = { ...value, ...NEWER, ...value };
  return isState(state) ? (state as MonitorState) : null;
}

export function checkedEntry(value: unknown): Entry | null {
  return isEntry(value) ? (value as Entry) : null;
}

export function checkedFacts(value: unknown): BatchFacts | null {
  return isBatchFacts(value) ? (value as BatchFacts) : null;
}
