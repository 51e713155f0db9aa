import { openPostgresStore } from './postgres/postgresStore';
import type { DatabaseSettings } from './settings';
import { openSqliteStore } from './sqlite/sqliteStore';
import type { Store } from './store';

/** The store that the settings name. Drivers are loaded, and files or connections opened, on first use. */
export async function openStore(settings: DatabaseSettings): Promise<Store> {
  return settings.kind === 'sqlite' ? await openSqliteStore(settings) : openPostgresStore(settings);
}
