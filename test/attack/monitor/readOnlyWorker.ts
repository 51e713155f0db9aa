import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { aDecision, aNewEntry } from '../../helpers/decisions';

/** Root may write everything, so it becomes nobody; it loads first what nobody may not reach. */
async function becomeAnotherUser(): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { default: Database } = await import('better-sqlite3');
  new Database(':memory:').close();
  process.setgroups?.([]);
  process.setgid?.(65534);
  process.setuid?.(65534);
}

/** Run as another user: prints "written", or code and message of what happens. */
async function main(n8nFolder: string): Promise<string> {
  await becomeAnotherUser();
  const store = await openSqliteStore({ kind: 'sqlite', n8nFolder });
  try {
    await store.check({ scope: 's', monitorId: 'm' }, [], () => aDecision({ insert: [aNewEntry('1')] }));
    await store.close();
    return 'written';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
}

void main(process.argv[2] ?? '').then((said) => process.stdout.write(said));
