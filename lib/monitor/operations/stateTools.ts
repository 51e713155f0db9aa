import type { Store } from '../store/store';

/** What operations need that look at or change the state and make no request. */
export interface StateTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: () => string;
}
