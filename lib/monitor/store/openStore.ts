import { ToolError } from '../../errors';
import type { DatabaseSettings } from './settings';
import { openSqliteStore } from './sqlite/sqliteStore';
import type { Store } from './store';

/** The store that the settings name. Drivers are loaded, and files opened, on first use. */
export async function openStore(settings: DatabaseSettings): Promise<Store> {
  if (settings.kind === 'sqlite') return await openSqliteStore(settings);
  throw new ToolError('STATE_UNAVAILABLE', 'PostgreSQL cannot keep the state yet. Choose SQLite.');
}
