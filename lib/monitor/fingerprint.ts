import { createHash } from 'node:crypto';
import { ToolError } from '../errors';
import { showUrl } from '../redact';
import type { Monitor } from './monitor';
import type { Parser } from './parsers/parser';
import type { MonitorState } from './store/store';

/** What decides which list is read and how its ids are found. */
export function identityOf({ url, parser, idPattern, idField, rowSelector, idPath }: Monitor): string {
  return hash([url, parser, idPattern, idField, rowSelector, idPath]);
}

/** Everything that shapes an entry: an answer "not modified" holds for this only. */
export function fingerprintOf(monitor: Monitor, { version }: Parser): string {
  const { warnings: _, checkIntervalMinutes: __, alertOnNew: ___, ...rest } = monitor;
  return hash([rest, version]);
}

/** Two nodes with one id would share one state and take turns in calling everything new. */
export function refuseOtherNode(state: MonitorState | null, monitor: Monitor, nodeId: string | null): void {
  if (state === null || state.nodeId === null || nodeId === null || state.nodeId === nodeId) return;
  if (state.identity === '' || state.identity === identityOf(monitor)) return;
  throw new ToolError(
    'INVALID_CONFIG',
    `monitors.${monitor.id}: another node with the same scope watches ${showUrl(state.url)} under this id. ` +
      'Give each its own id, or reset this one if the other node is gone.',
  );
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
