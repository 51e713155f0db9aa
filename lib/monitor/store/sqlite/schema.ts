import { randomUUID } from 'node:crypto';
import { ToolError } from '../../../errors';
import { text } from '../rows';
import type { Driver } from './driver';
import type { FileHeader } from './fileHeader';

/** "ntls": tells our files from n8n's own database and everything else. */
export const APPLICATION_ID = 0x6e746c73;

/**
 * Step n makes version n out of version n - 1. Never changed once released, only added to.
 * All that are due run in one transaction; those of a large file in a thread of their own, since a new index blocks.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
   CREATE TABLE monitors (
     num INTEGER PRIMARY KEY AUTOINCREMENT,
     scope TEXT NOT NULL,
     monitor_id TEXT NOT NULL,
     state TEXT NOT NULL,
     UNIQUE (scope, monitor_id));
   CREATE INDEX monitors_by_url ON monitors (json_extract(state, '$.url')) WHERE json_valid(state);
   CREATE TABLE entries (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     monitor INTEGER NOT NULL,
     id TEXT NOT NULL,
     first_check INTEGER NOT NULL,
     fetched_at TEXT NOT NULL,
     source TEXT NOT NULL,
     sort_time TEXT NOT NULL,
     batch INTEGER,
     watched TEXT,
     twin TEXT,
     content TEXT);
   CREATE UNIQUE INDEX entries_by_id ON entries (monitor, id);
   CREATE INDEX entries_by_time ON entries (monitor, sort_time, seq);
   CREATE INDEX entries_by_fetch ON entries (monitor, fetched_at, seq);
   CREATE TABLE batches (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     batch_id TEXT NOT NULL UNIQUE,
     monitor INTEGER NOT NULL,
     status TEXT NOT NULL,
     size INTEGER NOT NULL,
     created_at TEXT NOT NULL,
     offers INTEGER NOT NULL,
     offered_at TEXT,
     lease_until TEXT,
     keep_content INTEGER NOT NULL,
     facts TEXT NOT NULL);
   CREATE INDEX batches_open ON batches (monitor, seq) WHERE status <> 'done';
   CREATE INDEX batches_by_monitor ON batches (monitor, seq);
   CREATE TABLE batch_entries (
     batch INTEGER NOT NULL,
     position INTEGER NOT NULL,
     entry INTEGER NOT NULL,
     changes TEXT,
     PRIMARY KEY (batch, position)) WITHOUT ROWID;
   CREATE INDEX batch_entries_by_entry ON batch_entries (entry);
   CREATE TABLE offers (
     execution TEXT NOT NULL,
     batch INTEGER NOT NULL,
     PRIMARY KEY (execution, batch)) WITHOUT ROWID;
   CREATE INDEX offers_by_batch ON offers (batch);`,
];

export interface About {
  readonly id: string;
  readonly since: string;
}

/** Refuses a file that is not ours, or of a newer version, by its header alone: before SQLite could change it. */
export function refuseByHeader(
  header: FileHeader | null,
  path: string,
  steps: readonly string[] = MIGRATIONS,
): void {
  if (header === null || !header.hasTables) return;
  if (header.applicationId !== APPLICATION_ID) throw foreign(path);
  if (header.userVersion > steps.length) throw newer(path, header.userVersion, steps);
}

/** What brings a file of ours from one version to the newest. */
export function stepsFrom(version: number, steps: readonly string[] = MIGRATIONS): string {
  return [
    ...steps.slice(version),
    `PRAGMA user_version = ${steps.length}`,
    `PRAGMA application_id = ${APPLICATION_ID}`,
  ].join(';\n');
}

/** Brings an open file to the newest schema. Runs inside an IMMEDIATE transaction; does nothing when it is there. */
export function migrate(
  driver: Driver,
  path: string,
  now: string,
  steps: readonly string[] = MIGRATIONS,
): About {
  const version = pragma(driver, 'user_version');
  refuseForeignFile(driver, path);
  if (version > steps.length) throw newer(path, version, steps);
  if (version <= 0 && tablesOf(driver) > 0) throw withoutVersion(path, version);
  if (version < steps.length) driver.exec(stepsFrom(version, steps));
  if (version === 0) describe(driver, now);
  return readAbout(driver);
}

/** Only an empty file or one of ours is written to. */
function refuseForeignFile(driver: Driver, path: string): void {
  const application = pragma(driver, 'application_id');
  if (application !== APPLICATION_ID && tablesOf(driver) > 0) throw foreign(path);
}

function tablesOf(driver: Driver): number {
  return Number(driver.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n'] ?? 0);
}

function foreign(path: string): ToolError {
  return new ToolError(
    'INVALID_CONFIG',
    `database path: ${path} is a database of another program. It was left as it is: choose another file.`,
  );
}

function newer(path: string, version: number, steps: readonly string[]): ToolError {
  return new ToolError(
    'STATE_UNAVAILABLE',
    `The state ${path} was written by a newer version of this package (schema ${version}, known up to ${steps.length}). Update the package.`,
  );
}

/** Tables and version are written in one transaction. */
function withoutVersion(path: string, version: number): ToolError {
  return new ToolError(
    'STATE_CORRUPT',
    `The state ${path} is damaged: it has tables and says that it is of version ${version}. It was left as it is: restore a backup, or move the file away with its .marker to begin anew.`,
  );
}

function describe(driver: Driver, now: string): void {
  const insert = driver.prepare('INSERT INTO about (name, value) VALUES (?, ?)');
  insert.run('id', randomUUID());
  insert.run('since', now);
}

/** Of a file that has its tables. */
export function readAbout(driver: Driver): About {
  const value = (name: string) => {
    const row = driver.prepare('SELECT value FROM about WHERE name = ?').get(name);
    return row === undefined ? '' : text(row, 'value');
  };
  return { id: value('id'), since: value('since') };
}

export function pragma(driver: Driver, name: string): number {
  const row = driver.prepare(`PRAGMA ${name}`).get();
  return Number(row === undefined ? 0 : Object.values(row)[0]);
}
