import { LRUCache } from 'lru-cache';

/** Caches query results, for one second by default. */
export interface ShortLivedCache<Value> {
  /** Returns the cached value, or loads it. Concurrent callers share one load. */
  get(key: string): Promise<Value>;
  /** Removes the entry of a key whose source has changed, even if it is still loading. */
  delete(key: string): void;
  /** Removes all entries. */
  clear(): void;
}

const MAX_ENTRIES = 1_000;

/** Loads each key at most once in `maxAgeMs`. Failures are not cached. */
export function createShortLivedCache<Value>(
  load: (key: string) => Promise<Value>,
  {
    maxAgeMs = 1_000,
    now = () => performance.now(),
  }: { maxAgeMs?: number; now?: () => number } = {},
): ShortLivedCache<Value> {
  // The promise is the entry, so that concurrent callers share it and a null value can be cached.
  const entries = new LRUCache<string, Promise<Value>>({
    max: MAX_ENTRIES,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    get: (key) => {
      const known = entries.get(key);
      if (known !== undefined) return known;
      const value = load(key);
      entries.set(key, value);
      value.catch(() => {
        if (entries.peek(key) === value) entries.delete(key);
      });
      return value;
    },
    delete: (key) => void entries.delete(key),
    clear: () => {
      entries.clear();
    },
  };
}
