/** Whether the metadata database has disk space, as it was found a moment ago. */
export interface DiskSpace {
  /** Looks unless it has just been looked. @throws when the database cannot be asked. */
  isThere(): Promise<boolean>;
  /** What was found last, without waiting; looks again in the background. */
  lastFound(): boolean;
}

/** A probe writes: health and readiness may be asked for many times a second. */
const keptMs = 2_000;

/** Remembers what a probe found for 2 s. */
export function createDiskSpace(probe: () => Promise<boolean>): DiskSpace {
  let last = true;
  let asked: Promise<boolean> | null = null;
  let askedAtMs = -Infinity;
  const isThere = (): Promise<boolean> => {
    const now = performance.now();
    if (asked !== null && now - askedAtMs < keptMs) return asked;
    askedAtMs = now;
    asked = probe().then((found) => (last = found));
    return asked;
  };
  return {
    isThere,
    lastFound: () => {
      isThere().catch(() => undefined);
      return last;
    },
  };
}
