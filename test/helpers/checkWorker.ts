import { appendFileSync, readFileSync } from 'node:fs';
import type { OpenDriver } from '../../lib/monitor/store/sqlite/driver';
import { openDriver } from '../../lib/monitor/store/sqlite/driver';
import { openPostgresStore } from '../../lib/monitor/store/postgres/postgresStore';
import type { PostgresSettings } from '../../lib/monitor/store/settings';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../lib/monitor/store/store';
import type { Delivery } from '../../lib/monitor/request';
import { watcher, WatchedSite } from './watched';

/**
 * One execution in a process of its own: check, deliver (a line per entry in `mailbox`), acknowledge.
 * Told so, it kills itself before its n-th statement, or somewhere in a span of milliseconds.
 */
export interface Job {
  readonly n8nFolder: string;
  /** JSON list of ids, newest first. */
  readonly list: string;
  readonly mailbox: string;
  readonly delivery: Delivery;
  readonly executionId: string;
  readonly killAtStatement: number | null;
  readonly killAfterMs: number | null;
  /** Gone after the check is stored and before anything is delivered: where a state that advances at reading loses. */
  readonly killBeforeMail: boolean;
  /** Where the state lies instead of in a file; statements are not counted there. */
  readonly postgres?: PostgresSettings;
}

async function run(job: Job): Promise<void> {
  const store = await open(job);
  const site = new WatchedSite();
  site.pageSize = 1000;
  site.now = Date.now();
  site.add(...[...(JSON.parse(readFileSync(job.list, 'utf8')) as string[])].reverse());
  const results = await watcher(site, store)({ delivery: job.delivery, executionId: job.executionId });
  const entries = results.flatMap(({ data }) => data.newEntries);
  if (job.killBeforeMail) kill();
  if (entries.length > 0) {
    appendFileSync(
      job.mailbox,
      entries.map(({ id, redelivered }) => `${id} ${redelivered ? 'again' : 'new'}\n`).join(''),
    );
    if (job.delivery === 'acknowledge') await store.acknowledge({ executionId: job.executionId }, '');
  }
  await store.close();
}

async function open({ postgres, n8nFolder, killAtStatement }: Job): Promise<Store> {
  if (postgres !== undefined) return openPostgresStore(postgres);
  return await openSqliteStore({ kind: 'sqlite', n8nFolder }, { openDriver: dying(killAtStatement) });
}

/** Counts every statement, and is gone before the n-th one runs: BEGIN, COMMIT and each read and write. */
function dying(at: number | null): OpenDriver {
  let count = 0;
  const step = () => {
    count += 1;
    if (count === at) process.kill(process.pid, 'SIGKILL');
  };
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

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const kill = () => process.kill(process.pid, 'SIGKILL');
if (job.killAfterMs !== null) setTimeout(kill, job.killAfterMs);
void run(job);
