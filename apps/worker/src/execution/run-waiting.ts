import { randomUUID } from 'node:crypto';
import type { ClaimedBatch } from '@sluice/database';
import { runBatch, type ExecutionDependencies } from './run-batch.js';

/**
 * Runs the batch whose turn it is, if any. The claim in the database decides, so a job that comes
 * twice, late or by mistake finds nothing to do. Where limits hold batches back, the end of one lets
 * another start: it is looked for at once, as the job that announced it is long gone.
 */
export async function runWaiting(deps: ExecutionDependencies): Promise<void> {
  while (deps.lease.isHeld() && !deps.stopping.aborted) {
    const batch = await runNext(deps);
    if (batch?.limited !== true) return;
  }
}

async function runNext(deps: ExecutionDependencies): Promise<ClaimedBatch | null> {
  const { workerId } = deps.lease;
  const leaseToken = randomUUID();
  const batch = await deps.execution.claimNext({
    workerId,
    leaseToken,
    limits: deps.running,
    ofClients: false,
  });
  if (batch === null) return null;
  await deps.active.track(batch.id, (signal) =>
    runBatch(
      deps,
      { batchId: batch.id, workerId, leaseToken },
      batch,
      AbortSignal.any([signal, deps.lease.lost]),
    ),
  );
  return batch;
}
