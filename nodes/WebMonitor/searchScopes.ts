import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { webMonitor, type DatabaseSettings } from '../../lib/webMonitor';
import { n8nFolder } from '../shared/runContext';
import { postgresSettings } from './database';

/** The scopes that the database holds, for the picker, each with its monitors. */
export async function searchScopes(
  this: ILoadOptionsFunctions,
  filter?: string,
): Promise<INodeListSearchResult> {
  const status = await webMonitor.status({
    scope: '',
    database: await databaseOf(this),
    monitorId: null,
    allScopes: true,
  });
  const monitors = new Map<string, string[]>();
  for (const { scope, monitorId } of status.data.monitors)
    monitors.set(scope, [...(monitors.get(scope) ?? []), monitorId]);
  const results = [...monitors].map(([value, ids]) => ({ name: `${value} (${ids.join(', ')})`, value }));
  const wanted = (filter ?? '').toLowerCase();
  return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

async function databaseOf(functions: ILoadOptionsFunctions): Promise<DatabaseSettings> {
  const text = (name: string): string | null => {
    const value: unknown = functions.getCurrentNodeParameter(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  if (text('database') === 'postgres') return postgresSettings(functions, text('schema'));
  return { kind: 'sqlite', path: text('databaseFile'), n8nFolder: n8nFolder() };
}
