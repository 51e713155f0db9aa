import { openStore } from './openStore';
import type { DatabaseSettings } from './settings';
import type { Store } from './store';

/** The stores of this process: one per database, shared by all nodes. */
export interface OpenStores {
  get(settings: DatabaseSettings): Promise<Store>;
  closeAll(): Promise<void>;
}

export function createOpenStores(
  open: (settings: DatabaseSettings) => Promise<Store> = openStore,
): OpenStores {
  const stores = new Map<string, Promise<Store>>();
  return {
    get: (settings) => {
      const key = JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
      const found = stores.get(key);
      if (found !== undefined) return found;
      const opening = open(settings);
      stores.set(key, opening);
      opening.catch(() => stores.delete(key));
      return opening;
    },
    closeAll: async () => {
      const open = [...stores.values()];
      stores.clear();
      for (const store of await Promise.allSettled(open))
        if (store.status === 'fulfilled') await store.value.close();
    },
  };
}
