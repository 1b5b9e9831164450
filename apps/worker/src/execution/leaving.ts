import type { Cipher, Claim, ExecutionRepository } from '@sluice/database';
import type { DriverConnection, Handover } from '@sluice/driver-kit';
import type { Lease } from '../lease.js';
import { stopReason } from './active-batches.js';
import { ExecutionError } from './failures.js';
import { retryWhileHeld } from './retry.js';

/** What {@link openLeaving} works with. */
export interface LeavingDependencies {
  execution: Pick<ExecutionRepository, 'handOver'>;
  lease: Pick<Lease, 'lost'>;
  cipher: Cipher;
}

/** How a batch is stopped: at once, or by letting go of what goes on without us. */
export interface Leaving {
  /** Aborted when what runs is to be stopped in its database. */
  readonly stop: AbortSignal;
  /** Runs one statement, with what its driver is to tell of it; one `isKept` was told of before. */
  during<T>(
    statementId: string,
    isKept: boolean,
    run: (onHandover: ((handover: Handover) => Promise<void>) | undefined) => Promise<T>,
  ): Promise<T>;
  /** Whether the session was let go of, or is to be: the batch is for another worker. */
  isLeft(): boolean;
  /** To be called before the session is released: lets go of one that is left, and listens no more. */
  close(): Promise<void>;
}

/** Where a statement ends with its client: every stop is one in the database. */
export const stayingUntilStopped = (signal: AbortSignal): Leaving => ({
  stop: signal,
  during: (_statementId, _isKept, run) => run(undefined),
  isLeft: () => false,
  close: () => Promise.resolve(),
});

/**
 * Where statements live on their server: a worker that has to go (or has lost its lease) lets go of them,
 * and only a cancel stops one. One that was sent and whose id is not kept yet could not be found again, so
 * it is let go of as soon as that is done.
 */
export function openLeaving(
  { execution, lease, cipher }: LeavingDependencies,
  claim: Claim,
  connection: DriverConnection,
  signal: AbortSignal,
): Leaving {
  const stop = new AbortController();
  let isUnkept = false;
  const isLeft = (): boolean => signal.aborted && stopReason(signal) !== 'cancel';
  const detach = async (): Promise<void> => {
    await connection.detach?.();
  };
  const onAbort = (): void => {
    const reason = stopReason(signal);
    if (reason === 'cancel') stop.abort(signal.reason);
    else if (reason === 'lease' || !isUnkept) void detach();
  };
  const keep = async (statementId: string, handover: Handover): Promise<void> => {
    const { executionId } = handover;
    const session = cipher.encrypt(handover.session, handoverContext(claim.batchId));
    const kept = await retryWhileHeld(lease.lost, () =>
      execution.handOver(claim, { statementId, executionId, session }),
    );
    if (!kept.value) throw new ExecutionError('worker_lost', 'unknown', 'The batch was lost');
    isUnkept = false;
    if (isLeft()) await detach();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);
  return {
    stop: stop.signal,
    during: async (statementId, isKept, run) => {
      isUnkept = !isKept;
      try {
        return await run((handover) => keep(statementId, handover));
      } finally {
        isUnkept = false;
      }
    },
    isLeft,
    close: async () => {
      signal.removeEventListener('abort', onAbort);
      if (isLeft()) await detach();
    },
  };
}

/** Aborted as `signal` is, but not by a cancel: what another worker has sent must be reached to be stopped. */
export function untilLeft(signal: AbortSignal): AbortSignal {
  const left = new AbortController();
  const onAbort = (): void => {
    if (stopReason(signal) !== 'cancel') left.abort(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return left.signal;
}

/** Binds an encrypted session to its batch. */
export const handoverContext = (batchId: string): string => `batches/${batchId}/handover`;
