import type { NewWorker, WorkerRepository } from '@sluice/database';

/** A worker's time-limited claim on its batches. */
export interface Lease {
  readonly workerId: string;
  /** Aborted when the lease can no longer be proven: stop what runs, start nothing. */
  readonly lost: AbortSignal;
  /** Whether enough of the lease is left to start something. */
  isHeld(): boolean;
  /** Stops renewing and ends the lease. */
  close(): Promise<void>;
}

/** Options of {@link acquireLease}. */
export interface LeaseOptions {
  workers: WorkerRepository;
  worker: NewWorker;
  /** Milliseconds until an unrenewed lease expires. The worker renews it five times as often. */
  leaseMs: number;
  onError(error: unknown): void;
}

/** Nothing starts in the last fifth of a lease. */
const SAFETY_SHARE = 0.2;

/**
 * Registers the worker and renews its lease. The database's clock decides when a lease expires. The worker
 * measures from the moment *before* each renewal was sent, on a monotonic clock, so it always stops first.
 */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  const { workers, worker, leaseMs } = options;
  const lost = new AbortController();
  let provenAtMs = performance.now();
  await workers.register(worker, leaseMs);

  const lose = (): void => {
    clearInterval(renewal);
    clearInterval(expiry);
    lost.abort(new Error('The worker lost its lease'));
  };
  const renew = async (): Promise<void> => {
    const sentAtMs = performance.now();
    if (await workers.renew(worker.id, leaseMs)) provenAtMs = Math.max(provenAtMs, sentAtMs);
    else lose();
  };
  const renewal = setInterval(() => {
    renew().catch(options.onError);
  }, leaseMs / 5);
  const expiry = setInterval(() => {
    if (performance.now() - provenAtMs >= leaseMs) lose();
  }, leaseMs / 20);

  return {
    workerId: worker.id,
    lost: lost.signal,
    isHeld: () =>
      !lost.signal.aborted && performance.now() - provenAtMs < leaseMs * (1 - SAFETY_SHARE),
    close: async () => {
      clearInterval(renewal);
      clearInterval(expiry);
      if (!lost.signal.aborted) await workers.end(worker.id);
    },
  };
}
