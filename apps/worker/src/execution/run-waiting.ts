import { randomUUID } from 'node:crypto';
import { runBatch, type ExecutionDependencies } from './run-batch.js';

/**
 * Runs the batch whose turn it is, if any. The claim in the database decides, so a job that comes
 * twice, late or by mistake finds nothing to do. Where limits hold batches back, the end of one lets
 * another start: it is looked for at once, as the job that announced it is long gone.
 */
export async function runWaiting(deps: ExecutionDependencies): Promise<void> {
  while (deps.lease.isHeld() && !deps.stopping.aborted) {
    const batch = await claimNext(deps, false);
    if (batch === null) return;
    await batch.run();
    if (!batch.limited) return;
  }
}

/**
 * Runs what waits for the connection clients of this worker, side by side for different clients and one
 * after the other for each: the claim keeps that.
 */
export async function runWaitingForClients(deps: ExecutionDependencies): Promise<void> {
  while (deps.lease.isHeld() && !deps.stopping.aborted) {
    const batch = await claimNext(deps, true);
    if (batch === null) return;
    void batch
      .run()
      .then(() => runWaitingForClients(deps))
      .catch((error: unknown) => {
        deps.log.error({ err: error, batchId: batch.id }, 'a batch of a connection client failed');
      });
  }
}

/** A batch that is ours to run. */
interface Taken {
  id: string;
  limited: boolean;
  run(): Promise<void>;
}

async function claimNext(deps: ExecutionDependencies, ofClients: boolean): Promise<Taken | null> {
  const { workerId } = deps.lease;
  const leaseToken = randomUUID();
  const batch = await deps.execution.claimNext({
    workerId,
    leaseToken,
    limits: deps.running,
    ofClients,
  });
  if (batch === null) return null;
  const { id, limited } = batch;
  const claim = { batchId: id, workerId, leaseToken };
  const run = (signal: AbortSignal) =>
    runBatch(deps, claim, batch, AbortSignal.any([signal, deps.lease.lost]));
  return { id, limited, run: () => deps.active.track(id, run) };
}
