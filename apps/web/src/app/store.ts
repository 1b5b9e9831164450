import { useSyncExternalStore } from 'react';

/** A value of the page that lives outside of components. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Calls back after each change; gives what ends that. */
  subscribe(listener: () => void): () => void;
}

/** A store that begins with a value. */
export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a component needs of a store; it is drawn anew when that changes. */
export const useStore = <T, Part>(store: Store<T>, select: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
