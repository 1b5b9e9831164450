import { randomUUID } from 'node:crypto';
import type { Claim, ClaimedBatch, ExecutionRepository, RunningLimits } from '@sluice/database';
import { now, type Moment } from '../telemetry/index.js';
import type { Lease } from './lease.js';

/** A batch that this worker has claimed. */
export interface BatchClaim {
  claim: Claim;
  batch: ClaimedBatch;
  /** When the worker asked for a batch. */
  askedAt: Moment;
}

/** Dependencies of {@link claimBatch}. */
export interface ClaimDependencies {
  execution: Pick<ExecutionRepository, 'claimNext' | 'release'>;
  lease: Lease;
  /** Limits on batches that run at the same time, over all workers. */
  runningLimits: RunningLimits;
  /** Aborted when the worker must not start anything new. */
  stopping: AbortSignal;
  /** Whether the results store has enough free space. The free-space monitor wakes the worker later. */
  hasFreeSpace(): boolean;
}

/**
 * Claims the next queued batch, either from the shared queue or among those that wait for a connection
 * client of this worker. The claim is decided in the database, so a job that is delivered twice, late or
 * by mistake claims nothing.
 *
 * @returns null when no batch may start.
 */
export async function claimBatch(
  deps: ClaimDependencies,
  source: 'queue' | 'clients',
): Promise<BatchClaim | null> {
  const { lease, stopping, execution, runningLimits } = deps;
  if (!lease.isHeld() || stopping.aborted || !deps.hasFreeSpace()) return null;
  const askedAt = now();
  const { workerId } = lease;
  const leaseToken = randomUUID();
  const batch = await execution.claimNext({
    workerId,
    leaseToken,
    limits: runningLimits,
    ofClients: source === 'clients',
  });
  if (batch === null) return null;
  const claim = { batchId: batch.id, workerId, leaseToken };
  if (deps.stopping.aborted) {
    // The stop began during the claim and has already listed the running batches.
    await execution.release(claim);
    return null;
  }
  return { claim, batch, askedAt };
}
