import type { CheckContext } from './checkContext';

/** A monitor that was renamed, or a workflow that was copied or imported again, starts from nothing: said once. */
export async function statesOfThisPage({
  monitor,
  request,
  tools,
  key,
  before,
}: CheckContext): Promise<readonly string[]> {
  if (before.state !== null && before.state.firstCheckAt !== null) return [];
  const rows = await tools.store.ofPage(monitor.url);
  const ours = new Set(request.monitors.map(({ id }) => id));
  const found = rows.find(
    (row) => row.state.knownIds > 0 && (row.key.scope !== key.scope || !ours.has(row.key.monitorId)),
  );
  if (found === undefined) return [];
  const { scope, monitorId } = found.key;
  return [
    `The same page is known as monitor "${monitorId}" of the scope "${scope}" (${found.state.knownIds} ids). ` +
      'If this monitor was renamed, or this workflow copied, the operation Adopt takes that state over.',
  ];
}
