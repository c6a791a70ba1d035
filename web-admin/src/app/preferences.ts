import { localStorageStore, memoryStore, type Store } from 'react-admin';

/** Keys of what a device stores: the appearance of lists and saved filters, never the contents of lists. */
const isRemembered = (key: string) => key.startsWith('look.') || key.endsWith('.savedQueries');

/**
 * Stores the appearance of lists and saved filters on the device, and everything else in memory: the next user who signs
 * in starts with default lists.
 */
export function preferenceStore(): Store {
  const memory = memoryStore();
  const device = localStorageStore('1', 'fasocolis');
  const storeOf = (key: string) => (isRemembered(key) ? device : memory);
  return {
    ...memory,
    setup() {
      memory.setup();
      device.setup();
    },
    teardown() {
      memory.teardown();
      device.teardown();
    },
    getItem: (key, fallback) => storeOf(key).getItem(key, fallback),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  };
}
