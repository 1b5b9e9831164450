/** Delays before a child is restarted, in milliseconds. */
export interface BackOffOptions {
  firstMs: number;
  maxMs: number;
  /** A child that was ready for this long restarts after `firstMs` again. */
  healthyMs: number;
}

/** 0.25 s, doubled up to 10 s; reset after 30 s of readiness. */
export const DEFAULT_BACK_OFF: BackOffOptions = { firstMs: 250, maxMs: 10_000, healthyMs: 30_000 };

/** Counts the failures of one child. */
export interface BackOff {
  /**
   * Returns the delay before the next start; `readyForMs` is how long the child was ready (0 if never).
   */
  nextDelayMs(readyForMs: number): number;
}

/** Creates a counter without failures. */
export function createBackOff({ firstMs, maxMs, healthyMs }: BackOffOptions): BackOff {
  let failures = 0;
  return {
    nextDelayMs(readyForMs) {
      if (readyForMs >= healthyMs) failures = 0;
      const delayMs = Math.min(maxMs, firstMs * 2 ** failures);
      failures += 1;
      return delayMs;
    },
  };
}
