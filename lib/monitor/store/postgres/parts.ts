import { LIMITS } from '../../../limits';

/** The driver writes a list out at once: so many rows at a time, and the event loop turns between them. */
export function partsOf<Item>(
  items: readonly Item[],
): readonly { readonly part: readonly Item[]; readonly from: number }[] {
  const { partRows } = LIMITS.state;
  return Array.from({ length: Math.ceil(items.length / partRows) }, (_, k) => {
    const from = k * partRows;
    return { part: items.slice(from, from + partRows), from };
  });
}
