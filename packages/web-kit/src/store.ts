/** A value outside of React, in the form that `useSyncExternalStore` reads. */
export interface Store<T> {
  getSnapshot: () => T;
  /** Calls a listener after every change. @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> & { set: (next: T) => void } {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
