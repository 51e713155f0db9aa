import type { Entry } from './entry';
import type { ParsedPage } from './parsers/parser';
import type { KnownEntry } from './store/store';
import { twinOf } from './twin';

/** Of an entry by its id, another one by which it may be known: the one that it has alone, or beside others that share it. */
export type OtherIds = ReadonlyMap<string, string>;

export function otherIdsOf({ entries, otherIds = [] }: ParsedPage): OtherIds {
  return new Map(
    entries.flatMap(({ id }, index) => {
      const other = otherIds[index];
      return other === undefined ? [] : [[id, other] as const];
    }),
  );
}

/**
 * Of entries whose id is not known, those that are known by their other one. With what an entry says in it that is proof
 * enough; the bare one, which others had as well, is only where it was recorded with the same contents.
 */
export function knownOtherwise(
  entries: readonly Entry[],
  otherIds: OtherIds,
  known: ReadonlyMap<string, KnownEntry>,
): ReadonlySet<string> {
  const found = entries.filter((entry) => {
    const other = otherIds.get(entry.id);
    const before = other === undefined || known.has(entry.id) ? undefined : known.get(other);
    if (other === undefined || before === undefined) return false;
    return other.startsWith(`${entry.id} `) || isSame(entry, other, before);
  });
  return new Set(found.map(({ id }) => id));
}

function isSame(entry: Entry, id: string, { twin }: KnownEntry): boolean {
  return twin !== null && twin === twinOf({ ...entry, id, fields: { ...entry.fields, id } });
}
