import { useState } from 'react';

const PREFIX = 'sluice:';
/** Prefix of names that hold preferences of appearance, and no work. */
const LOOK_PREFIX = 'look:';

/** Work stays removed once {@link clearStoredWork} has removed it: a page that closes would store its texts again. */
let isWorkCleared = false;

/** Returns the stored value of a name; `fallback` if there is none or it cannot be read. */
export const readStored = <T>(name: string, fallback: T): T =>
  read(() => localStorage, name, fallback);

/** Stores a value; undefined removes it. A full or disabled storage is not an error. */
export const writeStored = (name: string, value: unknown): void =>
  write(() => localStorage, name, value);

/** Returns the value that this window has stored under a name; `fallback` if there is none or it cannot be read. */
export const readStoredInWindow = <T>(name: string, fallback: T): T =>
  read(() => sessionStorage, name, fallback);

/** Stores a value for this window and its reloads. A full or disabled storage is not an error. */
export const writeStoredInWindow = (name: string, value: unknown): void =>
  write(() => sessionStorage, name, value);

/** `storage` is a function, because a browser that forbids storage throws when a page asks for it. */
function read<T>(storage: () => Storage, name: string, fallback: T): T {
  try {
    const text = storage().getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  if (isWorkCleared && !name.startsWith(LOOK_PREFIX)) return;
  try {
    if (value === undefined) storage().removeItem(PREFIX + name);
    else storage().setItem(PREFIX + name, JSON.stringify(value));
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

/** Removes all work from the browser storage, for good until the page is loaded again; preferences of appearance stay. */
export function clearStoredWork(): void {
  isWorkCleared = true;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const isWork = key.startsWith(PREFIX) && !key.startsWith(PREFIX + LOOK_PREFIX);
      if (isWork) storage.removeItem(key);
    }
  }
}
