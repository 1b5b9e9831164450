import {
  channels,
  type ExecutionRepository,
  type HeldBatch,
  type Notifications,
} from '@sluice/database';
import type { Logger } from 'pino';
import type { ActiveBatches } from './execution/active-batches.js';

/** What the overseer works with. */
export interface OverseerOptions {
  notifications: Pick<Notifications, 'subscribe'>;
  workerId: string;
  execution: ExecutionRepository;
  active: ActiveBatches;
  log: Logger;
}

/** Compares what this worker holds by the database's word with what it runs. */
export interface Overseer {
  close(): Promise<void>;
}

const lookEveryMs = 1_000;

/**
 * Brings cancel requests to the running batches: at once by notification, and within a second by
 * reading, should the notification be lost. A batch that this worker holds and does not run (its
 * last write failed) is ended, so that nothing is stuck behind a worker that is well.
 */
export function startOverseer(options: OverseerOptions): Overseer {
  const { active, log } = options;
  const unsubscribe = options.notifications.subscribe(channels.cancelAsked, (batchId) => {
    active.stop(batchId, 'cancel');
  });
  let idleTokens = new Set<string>();
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    const held = await options.execution.held(options.workerId);
    for (const batch of held) if (batch.cancelAsked) active.stop(batch.batchId, 'cancel');
    const idle = held.filter((batch) => !active.has(batch.batchId));
    for (const batch of idle) if (idleTokens.has(batch.leaseToken)) await abandon(options, batch);
    idleTokens = new Set(idle.map((batch) => batch.leaseToken));
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      log.warn({ err: error }, 'held batches could not be read');
    });
  }, lookEveryMs);

  return {
    close: async () => {
      clearInterval(timer);
      unsubscribe();
      await looking;
    },
  };
}

async function abandon(
  { execution, workerId, log }: OverseerOptions,
  { batchId, leaseToken }: HeldBatch,
): Promise<void> {
  log.error({ batchId }, 'a held batch did not run any more; settling it');
  await execution.settleAbandoned({ batchId, leaseToken, workerId });
}
