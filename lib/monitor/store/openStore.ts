import { openPostgresStore } from './postgres/postgresStore';
import type { DatabaseSettings } from './settings';
import { openSqliteStore } from './sqlite/sqliteStore';
import { refuseUnknownState } from './sqlite/stateFile';
import type { Store } from './store';

export { NoStateYet } from './sqlite/stateFile';

/** The store that the settings name. Drivers are loaded, and files or connections opened, on first use. */
export async function openStore(settings: DatabaseSettings): Promise<Store> {
  return settings.kind === 'sqlite' ? await openSqliteStore(settings) : openPostgresStore(settings);
}

/** What does not check needs a state that is there: STATE_UNAVAILABLE where a file was named that never was one. */
export async function refuseUnknown(settings: DatabaseSettings): Promise<void> {
  if (settings.kind === 'sqlite') await refuseUnknownState(settings);
}
