import type { PoolClient } from 'pg';
import { ToolError } from '../../../errors';
import type { Sql } from './sql';

/**
 * Step n makes version n out of version n - 1. Never changed once released, only added to.
 * Times are ISO 8601 text and sorted byte by byte, as SQLite does: COLLATE "C".
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE {monitors} (
       num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       scope text COLLATE "C" NOT NULL,
       monitor_id text COLLATE "C" NOT NULL,
       state text NOT NULL,
       UNIQUE (scope, monitor_id))`,
    `CREATE INDEX internet_tools_monitors_by_url ON {monitors} ((state::jsonb ->> 'url'))`,
    `CREATE TABLE {leases} (
       scope text COLLATE "C" NOT NULL,
       monitor_id text COLLATE "C" NOT NULL,
       taken_at timestamptz NOT NULL,
       PRIMARY KEY (scope, monitor_id))`,
    `CREATE TABLE {entries} (
       seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       monitor bigint NOT NULL,
       id text COLLATE "C" NOT NULL,
       first_check integer NOT NULL,
       fetched_at text COLLATE "C" NOT NULL,
       source text NOT NULL,
       sort_time text COLLATE "C" NOT NULL,
       batch bigint,
       watched text,
       twin text,
       content text)`,
    `CREATE UNIQUE INDEX internet_tools_entries_by_id ON {entries} (monitor, id)`,
    `CREATE INDEX internet_tools_entries_by_time ON {entries} (monitor, sort_time, seq)`,
    `CREATE INDEX internet_tools_entries_by_fetch ON {entries} (monitor, fetched_at, seq)`,
    `CREATE TABLE {batches} (
       seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       batch_id text COLLATE "C" NOT NULL UNIQUE,
       monitor bigint NOT NULL,
       status text NOT NULL,
       size integer NOT NULL,
       created_at text COLLATE "C" NOT NULL,
       offers integer NOT NULL,
       offered_at text,
       lease_until text,
       keep_content integer NOT NULL,
       facts text NOT NULL)`,
    `CREATE INDEX internet_tools_batches_open ON {batches} (monitor, seq) WHERE status <> 'done'`,
    `CREATE INDEX internet_tools_batches_by_monitor ON {batches} (monitor, seq)`,
    `CREATE TABLE {batch_entries} (
       batch bigint NOT NULL,
       position integer NOT NULL,
       entry bigint NOT NULL,
       changes text,
       PRIMARY KEY (batch, position))`,
    `CREATE INDEX internet_tools_batch_entries_by_entry ON {batch_entries} (entry)`,
    `CREATE TABLE {offers} (
       execution text COLLATE "C" NOT NULL,
       batch bigint NOT NULL,
       PRIMARY KEY (execution, batch))`,
    `CREATE INDEX internet_tools_offers_by_batch ON {offers} (batch)`,
  ],
];

/** "ntls": workers that start together take turns under this advisory lock. */
const MIGRATION_LOCK = 0x6e746c73;

/** Brings the schema to the newest version, in one transaction; does nothing when it is there. */
export async function migrate(client: PoolClient, sql: Sql, schema: string): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const version = await versionOf(sql, schema);
  if (version > MIGRATIONS.length)
    throw new ToolError(
      'STATE_UNAVAILABLE',
      `The state in schema ${schema} was written by a newer version of this package (schema ${version}, known up to ${MIGRATIONS.length}). Update the package.`,
    );
  for (const statement of MIGRATIONS.slice(version).flat()) await sql.run(statement);
  if (version < MIGRATIONS.length)
    await sql.run('INSERT INTO {versions} (version) VALUES ($1)', MIGRATIONS.length);
  await client.query('COMMIT');
}

/** 0 for a schema without our tables; a user that may only read or write existing ones needs no right to create. */
async function versionOf(sql: Sql, schema: string): Promise<number> {
  const there = await sql.get(
    "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'internet_tools_versions'",
    schema,
  );
  if (there === undefined) {
    await sql.run(
      'CREATE TABLE {versions} (version integer PRIMARY KEY, since timestamptz NOT NULL DEFAULT now())',
    );
    return 0;
  }
  return Number((await sql.get('SELECT max(version) AS version FROM {versions}'))?.['version'] ?? 0);
}
