import { invalid, kindOf } from '../../check';
import { ToolError } from '../../errors';
import type { MonitorRequest } from '../request';
import type { MonitorRow, Store } from '../store/store';

/** A monitor of the scope. UNKNOWN_MONITOR lists the known ones. */
export async function findMonitor(
  store: Store,
  request: MonitorRequest,
  monitorId: string,
): Promise<MonitorRow> {
  const scope = scopeOf(request);
  const [row] = await store.monitors(scope, monitorId);
  if (row === undefined) throw await unknownMonitor(store, scope, monitorId);
  return row;
}

/** What to throw for a monitor that has no state: it names those that have. */
export async function unknownMonitor(
  store: Store,
  scope: string | null,
  monitorId: string | null,
): Promise<ToolError> {
  const rows = await store.monitors(null, null);
  const here = rows
    .filter(({ key }) => scope === null || key.scope === scope)
    .map(({ key }) => key.monitorId);
  const scopes = [...new Set(rows.map(({ key }) => key.scope))].slice(0, 20);
  const known =
    here.length > 0
      ? `Known: ${here.slice(0, 50).join(', ')}`
      : `Scopes with a state: ${scopes.join(', ') || 'none'}`;
  const what = monitorId === null ? 'any monitor' : `a monitor ${kindOf(monitorId)}`;
  return new ToolError(
    'UNKNOWN_MONITOR',
    `There is no state of ${what}${scope === null ? '' : ` in the scope ${kindOf(scope)}`}. ${known}.`,
  );
}

/** The scope keys the state: an unsaved workflow has no id yet. */
export function scopeOf({ scope }: MonitorRequest): string {
  const name = scope.trim();
  if (name === '')
    throw new ToolError(
      'INVALID_REQUEST',
      'The state belongs to a workflow, and this one has no id yet. Save it, or name a scope.',
    );
  // eslint-disable-next-line no-control-regex -- control characters mark scopes of the store's own
  if (/[\u0000-\u001f\u007f]/.test(name) || name.length > 200)
    throw invalid('scope', 'must be a name of at most 200 characters on one line');
  return name;
}
