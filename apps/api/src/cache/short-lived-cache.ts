/** Caches query results, for one second by default. */
export interface ShortLivedCache<Value> {
  /** Returns the cached value, or loads it. Concurrent callers share one load. */
  get(key: string): Promise<Value>;
  /** Removes the entry of a key whose source has changed, even if it is still loading. */
  forget(key: string): void;
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
  const entries = new Map<string, { value: Promise<Value>; readAtMs: number }>();
  return {
    get: (key) => {
      const known = entries.get(key);
      if (known !== undefined && now() - known.readAtMs < maxAgeMs) return known.value;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      const value = load(key);
      const entry = { value, readAtMs: now() };
      entries.set(key, entry);
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return value;
    },
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
