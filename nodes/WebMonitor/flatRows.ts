import { isRecord } from '../../lib/check';
import { precisionOf } from '../../lib/instant';
import type { DeliveredEntry, HistoryEntry } from '../../lib/webMonitor';

type Cell = string | number | boolean | null;

/** Columns that every row has, whatever the page. */
const BASE = [
  'id',
  'monitorId',
  'batchId',
  'publishedAt',
  'publishedText',
  'publishedPrecision',
  'tradedAt',
  'detailUrl',
  'fetchedAt',
  'dataAsOf',
  'source',
] as const;

/** Parts of fields that are an object when known: their columns stand even while all are unknown. */
const PARTS: Readonly<Record<string, readonly string[]>> = { issuer: ['name', 'cik'] };

/** Fields whose names of parts differ from entry to entry: as columns, each insert would meet new ones. */
const OPEN: ReadonlySet<string> = new Set(['footnotes']);

/**
 * Entries as rows for database nodes: every field a column, nested objects as `issuerName`, lists as JSON text,
 * unknown null. All rows of one call have the same columns, so that a batch insert does not break.
 */
export function flatRows(entries: readonly (DeliveredEntry | HistoryEntry)[]): Record<string, Cell>[] {
  const rows = entries.map(flatRow);
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  // a field that is an object in one row and null in another has its parts as columns only
  for (const [name, parts] of Object.entries(PARTS))
    if (parts.some((part) => columns.has(joined(name, part)))) columns.delete(name);
  return rows.map((row) => Object.fromEntries([...columns].map((name) => [name, row[name] ?? null])));
}

function flatRow(entry: DeliveredEntry | HistoryEntry): Record<string, Cell> {
  const all = { ...entry, publishedPrecision: publishedPrecision(entry) };
  const base: Record<string, Cell> = Object.fromEntries(BASE.map((name) => [name, all[name]]));
  const delivery =
    'redelivered' in entry
      ? deliveryCells(entry)
      : { reported: entry.reported, contentKept: entry.contentKept };
  const row: Record<string, Cell> = { ...base, ...delivery };
  for (const [name, value] of Object.entries(entry.fields))
    for (const [column, cell] of cells(name, value)) {
      // the parsers repeat the address of an entry among its fields
      if (column === 'detailUrl') continue;
      row[column in row ? `field_${column}` : column] = cell;
    }
  return row;
}

/** An edited entry is a row of an id that was there before: which fields changed, and from what, as JSON text. */
function deliveryCells({ redelivered, changes }: DeliveredEntry): Record<string, Cell> {
  const edited = changes !== undefined;
  return { redelivered, edited, changes: edited ? JSON.stringify(changes) : null };
}

/** So that a database never turns a date into a midnight; null where the time is unknown. */
function publishedPrecision({ publishedAt, publishedPrecision: said }: DeliveredEntry | HistoryEntry): Cell {
  return publishedAt === null ? null : (said ?? precisionOf(publishedAt));
}

function cells(name: string, value: unknown): [string, Cell][] {
  if (isRecord(value) && OPEN.has(name)) return [[name, JSON.stringify(value)]];
  if (isRecord(value))
    return Object.entries(value).flatMap(([part, inner]) => cells(joined(name, part), inner));
  if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
  return [[name, cellOf(value)]];
}

function cellOf(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function joined(name: string, part: string): string {
  return name + part.charAt(0).toUpperCase() + part.slice(1);
}
