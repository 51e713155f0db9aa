import { openDriver, openNodeSqlite } from '../../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { stateFolder } from '../../helpers/stateFolder';
import { describeStore } from './storeContract';

const drivers = { 'better-sqlite3': openDriver, 'node:sqlite': (path: string) => openNodeSqlite(path) };

for (const [name, open] of Object.entries(drivers))
  describeStore(`SQLite by ${name}`, () => {
    const { settings, remove } = stateFolder();
    return Promise.resolve({
      open: () => openSqliteStore(settings, { openDriver: open }),
      remove: () => {
        remove();
        return Promise.resolve();
      },
    });
  });
