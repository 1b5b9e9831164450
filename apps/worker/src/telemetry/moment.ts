/** A point in time on two clocks: monotonic for durations, epoch for spans. */
export interface Moment {
  monotonicMs: number;
  epochMs: number;
}

/** Returns the current moment. */
export const now = (): Moment => ({ monotonicMs: performance.now(), epochMs: Date.now() });

/** Returns the seconds since `since`. */
export const secondsSince = (since: Moment): number =>
  (performance.now() - since.monotonicMs) / 1000;
