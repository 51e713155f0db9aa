import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NoStateYet, webMonitor, type DatabaseSettings, type StatusResult } from '../../lib/webMonitor';
import { n8nFolder } from '../shared/runContext';
import { postgresSettings } from './database';

/** The scopes that the database holds, for the picker, each with its monitors. */
export async function searchScopes(
  functions: ILoadOptionsFunctions,
  filter?: string,
): Promise<INodeListSearchResult> {
  const monitors = new Map<string, string[]>();
  for (const { scope, monitorId } of await monitorsIn(await databaseOf(functions)))
    monitors.set(scope, [...(monitors.get(scope) ?? []), monitorId]);
  const results = [...monitors].map(([value, ids]) => ({ name: `${value} (${ids.join(', ')})`, value }));
  const wanted = (filter ?? '').toLowerCase();
  return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** None in a file that is not there yet: the first check makes it. */
async function monitorsIn(database: DatabaseSettings): Promise<StatusResult['data']['monitors']> {
  const status = webMonitor.status({ scope: '', database, monitorId: null, allScopes: true });
  return await status.then(
    ({ data }) => data.monitors,
    (error: unknown) => {
      if (error instanceof NoStateYet) return [];
      throw error;
    },
  );
}

async function databaseOf(functions: ILoadOptionsFunctions): Promise<DatabaseSettings> {
  const text = (name: string): string | null => {
    const value: unknown = functions.getCurrentNodeParameter(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  if (text('database') === 'postgres') return postgresSettings(functions, text('schema'));
  return { kind: 'sqlite', path: text('databaseFile'), n8nFolder: n8nFolder() };
}
