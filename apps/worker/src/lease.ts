import type { NewWorker, WorkerRepository } from '@sluice/database';

/** A worker's proof of life. */
export interface Lease {
  readonly workerId: string;
  /** Aborted once the lease can no longer be proven: stop what runs, start nothing. */
  readonly lost: AbortSignal;
  /** Whether enough of the lease is left to begin something. */
  isHeld(): boolean;
  /** Ends the renewals and gives the lease up. */
  close(): Promise<void>;
}

/** Options of {@link acquireLease}. */
export interface LeaseOptions {
  workers: WorkerRepository;
  worker: NewWorker;
  /** Life of an unrenewed lease; it is renewed five times as often. */
  leaseMs: number;
  onError(error: unknown): void;
}

/** Nothing is begun in the last fifth of a lease. */
const safetyShare = 0.2;

/**
 * Registers the worker and renews its lease. The database's clock decides when a lease has ended; the
 * worker keeps its own, monotonic and from *before* each renewal was sent, so it always stops first.
 */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  const { workers, worker, leaseMs } = options;
  const lost = new AbortController();
  let provenAtMs = performance.now();
  await workers.register(worker, leaseMs);

  const lose = (): void => {
    clearInterval(renewal);
    clearInterval(watch);
    lost.abort(new Error('The lease of this worker has ended'));
  };
  const renew = async (): Promise<void> => {
    const sentAtMs = performance.now();
    if (await workers.renew(worker.id, leaseMs)) provenAtMs = Math.max(provenAtMs, sentAtMs);
    else lose();
  };
  const renewal = setInterval(() => {
    renew().catch(options.onError);
  }, leaseMs / 5);
  const watch = setInterval(() => {
    if (performance.now() - provenAtMs >= leaseMs) lose();
  }, leaseMs / 20);

  return {
    workerId: worker.id,
    lost: lost.signal,
    isHeld: () =>
      !lost.signal.aborted && performance.now() - provenAtMs < leaseMs * (1 - safetyShare),
    close: async () => {
      clearInterval(renewal);
      clearInterval(watch);
      if (!lost.signal.aborted) await workers.end(worker.id);
    },
  };
}
