import type { Instruments } from './instruments.js';

/** The counts of one sweep. */
export interface SweepCounts {
  redispatched: readonly unknown[];
  released: number;
  reaped: number;
  expired: number;
  /** Ids of connections. */
  paused: readonly string[];
}

/**
 * Returns a function that counts the sweeps of this process; null means that another process did the sweep.
 */
export function createSweepCounters(
  instruments: Pick<Instruments, 'counter'>,
): (report: SweepCounts | null) => void {
  const released = instruments.counter('sluice_batches_released_total');
  const reaped = instruments.counter('sluice_batches_reaped_total');
  const expired = instruments.counter('sluice_batches_expired_total');
  const paused = instruments.counter('sluice_connections_paused_total');
  const redispatched = instruments.counter('sluice_batches_redispatched_total');
  // Counters start at 0, because a rate misses the first step of a counter that did not exist.
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
