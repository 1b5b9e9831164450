/** How long to wait before a child is started again, in milliseconds. */
export interface BackOffOptions {
  firstMs: number;
  mostMs: number;
  /** A child that was ready for this long starts from `firstMs` again. */
  healthyMs: number;
}

/** 0.25 s doubling to 10 s, forgotten after 30 s of health. */
export const defaultBackOff: BackOffOptions = { firstMs: 250, mostMs: 10_000, healthyMs: 30_000 };

/** Counts the failures of one child. */
export interface BackOff {
  /** The wait before the next start, given how long the child had been ready (0 = never). */
  nextDelayMs(readyForMs: number): number;
}

/** Starts with no failure counted. */
export function createBackOff({ firstMs, mostMs, healthyMs }: BackOffOptions): BackOff {
  let failures = 0;
  return {
    nextDelayMs(readyForMs) {
      if (readyForMs >= healthyMs) failures = 0;
      const delayMs = Math.min(mostMs, firstMs * 2 ** failures);
      failures += 1;
      return delayMs;
    },
  };
}
