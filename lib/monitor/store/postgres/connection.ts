import type { ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { ToolError } from '../../../errors';
import { LIMITS } from '../../../limits';
import type { PostgresSettings } from '../settings';
import type { MonitorKey } from '../store';
import { isConnectionLost, OutcomeUnknown, postgresError } from './failures';
import { migrate } from './schema';
import type { Sql } from './sql';

/** For how long a server is waited for, in milliseconds. */
export interface Waits {
  readonly connectMs: number;
  /** Of one statement, told to the server. */
  readonly statementMs: number;
  /** Of one statement, where the server does not even say that it takes too long. */
  readonly queryMs: number;
  /** Until it says what became of a transaction. */
  readonly outcomeMs: number;
}

/** A pool of connections to one database, opened on first use. Every failure is a ToolError with a STATE code. */
export class Connection {
  readonly location: string;
  readonly #settings: PostgresSettings;
  readonly #waits: Waits;
  #pool: Promise<Pool> | null = null;

  constructor(settings: PostgresSettings, waits: Partial<Waits> = {}) {
    if (settings.sshTunnel === true)
      throw new ToolError(
        'INVALID_CONFIG',
        'The PostgreSQL credential uses an SSH tunnel, which this node does not open. Use a credential that reaches the database directly.',
      );
    if (!/^[^"'\0]{1,63}$/.test(settings.schema ?? 'public'))
      throw new ToolError(
        'INVALID_CONFIG',
        'schema: must be the name of a PostgreSQL schema, without quotes.',
      );
    this.#settings = settings;
    this.#waits = { ...LIMITS.state.postgres, ...waits };
    this.location = `postgres://${settings.host}:${settings.port}/${settings.database}`;
  }

  /** Sees one moment, writes nothing. `asked`: the monitor that an error is about. */
  async read<Result>(work: (sql: Sql) => Promise<Result>, asked?: MonitorKey): Promise<Result> {
    return await this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work, asked);
  }

  async write<Result>(work: (sql: Sql) => Promise<Result>, asked?: MonitorKey): Promise<Result> {
    return await this.#transaction('BEGIN ISOLATION LEVEL READ COMMITTED', work, asked);
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await (await pool?.catch(() => null))?.end();
  }

  async #transaction<Result>(
    begin: string,
    work: (sql: Sql) => Promise<Result>,
    asked: MonitorKey | null = null,
  ): Promise<Result> {
    try {
      const pool = await this.#open();
      return await this.#within(pool, await begun(pool, begin), work);
    } catch (error) {
      throw postgresError(error, this.location, asked);
    }
  }

  async #within<Result>(
    pool: Pool,
    client: PoolClient,
    work: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    let broken: Error | boolean = false;
    const note = (error: Error): void => {
      broken = error;
    };
    client.on('error', note);
    try {
      const sql = this.#sql(client);
      const result = await work(sql);
      const transaction = await sql.get('SELECT pg_current_xact_id_if_assigned()::text AS id');
      await this.#commit(pool, client, transaction?.['id']);
      return result;
    } catch (error) {
      // A server that does not answer would not answer this either: it rolls back when the connection is gone.
      if (isConnectionLost(error) || error instanceof OutcomeUnknown) broken = true;
      else await client.query('ROLLBACK').catch(note);
      throw error;
    } finally {
      client.off('error', note);
      client.release(broken);
    }
  }

  /**
   * A connection that is lost during COMMIT leaves open whether the server committed. Taking it for a failure would
   * lose what was reported as done, so the server is asked what became of the transaction. OutcomeUnknown where it
   * does not say.
   */
  async #commit(pool: Pool, client: PoolClient, transaction: unknown): Promise<void> {
    try {
      await client.query('COMMIT');
    } catch (error) {
      if (typeof transaction !== 'string' || !isConnectionLost(error)) throw error;
      const committed = await wasCommitted(pool, transaction, this.#waits.outcomeMs);
      if (committed === null) throw new OutcomeUnknown(this.location, error);
      if (!committed) throw error;
    }
  }

  #sql(client: PoolClient): Sql {
    const schema = `"${this.#settings.schema ?? 'public'}"`;
    const named = (sql: string) => sql.replaceAll(/\{(\w+)\}/g, `${schema}.internet_tools_$1`);
    const query = async (sql: string, values: readonly unknown[]) =>
      await client.query<Record<string, unknown>>(named(sql), values.map(withoutNul));
    return {
      all: async (sql, ...values) => (await query(sql, values)).rows,
      get: async (sql, ...values) => (await query(sql, values)).rows[0],
      run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
    };
  }

  #open(): Promise<Pool> {
    if (this.#pool !== null) return this.#pool;
    const opening = this.#connect();
    this.#pool = opening;
    opening.catch(() => {
      if (this.#pool === opening) this.#pool = null;
    });
    return opening;
  }

  async #connect(): Promise<Pool> {
    const pg = await import('pg');
    const pool = new pg.default.Pool(
      poolConfig(this.#settings, this.#waits, withNumbers(pg.default.types.getTypeParser)),
    );
    // An idle connection that the server closes is replaced at the next use.
    pool.on('error', () => undefined);
    // One that is ended between two statements, or before its first one: without a listener that would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    try {
      const client = await pool.connect();
      try {
        await migrate(client, this.#sql(client), this.#settings.schema ?? 'public');
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
      return pool;
    } catch (error) {
      await pool.end();
      throw error;
    }
  }
}

/**
 * PostgreSQL refuses a NUL in any text. Written out as in entries (`writable`) it names what is not there, which is all
 * that a name with a NUL can: an unknown batch is no failure of the database.
 */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\\u0000');
  return Array.isArray(value) ? value.map(withoutNul) : value;
}

/** A connection with an open transaction. One that the server closed while it lay idle is replaced. */
async function begun(pool: Pool, begin: string): Promise<PoolClient> {
  for (let idle = pool.idleCount; ; idle -= 1) {
    const client = await pool.connect();
    const note = (): void => undefined;
    client.on('error', note);
    try {
      await client.query(begin);
      return client;
    } catch (error) {
      client.release(true);
      if (idle <= 0 || !isConnectionLost(error)) throw error;
    } finally {
      client.off('error', note);
    }
  }
}

const INT8 = 20;

type TypeParser = NonNullable<ClientConfig['types']>['getTypeParser'];

/** Counts come as int8, which the driver gives as text; none of ours reaches 2^53. */
function withNumbers(parserOf: TypeParser): TypeParser {
  return (oid, format) => (Object.is(oid, INT8) ? Number : (parserOf(oid, format) as unknown));
}

function poolConfig(settings: PostgresSettings, waits: Waits, parserOf: TypeParser): PoolConfig {
  const { postgres } = LIMITS.state;
  return {
    host: settings.host,
    port: settings.port,
    database: settings.database,
    user: settings.user,
    password: settings.password,
    ssl: sslOf(settings),
    max: Math.min(settings.maxConnections ?? postgres.connections, postgres.connections),
    connectionTimeoutMillis: waits.connectMs,
    idleTimeoutMillis: postgres.idleMs,
    query_timeout: waits.queryMs,
    statement_timeout: waits.statementMs,
    lock_timeout: LIMITS.state.lockWaitMs,
    idle_in_transaction_session_timeout: waits.statementMs,
    application_name: 'n8n-nodes-internet-tools',
    // Nothing may keep n8n from ending.
    allowExitOnIdle: true,
    types: { getTypeParser: parserOf },
  };
}

/** As n8n's own Postgres node reads the credential. */
function sslOf({ ssl, allowUnauthorizedCerts }: PostgresSettings): PoolConfig['ssl'] {
  if (allowUnauthorizedCerts === true) return { rejectUnauthorized: false };
  return ssl !== undefined && ssl !== 'disable';
}

/** Null: the server does not say it in time. */
async function wasCommitted(pool: Pool, transaction: string, waitMs: number): Promise<boolean | null> {
  const end = performance.now() + waitMs;
  for (let pause = 50; performance.now() < end; pause *= 2) {
    const status = await pool
      .query<{ status: string | null }>('SELECT pg_xact_status($1::text::xid8) AS status', [transaction])
      .then(({ rows }) => rows[0]?.status ?? null)
      .catch(() => null);
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    await wait(pause);
  }
  return null;
}
