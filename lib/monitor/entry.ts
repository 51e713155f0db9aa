import { hash } from 'node:crypto';
import { shorten } from '../excerpt';
import type { SourceTime } from '../instant';
import { LIMITS } from '../limits';

export type FieldValue =
  string | number | boolean | null | readonly FieldValue[] | { readonly [name: string]: FieldValue };

/** One record of a watched page, as its parser read it. */
export interface Entry {
  /** Text end to end: ids go beyond 2^53, and accession numbers hold dashes. */
  readonly id: string;
  /** The digits of a numeric id without leading zeros, for comparison by BigInt; null for other ids. */
  readonly numericId: string | null;
  /** Absolute http(s) URL; null where the page gives none. */
  readonly detailUrl: string | null;
  readonly publishedAt: SourceTime | null;
  /** Only where the form of `publishedAt` says too much: a source that shows whole minutes. */
  readonly publishedPrecision?: 'minute';
  /** The source's own words for the time, kept also where they could not be resolved. */
  readonly publishedText: string | null;
  readonly tradedAt: SourceTime | null;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** A backslash of its own, then what JSON writes for NUL and for half of a surrogate pair. */
const UNWRITABLE = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})/g;

/**
 * An entry that every database keeps as it is. An id too long for an index of PostgreSQL becomes its beginning and a
 * hash of all of it; fields keep it whole. NUL and halves of surrogate pairs are written out (`\\ud83d`): SQLite
 * would make ids equal that are not, PostgreSQL refuses them, and one bad character must not stop a whole list.
 */
export function writable(entry: Entry): Entry {
  const json = JSON.stringify(entry);
  const written = writableJson(json);
  const kept = written === json ? entry : (JSON.parse(written) as Entry);
  const id = shortId(kept.id);
  return id === kept.id ? kept : { ...kept, id };
}

/** The id that `writable` gives an entry. */
export function writableId(id: string): string {
  return shortId(JSON.parse(writableJson(JSON.stringify(id))) as string);
}

function shortId(id: string): string {
  if (Buffer.byteLength(id) <= LIMITS.entryId.bytes) return id;
  return `${shorten(id, LIMITS.entryId.kept)} ${hash('sha256', id, 'base64url')}`;
}

/** The same for the text of any JSON. */
export function writableJson(json: string): string {
  return json.replace(UNWRITABLE, '$1\\\\u$2');
}

/** `numericId` of an id: digits without leading zeros, or null. */
export function numericIdOf(id: string): string | null {
  return /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : null;
}
