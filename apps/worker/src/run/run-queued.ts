import type { Logger } from 'pino';
import {
  claimBatch,
  type ActiveBatches,
  type BatchClaim,
  type ClaimDependencies,
  type Slots,
} from '../claim/index.js';
import { BatchTelemetry, type RunTelemetry } from '../telemetry/index.js';
import { observeBatch } from './observe-batch.js';
import { runBatch, type BatchDependencies } from './run-batch.js';

/** Dependencies of claiming and running batches. */
export interface QueueDependencies extends ClaimDependencies {
  batches: BatchDependencies;
  active: ActiveBatches;
  /** The slots of batches from the queue. */
  slots: Slots;
  telemetry: RunTelemetry;
  log: Logger;
}

/**
 * Runs the next queued batch, if there is one, and those that its end allows to start.
 *
 * @param jobOf the batch whose job calls. When the next one is another batch, whose own wake-up may have been lost, the
 *   next free slot looks for this one.
 */
export async function runQueued(deps: QueueDependencies, jobOf?: string): Promise<void> {
  const first = await claimBatch(deps, 'queue');
  if (first === null) return;
  if (jobOf !== undefined && first.batch.id !== jobOf)
    inFreeSlot(deps, () => runQueued(deps, jobOf));
  await runFrom(deps, first);
}

/** Runs the next queued batch now if a slot is free. Never rejects. */
export function runQueuedInFreeSlot(deps: QueueDependencies): void {
  inFreeSlot(deps, () => runQueued(deps));
}

/**
 * Runs queued batches in all free slots. Each slot that claims a batch starts the next slot, so that at
 * most one claim finds nothing. Never rejects.
 */
export function runBacklog(deps: QueueDependencies): void {
  inFreeSlot(deps, async () => {
    const first = await claimBatch(deps, 'queue');
    if (first === null) return;
    runBacklog(deps);
    await runFrom(deps, first);
  });
}

/**
 * Runs the batches that wait for connection clients of this worker: in parallel for different clients and
 * in order for one client, which the claim ensures.
 */
export async function runQueuedForClients(deps: QueueDependencies): Promise<void> {
  for (;;) {
    const next = await claimBatch(deps, 'clients');
    if (next === null) return;
    void runClaimed(deps, next)
      .then(() => runQueuedForClients(deps))
      .catch((error: unknown) => {
        const { batchId } = next.claim;
        deps.log.error({ err: error, batchId }, 'batch of a connection client failed');
      });
  }
}

/**
 * Runs a claimed batch. When limits or full targets hold other batches back, its end may let one of them
 * start; the job that announced that batch is gone, so the next batch is claimed here.
 */
async function runFrom(deps: QueueDependencies, first: BatchClaim): Promise<void> {
  let next: BatchClaim | null = first;
  while (next !== null) {
    await runClaimed(deps, next);
    if (!next.batch.limited && !deps.batches.targetPressure.isRecent()) return;
    next = await claimBatch(deps, 'queue');
  }
}

const runClaimed = (
  { active, batches, lease, telemetry }: QueueDependencies,
  { claim, batch, askedAt }: BatchClaim,
): Promise<void> =>
  active.track(batch.id, async (stop) => {
    const recorded = new BatchTelemetry(telemetry, batch, askedAt);
    try {
      const signal = AbortSignal.any([stop, lease.lost]);
      await runBatch(observeBatch(batches, recorded), claim, batch, signal);
    } finally {
      recorded.end();
    }
  });

function inFreeSlot({ slots, log }: QueueDependencies, work: () => Promise<void>): void {
  slots.tryRun(work)?.catch((error: unknown) => {
    log.error({ err: error }, 'queued batch failed');
  });
}
