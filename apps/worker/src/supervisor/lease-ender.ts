import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CrashCause } from './crash-cause.js';

/** Ends the leases of executors that died. */
export interface LeaseEnder {
  /** Begins to end a lease; never throws. */
  end(workerId: string, cause: CrashCause): void;
  /** Resolves when nothing is being tried any more: within the life of a lease. */
  settled(): Promise<void>;
}

/** What {@link createLeaseEnder} works with. */
export interface LeaseEnderOptions {
  databaseUrl: string;
  leaseMs: number;
  log: Logger;
}

const firstDelayMs = 100;
const longestDelayMs = 2_000;

/**
 * Ends leases in the service's database, again and again while it is away, until they would have ended
 * by themselves. The database's client is loaded by the first crash: a healthy supervisor stays small.
 */
export function createLeaseEnder({ databaseUrl, leaseMs, log }: LeaseEnderOptions): LeaseEnder {
  const pending = new Set<Promise<void>>();
  const endOne = async (workerId: string, cause: CrashCause): Promise<void> => {
    const startedAtMs = performance.now();
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
      try {
        const { endLease } = await import('@sluice/database/end-lease');
        await endLease(databaseUrl, workerId, cause);
        return;
      } catch (error) {
        if (performance.now() - startedAtMs + delayMs >= leaseMs) {
          log.warn({ err: error, workerId }, 'the lease of a dead executor is left to run out');
          return;
        }
      }
      await delay(delayMs);
    }
  };
  return {
    end: (workerId, cause) => {
      const ending = endOne(workerId, cause).finally(() => pending.delete(ending));
      pending.add(ending);
    },
    settled: async () => {
      await Promise.all(pending);
    },
  };
}
