import type { Instruments } from './instruments.js';

/** What a sweep did, as its counters see it. */
export interface SweepCounts {
  redispatched: readonly unknown[];
  released: number;
  reaped: number;
  expired: number;
  /** Ids of connections. */
  paused: readonly string[];
}

/** Counts what the sweeps of this process do; null is a sweep that another process did. */
export function createSweepCounters(
  instruments: Pick<Instruments, 'counter'>,
): (report: SweepCounts | null) => void {
  const released = instruments.counter('sluice_batches_released_total');
  const reaped = instruments.counter('sluice_batches_reaped_total');
  const expired = instruments.counter('sluice_batches_expired_total');
  const paused = instruments.counter('sluice_connections_paused_total');
  const redispatched = instruments.counter('sluice_batches_redispatched_total');
  // Known from the start: a rate over a counter that is not there yet misses its first step.
  released({ by: 'sweep' }, 0);
  return (report) => {
    if (report === null) return;
    released({ by: 'sweep' }, report.released);
    reaped({}, report.reaped);
    expired({}, report.expired);
    paused({}, report.paused.length);
    redispatched({}, report.redispatched.length);
  };
}
