/** Whether the metadata database has free disk space, cached for a moment. */
export interface DiskSpace {
  /** Probes unless the last probe is recent. @throws when the database is unavailable */
  isPresent(): Promise<boolean>;
  /** Returns the last result without waiting and refreshes it in the background. */
  lastKnown(): boolean;
}

/** A probe writes to disk, and health and readiness may be requested many times a second. */
const CACHE_MS = 2_000;

/** Caches the result of a probe for 2 s. */
export function createDiskSpace(probe: () => Promise<boolean>): DiskSpace {
  let last = true;
  let asked: Promise<boolean> | null = null;
  let askedAtMs = -Infinity;
  const isPresent = (): Promise<boolean> => {
    const now = performance.now();
    if (asked !== null && now - askedAtMs < CACHE_MS) return asked;
    askedAtMs = now;
    asked = probe().then((found) => (last = found));
    return asked;
  };
  return {
    isPresent,
    lastKnown: () => {
      isPresent().catch(() => undefined);
      return last;
    },
  };
}
