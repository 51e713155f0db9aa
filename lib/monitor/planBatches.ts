import type { Entry } from './entry';
import type { PlanContext, Reported } from './planContext';
import type { BatchFacts, NewBatch } from './store/store';

/** The batches of a check: what is delivered now, what a limit leaves for later, and what is held back. */
export function newBatches(
  parts: { readonly now: readonly Reported[]; readonly later: readonly (readonly Reported[])[] },
  held: readonly Entry[],
  facts: BatchFacts,
  { monitor, rules, newId }: PlanContext,
): { readonly all: readonly NewBatch[]; readonly freshId: string | null; readonly heldId: string | null } {
  const batch = (status: NewBatch['status'], entries: NewBatch['entries']): NewBatch => ({
    batchId: newId(),
    status,
    facts,
    entries,
    keepContent: monitor.storeHistory,
    offer: status === 'pending' || status === 'done' ? rules.offer : null,
  });
  const ids = (reported: readonly Reported[]) =>
    reported.map(({ entry, changes }) => ({ id: entry.id, changes }));
  const now = parts.now.length === 0 ? null : batch(rules.offer.done ? 'done' : 'pending', ids(parts.now));
  const later = parts.later.map((part) => batch('queued', ids(part)));
  const kept =
    held.length === 0
      ? null
      : batch(
          'held',
          held.map(({ id }) => ({ id, changes: null })),
        );
  const all = [now, ...later, kept].filter((it) => it !== null);
  return { all, freshId: now?.batchId ?? null, heldId: kept?.batchId ?? null };
}
