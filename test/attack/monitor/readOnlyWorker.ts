import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { aDecision, aNewEntry } from '../../helpers/decisions';

/** Run as a user who may not write the folder: prints the code of what happens. */
async function main(n8nFolder: string): Promise<string> {
  const store = await openSqliteStore({ kind: 'sqlite', n8nFolder });
  try {
    await store.check({ scope: 's', monitorId: 'm' }, [], () => aDecision({ insert: [aNewEntry('1')] }));
    return 'written';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

void main(process.argv[2] ?? '').then((code) => process.stdout.write(code));
