import { LIMITS } from '../limits';

export interface Vanished {
  readonly id: string;
  readonly at: string;
}

/**
 * Ids that left the list while older ones stayed on it, added to those found earlier; what came back is taken out.
 * Ids at the end of the earlier page have only moved on to the next one.
 */
export function vanishedAfter(
  found: readonly Vanished[],
  earlier: readonly string[],
  now: readonly string[],
  at: string,
): readonly Vanished[] {
  const present = new Set(now);
  const lastStaying = earlier.findLastIndex((id) => present.has(id));
  const gone = earlier.slice(0, Math.max(0, lastStaying)).filter((id) => !present.has(id));
  const known = new Set(found.map(({ id }) => id));
  const added = gone.filter((id) => !known.has(id)).map((id) => ({ id, at }));
  return [...added, ...found.filter(({ id }) => !present.has(id))].slice(0, LIMITS.state.vanishedKept);
}
