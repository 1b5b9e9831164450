import type { WorkerRepository } from '@sluice/database';
import type { WorkerMetrics } from './worker-metrics.js';

/** A renewal is late once this share of the lease had gone since the last proof. */
const lateShare = 0.5;

/** The same repository, its renewals counted. */
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
        const isLate = performance.now() - provenAtMs > leaseMs * lateShare;
        leaseRenewed(!renewed ? 'failed' : isLate ? 'late' : 'ok');
        if (renewed) provenAtMs = sentAtMs;
      }
    },
  };
}
