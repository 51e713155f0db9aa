import { appendFileSync, readFileSync } from 'node:fs';
import { openDriver, type Driver, type OpenDriver } from '../../lib/monitor/store/sqlite/driver';
import { openPostgresStore } from '../../lib/monitor/store/postgres/postgresStore';
import type { PostgresSettings } from '../../lib/monitor/store/settings';
import { openSqliteStore } from '../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../lib/monitor/store/store';
import type { Delivery } from '../../lib/monitor/request';
import { watcher, WatchedSite } from './watched';

/**
 * Executions in a process of its own: check, deliver (a line per entry in `mailbox`), acknowledge. Says "ready" when it
 * begins and a dot after each one. It is killed from outside, or kills itself where it is told to.
 */
export interface Job {
  readonly n8nFolder: string;
  /** A file of ids, one per line, oldest first: the page shows the newest ones. */
  readonly list: string;
  /** Whether the list grows by an entry or two before each execution. */
  readonly grows: boolean;
  readonly mailbox: string;
  readonly delivery: Delivery;
  readonly executionId: string;
  /** Milliseconds since 1970 at the first execution; each further one is hours later, when everything is due again. */
  readonly now: number;
  readonly executions: number;
  /** Gone before its n-th statement runs. */
  readonly killAtStatement: number | null;
  /** Gone after the check is stored and before anything is delivered: where a state that advances at reading loses. */
  readonly killBeforeMail: boolean;
  /** Gone after so many entries were delivered, in the middle of them. */
  readonly killInMail: number | null;
  /** A product with a mistake: what is known and what is to be delivered are stored in two transactions. */
  readonly splitsTransaction: boolean;
  /** Where the state lies instead of in a file; statements are not counted there. */
  readonly postgres?: PostgresSettings;
}

/** Far more than can be added between two checks: what has left the page unseen is lost to everyone. */
const SHOWN = 300;
const HOURS_MS = 7 * 3_600_000;

async function run(job: Job): Promise<void> {
  const store = await open(job);
  process.stdout.write('ready\n');
  for (let times = 0; times < job.executions; times += 1) await execute(job, store, times);
  await store.close();
}

async function execute(job: Job, store: Store, times: number): Promise<void> {
  const site = new WatchedSite();
  site.pageSize = 1000;
  site.now = job.now + times * HOURS_MS;
  const executionId = `${job.executionId}.${times}`;
  if (job.grows)
    appendFileSync(job.list, times % 2 === 0 ? `${executionId}a\n` : `${executionId}a\n${executionId}b\n`);
  site.add(...readFileSync(job.list, 'utf8').trimEnd().split('\n').slice(-SHOWN));
  const results = await watcher(site, store)({ delivery: job.delivery, executionId });
  const entries = results.flatMap(({ data }) => data.newEntries);
  if (job.killBeforeMail) kill();
  entries.forEach(({ id, redelivered }, index) => {
    if (index === job.killInMail) kill();
    appendFileSync(job.mailbox, `${id} ${redelivered ? 'again' : 'new'}\n`);
  });
  if (entries.length > 0 && job.delivery === 'acknowledge') await store.acknowledge({ executionId }, '');
  process.stdout.write('.');
}

async function open(job: Job): Promise<Store> {
  if (job.postgres !== undefined) return openPostgresStore(job.postgres);
  return await openSqliteStore({ kind: 'sqlite', n8nFolder: job.n8nFolder }, { openDriver: dying(job) });
}

/** Counts every statement, and is gone before the n-th one runs: BEGIN, COMMIT and each read and write. */
function dying({ killAtStatement, splitsTransaction }: Job): OpenDriver {
  let count = 0;
  const step = () => {
    count += 1;
    if (count === killAtStatement) kill();
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
        const before =
          splitsTransaction && sql.startsWith('INSERT INTO batches') ? split(driver) : () => undefined;
        return {
          get: (...values) => (step(), statement.get(...values)),
          all: (...values) => (step(), statement.all(...values)),
          run: (...values) => (before(), step(), statement.run(...values)),
        };
      },
    };
  };
}

const split = (driver: Driver) => () => {
  driver.exec('COMMIT; BEGIN IMMEDIATE');
};

const kill = () => process.kill(process.pid, 'SIGKILL');
void run(JSON.parse(process.argv[2] ?? '{}') as Job);
