import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../../limits';
import type { Driver } from './driver';

/** The work of one transaction. Where it yields, the event loop turns before it goes on. */
export type Parts<Result> = Iterator<undefined, Result>;

/** Work that is done before the event loop turns. */
export function atOnce<Result>(work: () => Result): Parts<Result> {
  return { next: () => ({ done: true, value: work() }) };
}

/** Goes through a list that may be long, with a turn of the event loop after each part of it. */
export function* inParts<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Generator<undefined, void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % LIMITS.state.partRows === 0) yield;
    work(item, index);
  }
}

/** COMMIT in the turn in which the work is done, else everything is taken back. */
export async function finishInParts<Result>(driver: Driver, work: () => Parts<Result>): Promise<Result> {
  try {
    const parts = work();
    let part = parts.next();
    while (part.done !== true) {
      await nextTurn();
      part = parts.next();
    }
    driver.exec('COMMIT');
    return part.value;
  } catch (error) {
    rollBack(driver);
    throw error;
  }
}

/** A full disk or a damaged page has often ended the transaction by itself. */
function rollBack(driver: Driver): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // No transaction was open any more: the first error says what happened.
  }
}
