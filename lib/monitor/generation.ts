import { kindOf } from '../check';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import type { MonitorKey, Snapshot, Store } from './store/store';

/** The state that a check started from was reset, adopted or made by someone else before it could write. */
class StateReplaced extends ToolError {
  constructor({ monitorId }: MonitorKey) {
    super(
      'STATE_LOCKED',
      `The state of monitor ${kindOf(monitorId)} was replaced again and again while it was checked (reset, adopted or made anew). ` +
        'This check changed nothing; run it again.',
    );
  }
}

/**
 * What a check read says nothing about a state that took the place of the one it started from: it begins anew. As often
 * as the limit allows, then STATE_LOCKED.
 */
export async function restarting<Result>(check: () => Promise<Result>): Promise<Result> {
  for (let restarts = 0; ; restarts += 1)
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof StateReplaced) || restarts >= LIMITS.checkRestarts) throw error;
    }
}

/**
 * The store for one check: it shows and changes only the state that the check started from. One that started as the first
 * check is none any more once another one was: what it read, and did not read, was chosen for a first check.
 */
export function ofGeneration(store: Store, before: Snapshot): Store {
  const refuseAnother = (key: MonitorKey, now: Snapshot): Snapshot => {
    if (now.generation !== before.generation || wasChecked(now) !== wasChecked(before))
      throw new StateReplaced(key);
    return now;
  };
  return {
    ...store,
    look: async (key, ids) => refuseAnother(key, await store.look(key, ids)),
    check: (key, ids, decide) => store.check(key, ids, (snapshot) => decide(refuseAnother(key, snapshot))),
  };
}

function wasChecked({ state }: Snapshot): boolean {
  return state !== null && state.firstCheckAt !== null;
}
