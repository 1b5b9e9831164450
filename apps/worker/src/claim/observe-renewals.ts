import type { WorkerRepository } from '@sluice/database';
import type { WorkerMetrics } from '../telemetry/index.js';

/** A renewal is late when this share of the lease has passed since the last one. */
const LATE_SHARE = 0.5;

/** Returns the repository with its lease renewals counted. */
export function observeRenewals(
  workers: WorkerRepository,
  { leaseRenewed }: Pick<WorkerMetrics, 'leaseRenewed'>,
): WorkerRepository {
  let provenAtMs = performance.now();
  return {
    ...workers,
    renew: async (id, leaseMs) => {
      const sentAtMs = performance.now();
      let renewed = false;
      try {
        renewed = await workers.renew(id, leaseMs);
        return renewed;
      } finally {
        const isLate = performance.now() - provenAtMs > leaseMs * LATE_SHARE;
        leaseRenewed(!renewed ? 'failed' : isLate ? 'late' : 'ok');
        if (renewed) provenAtMs = sentAtMs;
      }
    },
  };
}
