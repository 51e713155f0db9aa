import { messageOf, ToolError } from '../errors';
import { LIMITS } from '../limits';
import type { Monitor } from './monitor';
import type { NotModified, PagesRead } from './paging';
import type { Parser } from './parsers/parser';
import { fingerprintOf, identityOf } from './fingerprint';
import type { MonitorState } from './store/store';

/** The state of a monitor that was never checked. */
const BLANK: MonitorState = {
  url: '',
  parser: '',
  parserVersion: 0,
  checkIntervalMinutes: 0,
  nodeId: null,
  identity: '',
  fingerprint: '',
  validators: null,
  notModifiedInARow: 0,
  checks: 0,
  firstCheckAt: null,
  lastCheckAt: null,
  lastSuccessAt: null,
  lastResult: null,
  lastError: null,
  failureStreak: 0,
  failingSince: null,
  failures: {},
  facts: null,
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
};

interface Asked {
  readonly monitor: Monitor;
  readonly parser: Parser;
  readonly nodeId: string | null;
}

type Found = Pick<
  MonitorState,
  | 'facts'
  | 'page'
  | 'knownIds'
  | 'reported'
  | 'floors'
  | 'newestPublished'
  | 'gap'
  | 'gapOpenSince'
  | 'awaiting'
  | 'vanished'
  | 'health'
>;

/** After a check that read the list. */
export function succeeded(
  before: MonitorState | null,
  asked: Asked & { readonly read: PagesRead },
  found: Found,
): MonitorState {
  const at = asked.read.facts.fetchedAt;
  return {
    ...recovered(before ?? BLANK, at),
    ...definitionOf(asked),
    ...found,
    ...lastGap(before, found, at),
    validators: asked.read.validators,
    notModifiedInARow: 0,
    total: asked.read.total,
    checks: (before?.checks ?? 0) + 1,
    firstCheckAt: before?.firstCheckAt ?? at,
  };
}

/** After an answer that nothing has changed. */
export function unchanged(
  before: MonitorState,
  asked: Asked,
  { fetchedAt, source }: NotModified,
): MonitorState {
  const facts = { dataAsOf: null, dataAsOfFrom: null, ...before.facts, fetchedAt, source };
  return {
    ...recovered(before, fetchedAt),
    ...definitionOf(asked),
    facts,
    ...lastGap(before, { gap: null, gapOpenSince: before.gapOpenSince }, fetchedAt),
    checks: before.checks + 1,
    notModifiedInARow: before.notModifiedInARow + 1,
  };
}

/** After a failure: counted and classed; what is known stays as it was, to the byte. */
export function failed(before: MonitorState | null, asked: Asked, error: unknown, at: string): MonitorState {
  const state = before ?? {
    ...BLANK,
    url: asked.monitor.url,
    parser: asked.monitor.parser,
    parserVersion: asked.parser.version,
  };
  const code = error instanceof ToolError ? error.code : 'UNEXPECTED_CONTENT';
  return {
    ...state,
    checkIntervalMinutes: asked.monitor.checkIntervalMinutes,
    lastCheckAt: at,
    lastResult: code,
    lastError: messageOf(error).slice(0, 500),
    failureStreak: state.failureStreak + 1,
    failingSince: state.failingSince ?? at,
    failures: { ...state.failures, [code]: (state.failures[code] ?? 0) + 1 },
  };
}

/**
 * What may have been missed stays missed when the next check overlaps: whoever looks once a day must see it. Only one
 * that was left open, and that this check has read through to what was known before, is made good.
 */
function lastGap(
  before: MonitorState | null,
  found: Pick<MonitorState, 'gap' | 'gapOpenSince'>,
  at: string,
): Pick<MonitorState, 'gap' | 'gapAt'> {
  if (found.gap !== null) return { gap: found.gap, gapAt: at };
  const since = before?.gapAt ?? null;
  const isClosed = before !== null && before.gapOpenSince !== null && found.gapOpenSince === null;
  const isOver = since === null || isClosed || Date.parse(at) - Date.parse(since) >= LIMITS.state.gapKeptMs;
  if (isOver) return { gap: null, gapAt: null };
  // The clock was set back: its day begins now, or it would last until then.
  return { gap: before?.gap ?? null, gapAt: since > at ? at : since };
}

function recovered(before: MonitorState, at: string): MonitorState {
  return {
    ...before,
    lastCheckAt: at,
    lastSuccessAt: at,
    lastResult: 'ok',
    lastError: null,
    failureStreak: 0,
    failingSince: null,
  };
}

function definitionOf({ monitor, parser, nodeId }: Asked) {
  return {
    url: monitor.url,
    parser: monitor.parser,
    parserVersion: parser.version,
    checkIntervalMinutes: monitor.checkIntervalMinutes,
    nodeId,
    identity: identityOf(monitor),
    fingerprint: fingerprintOf(monitor, parser),
  };
}
