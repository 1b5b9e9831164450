import { randomUUID } from 'node:crypto';
import type { ClaimedBatch, RunningLimits } from '@sluice/database';
import { now, type Moment } from '../observation/moment.js';
import { runBatch, type ExecutionDependencies } from './run-batch.js';

/** A batch that is ours, and when we asked for it. */
export interface Claimed {
  batch: ClaimedBatch;
  askedAt: Moment;
}

/** What finding and running batches needs. */
export interface WaitingDependencies extends Pick<
  ExecutionDependencies,
  'execution' | 'lease' | 'active' | 'log' | 'targetPressure'
> {
  /** On what runs at the same time, here and elsewhere. */
  running: RunningLimits;
  /** Aborted when nothing more is to be begun. */
  stopping: AbortSignal;
  /** Whether there is room for results. What waits is announced again when there is. */
  hasRoom(): boolean;
  /** Calls `run` with dependencies that tell what the batch does. */
  observe(claimed: Claimed, run: (deps: ExecutionDependencies) => Promise<void>): Promise<void>;
}

/**
 * Runs the batch whose turn it is, if any. The claim in the database decides, so a job that comes
 * twice, late or by mistake finds nothing to do. Where limits hold batches back, the end of one lets
 * another start: it is looked for at once, as the job that announced it is long gone. `onFound` is
 * called once a first batch was found, before it runs.
 */
export async function runWaiting(deps: WaitingDependencies, onFound?: () => void): Promise<void> {
  let tell = onFound;
  while (mayBegin(deps)) {
    const batch = await claimNext(deps, false);
    if (batch === null) return;
    tell?.();
    tell = undefined;
    await batch.run();
    if (!batch.limited && !deps.targetPressure.isRecent()) return;
  }
}

/**
 * Runs what waits for the connection clients of this worker, side by side for different clients and one
 * after the other for each: the claim keeps that.
 */
export async function runWaitingForClients(deps: WaitingDependencies): Promise<void> {
  while (mayBegin(deps)) {
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

const mayBegin = ({ lease, stopping, hasRoom }: WaitingDependencies): boolean =>
  lease.isHeld() && !stopping.aborted && hasRoom();

/** A batch that is ours to run. */
interface Taken {
  id: string;
  limited: boolean;
  run(): Promise<void>;
}

async function claimNext(deps: WaitingDependencies, ofClients: boolean): Promise<Taken | null> {
  const askedAt = now();
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
  if (deps.stopping.aborted) {
    // The stop came while we asked, and whoever stops has looked for what runs already.
    await deps.execution.release(claim);
    return null;
  }
  const run = (signal: AbortSignal) =>
    deps.observe({ batch, askedAt }, (observed) =>
      runBatch(observed, claim, batch, AbortSignal.any([signal, deps.lease.lost])),
    );
  return { id, limited, run: () => deps.active.track(id, run) };
}
