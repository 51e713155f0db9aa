import { LIMITS } from '../limits';
import type { BatchFacts, BatchHead, Offer, Snapshot, StoredOffer } from './store/store';

export interface DeliveryRules {
  /** Most entries of one check; null: no limit. */
  readonly limit: number | null;
  /** How this check hands out what it delivers. */
  readonly offer: Offer;
}

/** What a check offers of what is stored. */
export interface StoredOffers {
  readonly offers: readonly StoredOffer[];
  /** Entries in them. */
  readonly size: number;
  /** Entries that wait before this check offers anything, and after it has: those that are due, and those of a limit. */
  readonly waitingBefore: number;
  readonly waitingAfter: number;
}

/**
 * The stored batches that a check offers, oldest first: due ones each again as what they are, and all that was never
 * offered as one. An offer counts only where nobody else made one since the check began (`seen`): two executions at once
 * never both get a batch, whatever their clocks say.
 */
export function storedOffers(
  { batches, queuedEntries }: Pick<Snapshot, 'batches' | 'queuedEntries'>,
  seen: readonly BatchHead[],
  rules: DeliveryRules,
): StoredOffers {
  const offersSeen = new Map(seen.map(({ batchId, offers }) => [batchId, offers]));
  const due = batches.filter(
    (batch) => offersSeen.get(batch.batchId) === batch.offers && isDue(batch, Date.parse(rules.offer.at)),
  );
  const groups = together(withinLimit(due, rules.limit)).slice(0, LIMITS.delivery.batchesPerCheck);
  const size = sizeOf(groups.flat());
  const waitingBefore = queuedEntries + sizeOf(due.filter((batch) => !isQueued(batch)));
  return {
    offers: groups.flatMap((group) => offerOf(group, rules.offer)),
    size,
    waitingBefore,
    waitingAfter: waitingBefore - size,
  };
}

/** Never dropped, only less often: at the next check at first, at last a few times a day. */
function isDue({ offers, offeredAt, leaseUntil }: BatchHead, now: number): boolean {
  if (offeredAt === null) return true;
  const offered = Date.parse(offeredAt);
  // The clock was set back: waiting for it to come round again could take a year. Less is another worker's clock.
  if (offered > now + LIMITS.clockSkewMs) return true;
  if (leaseUntil !== null && Date.parse(leaseUntil) > now) return false;
  const waits: readonly number[] = LIMITS.delivery.waitMs;
  return offered + (waits[Math.min(offers, waits.length - 1)] ?? 0) <= now;
}

/** Whole batches, since a batch keeps its id; at least one, or a limit could hold it for ever. */
function withinLimit(batches: readonly BatchHead[], limit: number | null): readonly BatchHead[] {
  const most = mostOf(limit);
  let entries = 0;
  return batches.filter(({ size }, index) => {
    entries += size;
    return index === 0 || entries <= most;
  });
}

/** Where the user sets no limit there is one all the same: a batch is read whole whenever it is offered. */
function mostOf(limit: number | null): number {
  return Math.min(limit ?? Infinity, LIMITS.delivery.entriesPerCheck);
}

/**
 * What a limit has cut into many pieces is one delivery as soon as there is room for it, of a bounded size: a limit of 1
 * that is taken away must not end in a hundred mails. Batches that were offered keep their ids, and so stay as they are.
 */
function together(batches: readonly BatchHead[]): readonly (readonly BatchHead[])[] {
  const groups: BatchHead[][] = [];
  let open: BatchHead[] | null = null;
  for (const batch of batches) {
    const fits = open !== null && sizeOf(open) + batch.size <= LIMITS.delivery.batchEntries;
    if (isQueued(batch) && open !== null && fits) {
      open.push(batch);
      continue;
    }
    const group = [batch];
    groups.push(group);
    if (isQueued(batch)) open = group;
  }
  return groups;
}

function offerOf([first, ...others]: readonly BatchHead[], offer: Offer): readonly StoredOffer[] {
  if (first === undefined) return [];
  const { batchId } = first;
  if (others.length === 0) return [{ batchId, offer }];
  const absorbed = { batchIds: others.map((it) => it.batchId), facts: factsOf([first, ...others]) };
  return [{ batchId, offer, absorbed }];
}

/** Those of the newest check among them; only entries of a first check are told as such. */
function factsOf(batches: readonly BatchHead[]): BatchFacts {
  const all = batches.map(({ facts }) => facts);
  const newest = all.reduce((a, b) => (b.fetchedAt > a.fetchedAt ? b : a));
  return { ...newest, firstCheck: all.every(({ firstCheck }) => firstCheck) };
}

function isQueued({ status, offers }: BatchHead): boolean {
  return status === 'queued' && offers === 0;
}

function sizeOf(batches: readonly BatchHead[]): number {
  return batches.reduce((sum, { size }) => sum + size, 0);
}

/** What is delivered now, and the rest in parts that a later check can deliver whole. Nothing is dropped. */
export function splitByLimit<Item>(
  items: readonly Item[],
  limit: number | null,
  alreadyOffered: number,
): { readonly now: readonly Item[]; readonly later: readonly (readonly Item[])[] } {
  const most = mostOf(limit);
  const room = Math.max(0, most - alreadyOffered);
  const rest = items.slice(room);
  const parts = Math.ceil(rest.length / most);
  const later = Array.from({ length: parts }, (_, part) => rest.slice(part * most, (part + 1) * most));
  return { now: items.slice(0, room), later };
}
