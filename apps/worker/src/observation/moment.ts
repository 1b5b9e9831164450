/** A moment on both clocks: one for durations, one for spans. */
export interface Moment {
  monotonicMs: number;
  epochMs: number;
}

/** Now. */
export const now = (): Moment => ({ monotonicMs: performance.now(), epochMs: Date.now() });

/** Seconds from then to now. */
export const secondsSince = (since: Moment): number =>
  (performance.now() - since.monotonicMs) / 1000;
