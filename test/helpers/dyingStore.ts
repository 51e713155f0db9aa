import { openPostgresStore } from '../../lib/monitor/store/postgres/postgresStore';
import type { PostgresSettings } from '../../lib/monitor/store/settings';
import { openDriver, type OpenDriver } from '../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import type { Decision, Store } from '../../lib/monitor/store/store';

/**
 * What a product would do wrong. `advances at reading`: what was read counts as known before it is stored for delivery,
 * in a transaction of its own. `confirms at reading`: what was read counts as delivered before it is.
 */
export type Mistake = 'advances at reading' | 'confirms at reading';

/** The product's store; `step` is called before each of its statements: BEGIN, COMMIT, and each read and write. */
export async function openDyingStore(
  given: {
    readonly n8nFolder: string;
    readonly postgres?: PostgresSettings;
    readonly mistake: Mistake | null;
  },
  step: () => void,
): Promise<Store> {
  const store =
    given.postgres === undefined
      ? await openSqliteStore({ kind: 'sqlite', n8nFolder: given.n8nFolder }, { openDriver: stepping(step) })
      : await openPostgres(given.postgres, step);
  return given.mistake === 'advances at reading' ? advancing(store) : store;
}

function stepping(step: () => void): OpenDriver {
  return async (path) => {
    const driver = await openDriver(path);
    return {
      ...driver,
      exec: (sql) => {
        step();
        driver.exec(sql);
      },
      prepare: (sql) => {
        const statement = driver.prepare(sql);
        return {
          get: (...values) => (step(), statement.get(...values)),
          all: (...values) => (step(), statement.all(...values)),
          run: (...values) => (step(), statement.run(...values)),
        };
      },
    };
  };
}

/** Loaded here and not above: most processes have no use for the driver. */
async function openPostgres(settings: PostgresSettings, step: () => void): Promise<Store> {
  const { Client } = await import('pg');
  const prototype = Client.prototype as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (...given) {
    step();
    return query.apply(this, given);
  };
  return openPostgresStore(settings);
}

function advancing(store: Store): Store {
  return {
    ...store,
    check: async (key, ids, decide) => {
      const made: { decision?: Decision } = {};
      await store.check(key, ids, (snapshot) => {
        made.decision = decide(snapshot);
        return { ...made.decision, batches: [], offers: [] };
      });
      const { decision } = made;
      if (decision === undefined) throw new Error('no decision');
      return await store.check(key, [], () => ({ ...decision, insert: [], update: [] }));
    },
  };
}
