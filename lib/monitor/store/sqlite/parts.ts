import { LIMITS } from '../../../limits';

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
