import { openDriver, type OpenDriver } from '../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import { aDecision, aNewEntry } from './decisions';

const key = { scope: 'workflow', monitorId: 'list' };

/** Which driver opened the state, and which of the ids it was asked for were known before it added its own. */
export interface Told {
  readonly driver: string;
  readonly known: readonly string[];
  readonly backup: number;
}

/** Opens the state as the product does, adds one id and makes a backup. Prints a Told, or code and message. */
async function main(n8nFolder: string, id: string, asked: readonly string[]): Promise<Told> {
  const names: string[] = [];
  const telling: OpenDriver = async (path) => {
    const driver = await openDriver(path);
    names.push(driver.name);
    return driver;
  };
  const store = await openSqliteStore({ kind: 'sqlite', n8nFolder }, { openDriver: telling });
  const { known } = await store.look(key, asked);
  await store.check(key, [id], () => aDecision({ insert: [aNewEntry(id)] }));
  const { bytes } = await store.backup(`${id}.db`);
  await store.close();
  return { driver: names.join(' '), known: [...known.keys()], backup: bytes };
}

const [n8nFolder = '', id = '', ...asked] = process.argv.slice(2);
void main(n8nFolder, id, asked)
  .catch((error: unknown) => {
    const { code, message } = error as { code?: string; message?: string };
    return { code, message };
  })
  .then((said) => process.stdout.write(JSON.stringify(said)));
