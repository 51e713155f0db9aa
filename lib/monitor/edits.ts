import { LIMITS } from '../limits';
import type { Entry, FieldValue } from './entry';
import type { Changes } from './store/store';

/** The watched fields of an entry, by name: its own facts, and those of the page's columns. Null where none are watched. */
export function watchedOf(
  entry: Entry,
  names: readonly string[],
): Readonly<Record<string, FieldValue>> | null {
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name) => [name, valueOf(entry, name)]));
}

/**
 * Of the watched fields, those that the page shows. One that no entry has went with a redesign, and so did one that is
 * null in all of them where several had a value: that is no edit of every entry, and what was known of it is kept until
 * it is back. `known`: what is remembered of an entry.
 */
export function shownOf(
  entries: readonly Entry[],
  names: readonly string[],
  known: (id: string) => Readonly<Record<string, FieldValue>> | null,
): readonly string[] {
  if (names.length === 0) return [];
  const shown = new Set(entries.flatMap(({ fields }) => Object.keys(fields)));
  const isLost = (name: string) =>
    entries.every((entry) => isEmpty(valueOf(entry, name))) &&
    entries.filter(({ id }) => !isEmpty(known(id)?.[name] ?? null)).length >= LIMITS.monitors.lostAtOnce;
  return names.filter((name) => (shown.has(name) || OWN.has(name)) && !isLost(name));
}

/** A feed's entry without categories has an empty list of them. */
function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What is remembered after a check that did not show all watched fields. */
export function keptOf(
  before: Readonly<Record<string, FieldValue>> | null | undefined,
  now: Readonly<Record<string, FieldValue>> | null,
  names: readonly string[],
): Readonly<Record<string, FieldValue>> | null {
  const kept = Object.entries(before ?? {}).filter(([name]) => names.includes(name));
  return names.length === 0 ? null : { ...Object.fromEntries(kept), ...now };
}

const OWN: ReadonlySet<string> = new Set(['detailUrl', 'publishedAt', 'publishedText', 'tradedAt']);

function valueOf(entry: Entry, name: string): FieldValue {
  if (Object.hasOwn(entry.fields, name)) return entry.fields[name] ?? null;
  const { detailUrl, publishedAt, publishedText, tradedAt } = entry;
  const own: Readonly<Record<string, FieldValue>> = { detailUrl, publishedAt, publishedText, tradedAt };
  return own[name] ?? null;
}

/** What changed in the watched fields since they were stored; null for nothing. A field watched only since now has no before. */
export function changesOf(
  before: Readonly<Record<string, FieldValue>> | null,
  after: Readonly<Record<string, FieldValue>> | null,
): Changes | null {
  if (before === null || after === null) return null;
  const changed = Object.entries(after)
    .filter(
      ([name, value]) => Object.hasOwn(before, name) && canonical(before[name] ?? null) !== canonical(value),
    )
    .map(([name, value]) => [name, { before: before[name] ?? null, after: value }] as const);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** As it comes out of the database: the order of keys means nothing. */
function canonical(value: FieldValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
