import {
  channels,
  type ExecutionRepository,
  type HeldBatch,
  type Notifications,
} from '@sluice/database';
import type { Logger } from 'pino';
import type { ActiveBatches } from './active-batches.js';

/** Options of {@link startHeldBatchMonitor}. */
export interface HeldBatchOptions {
  notifications: Pick<Notifications, 'subscribe'>;
  workerId: string;
  execution: Pick<ExecutionRepository, 'held' | 'settleAbandoned'>;
  active: ActiveBatches;
  log: Logger;
}

/** A running monitor. */
export interface HeldBatchMonitor {
  close(): Promise<void>;
}

const CHECK_INTERVAL_MS = 1_000;

/**
 * Compares the batches that this worker holds in the database with those that it runs. It passes cancel
 * requests on: at once by notification, or within a second by reading when a notification is lost. It
 * ends a batch that the worker holds but does not run (its last write failed), so that no batch stays
 * stuck behind a healthy worker.
 */
export function startHeldBatchMonitor(options: HeldBatchOptions): HeldBatchMonitor {
  const { active, log } = options;
  const unsubscribe = options.notifications.subscribe(channels.cancelAsked, (batchId) => {
    active.stop(batchId, 'cancel');
  });
  let idleTokens = new Set<string>();
  let checking = Promise.resolve();

  const check = async (): Promise<void> => {
    const held = await options.execution.held(options.workerId);
    for (const batch of held) if (batch.cancelAsked) active.stop(batch.batchId, 'cancel');
    const idle = held.filter((batch) => !active.has(batch.batchId));
    // Two checks in a row: a batch that has just been claimed, or is about to end, is idle only once.
    for (const batch of idle) if (idleTokens.has(batch.leaseToken)) await settle(options, batch);
    idleTokens = new Set(idle.map((batch) => batch.leaseToken));
  };
  const timer = setInterval(() => {
    checking = checking.then(check).catch((error: unknown) => {
      log.warn({ err: error }, 'held batches could not be read');
    });
  }, CHECK_INTERVAL_MS);

  return {
    close: async () => {
      clearInterval(timer);
      unsubscribe();
      await checking;
    },
  };
}

async function settle(
  { execution, workerId, log }: HeldBatchOptions,
  { batchId, leaseToken }: HeldBatch,
): Promise<void> {
  log.error({ batchId }, 'held batch is not running; ended');
  await execution.settleAbandoned({ batchId, leaseToken, workerId });
}
