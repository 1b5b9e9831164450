/** Bytes between two garbage collections, which take milliseconds. */
const BETWEEN_BYTES = 8 * 1024 * 1024;

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('Start the script with --expose-gc.');
  globalThis.gc();
}

/**
 * Measures the peak growth of the resident memory from now on. Garbage is collected regularly: while the processors are
 * busy, the collector alone leaves so much that it hides the growth.
 */
export function measureGrowth() {
  collectGarbage();
  const base = process.memoryUsage.rss();
  let highest = base;
  let uncollected = 0;
  return {
    /** Call it for each part that is processed, with its size in bytes. */
    note(bytes: number): void {
      uncollected += bytes;
      if (uncollected >= BETWEEN_BYTES) {
        uncollected = 0;
        collectGarbage();
      }
      highest = Math.max(highest, process.memoryUsage.rss());
    },
    grownMb: () => Math.round((highest - base) / 1e6),
  };
}
