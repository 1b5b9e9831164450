import { useState } from 'react';

const prefix = 'sluice:';

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

/** State that the next visit begins with. */
export function useStored<T>(name: string, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readStored(name, fallback));
  const set = (next: T): void => {
    setValue(next);
    writeStored(name, next);
  };
  return [value, set];
}
