/** Answers that cost a query, kept for a second unless told otherwise. */
export interface BriefMemory<Value> {
  /** What was loaded within that time, or is being loaded. */
  get(key: string): Promise<Value>;
  /** Drops the answer of a key whose source has changed, also one that is being loaded. */
  forget(key: string): void;
  /** Drops all answers. */
  clear(): void;
}

const maxEntries = 1_000;

/** Loads each key once in that time at most, whatever the number of requests; a failure is not kept. */
export function createBriefMemory<Value>(
  load: (key: string) => Promise<Value>,
  {
    maxAgeMs = 1_000,
    now = () => performance.now(),
  }: { maxAgeMs?: number; now?: () => number } = {},
): BriefMemory<Value> {
  const entries = new Map<string, { value: Promise<Value>; readAtMs: number }>();
  return {
    get: (key) => {
      const known = entries.get(key);
      if (known !== undefined && now() - known.readAtMs < maxAgeMs) return known.value;
      if (entries.size >= maxEntries) entries.clear();
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
