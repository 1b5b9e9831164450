import type { Cipher, Claim, ExecutionRepository } from '@sluice/database';
import type { DriverConnection, Handover } from '@sluice/driver-kit';
import { stopReason, type Lease } from '../claim/index.js';
import { BatchError, handoverContext } from '../session/index.js';
import { retryWhileHeld } from './retry-while-held.js';

/** Dependencies of {@link openBatchHandover}. */
export interface HandoverDependencies {
  execution: Pick<ExecutionRepository, 'handOver'>;
  lease: Pick<Lease, 'lost'>;
  cipher: Cipher;
}

/** How a batch stops: by stopping its statement, or by leaving the statement to another worker. */
export interface BatchHandover {
  /** Aborted when the running statement must be stopped in its database. */
  readonly stop: AbortSignal;
  /**
   * Call it before a statement is sent or adopted. `isStored` says that its handover data is stored already.
   *
   * @returns the function through which the driver reports that data; undefined if it must not.
   */
  statementSent(
    statementId: string,
    isStored: boolean,
  ): ((handover: Handover) => Promise<void>) | undefined;
  /** Call it when the statement has ended. */
  statementEnded(): void;
  /** Whether the session is, or will be, left to another worker. */
  isHandedOver(): boolean;
  /** Call it before the session is released. Detaches a session that is handed over. */
  close(): Promise<void>;
}

/** For statements that end with their session: every stop is a stop in the database. */
export const noHandover = (signal: AbortSignal): BatchHandover => ({
  stop: signal,
  statementSent: () => undefined,
  statementEnded: () => undefined,
  isHandedOver: () => false,
  close: () => Promise.resolve(),
});

/**
 * For statements that live on their server: a worker that stops, or has lost its lease, detaches from the
 * statement; only a cancel stops it. A statement whose id is not stored yet could not be found again, so
 * the worker detaches as soon as the id is stored.
 */
export function openBatchHandover(
  { execution, lease, cipher }: HandoverDependencies,
  claim: Claim,
  connection: DriverConnection,
  signal: AbortSignal,
): BatchHandover {
  const stop = new AbortController();
  let isUnstored = false;
  const isHandedOver = (): boolean => signal.aborted && stopReason(signal) !== 'cancel';
  const detach = async (): Promise<void> => {
    await connection.detach?.();
  };
  const onAbort = (): void => {
    const reason = stopReason(signal);
    if (reason === 'cancel') stop.abort(signal.reason);
    else if (reason === 'lease' || !isUnstored) void detach();
  };
  const store = async (statementId: string, handover: Handover): Promise<void> => {
    const { executionId } = handover;
    const session = cipher.encrypt(handover.session, handoverContext(claim.batchId));
    const stored = await retryWhileHeld(lease.lost, () =>
      execution.handOver(claim, { statementId, executionId, session }),
    );
    if (!stored.value) throw new BatchError('worker_lost', 'unknown', 'The batch was lost');
    isUnstored = false;
    if (isHandedOver()) await detach();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);
  return {
    stop: stop.signal,
    statementSent: (statementId, isStored) => {
      isUnstored = !isStored;
      return (handover) => store(statementId, handover);
    },
    statementEnded: () => {
      isUnstored = false;
    },
    isHandedOver,
    close: async () => {
      signal.removeEventListener('abort', onAbort);
      if (isHandedOver()) await detach();
    },
  };
}

/**
 * Returns a signal that aborts as `signal` does, except on a cancel: a statement that another worker has
 * sent must be reached to be cancelled.
 */
export function abortUnlessCancelled(signal: AbortSignal): AbortSignal {
  const other = new AbortController();
  const onAbort = (): void => {
    if (stopReason(signal) !== 'cancel') other.abort(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return other.signal;
}
