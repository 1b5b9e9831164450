import { useState } from 'react';

const PREFIX = 'sluice:';
/** Prefix of names that hold preferences of appearance, and no work. */
const LOOK_PREFIX = 'look:';

/** Returns the stored value of a name; `fallback` if there is none or it cannot be read. */
export function readStored<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Stores a value; undefined removes it. A full or disabled storage is not an error. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The page works without the stored value.
  }
}

/** Returns the stored names that begin with a prefix, without it. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + prefix))
      .map((key) => key.slice(PREFIX.length + prefix.length));
  } catch {
    return [];
  }
}

/** Keeps a preference of appearance across visits. */
export function useStoredLook<T>(name: string, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readStored(LOOK_PREFIX + name, fallback));
  const set = (next: T): void => {
    setValue(next);
    writeStored(LOOK_PREFIX + name, next);
  };
  return [value, set];
}

/** Removes all work from the browser storage; preferences of appearance stay. */
export function clearStoredWork(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const isWork = key.startsWith(PREFIX) && !key.startsWith(PREFIX + LOOK_PREFIX);
      if (isWork) storage.removeItem(key);
    }
  }
}
