import { useCurrentUser } from '../http/reads.js';
import { useStoredLook } from '../ui/browser-storage.js';

/** The favourite tables of the user on a connection, and a function that adds or removes one. */
export interface Favourites {
  keys: readonly string[];
  toggle(key: string): void;
}

/** Keeps the favourite tables of each user in this browser. */
export function useFavourites(connectionId: string): Favourites {
  const { id } = useCurrentUser();
  const [keys, setKeys] = useStoredLook<string[]>(`favourites:${id}:${connectionId}`, []);
  return {
    keys,
    toggle: (key) => {
      setKeys(keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]);
    },
  };
}
