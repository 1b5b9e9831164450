import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CrashCause } from './crash-cause.js';

/** Ends the leases of dead executors. */
export interface LeaseEnder {
  /** Starts to end a lease; never throws. */
  end(workerId: string, cause: CrashCause): void;
  /** Resolves when no attempt is left, at the latest after the lease time. */
  settled(): Promise<void>;
}

/** Options of {@link createLeaseEnder}. */
export interface LeaseEnderOptions {
  databaseUrl: string;
  leaseMs: number;
  log: Logger;
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

/**
 * Ends leases in the metadata database. Retries while it is unavailable, until the lease would have expired.
 * The database client is loaded at the first crash, so that a healthy supervisor stays small.
 */
export function createLeaseEnder({ databaseUrl, leaseMs, log }: LeaseEnderOptions): LeaseEnder {
  const pending = new Set<Promise<void>>();
  const endOne = async (workerId: string, cause: CrashCause): Promise<void> => {
    const startedAtMs = performance.now();
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        const { endLease } = await import('@sluice/database/end-lease');
        await endLease(databaseUrl, workerId, cause);
        return;
      } catch (error) {
        if (performance.now() - startedAtMs + delayMs >= leaseMs) {
          log.warn(
            { err: error, workerId },
            'lease of a dead executor could not be ended; it will expire',
          );
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
