import { LIMITS } from '../limits';
import type { BatchHead, Offer } from './store/store';

export interface DeliveryRules {
  /** Most entries of one check; null: no limit. */
  readonly limit: number | null;
  /** How this check hands out what it delivers. */
  readonly offer: Offer;
}

/**
 * The stored batches that this check offers, oldest first. An offer counts only where nobody else made one since the
 * check began (`seen`): two executions at once never both get a batch, whatever their clocks say.
 */
export function dueBatches(
  stored: readonly BatchHead[],
  seen: readonly BatchHead[],
  rules: DeliveryRules,
): readonly BatchHead[] {
  const offersSeen = new Map(seen.map(({ batchId, offers }) => [batchId, offers]));
  const due = stored.filter(
    (batch) => offersSeen.get(batch.batchId) === batch.offers && isDue(batch, Date.parse(rules.offer.at)),
  );
  return withinLimit(due, rules.limit).slice(0, LIMITS.delivery.batchesPerCheck);
}

/** Never dropped, only less often: at the next check at first, at last a few times a day. */
function isDue({ offers, offeredAt, leaseUntil }: BatchHead, now: number): boolean {
  if (offeredAt === null) return true;
  const offered = Date.parse(offeredAt);
  // The clock was set back: waiting for it to come round again could take a year.
  if (offered > now) return true;
  if (leaseUntil !== null && Date.parse(leaseUntil) > now) return false;
  const waits: readonly number[] = LIMITS.delivery.waitMs;
  return offered + (waits[Math.min(offers, waits.length - 1)] ?? 0) <= now;
}

/** Whole batches, since a batch keeps its id; at least one, or a limit could hold it for ever. */
function withinLimit(batches: readonly BatchHead[], limit: number | null): readonly BatchHead[] {
  if (limit === null) return batches;
  let entries = 0;
  return batches.filter(({ size }, index) => {
    entries += size;
    return index === 0 || entries <= limit;
  });
}

/** What is delivered now, and the rest in parts that a later check can deliver whole. Nothing is dropped. */
export function splitByLimit<Item>(
  items: readonly Item[],
  limit: number | null,
  alreadyOffered: number,
): { readonly now: readonly Item[]; readonly later: readonly (readonly Item[])[] } {
  if (limit === null) return { now: items, later: [] };
  const room = Math.max(0, limit - alreadyOffered);
  const rest = items.slice(room);
  const parts = Math.ceil(rest.length / limit);
  const later = Array.from({ length: parts }, (_, part) => rest.slice(part * limit, (part + 1) * limit));
  return { now: items.slice(0, room), later };
}
