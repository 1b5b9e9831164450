import { useState } from 'react';

const prefix = 'sluice:';
/** Of names that say how somebody likes the page, and nothing of their work. */
const lookPrefix = 'look:';

/** What this browser has kept under a name; `fallback` when it has nothing that can be read. */
export function readStored<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a value in this browser; undefined removes it. A full or forbidden store is not an error. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The page works on; only the next one begins without it.
  }
}

/** How the page looks, as the next visit begins with it. */
export function useStoredLook<T>(name: string, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readStored(lookPrefix + name, fallback));
  const set = (next: T): void => {
    setValue(next);
    writeStored(lookPrefix + name, next);
  };
  return [value, set];
}

/** Removes all that this browser keeps of somebody's work; how the page looks stays. */
export function forgetWork(): void {
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) {
      const isWork = key.startsWith(prefix) && !key.startsWith(prefix + lookPrefix);
      if (isWork) store.removeItem(key);
    }
  }
}
