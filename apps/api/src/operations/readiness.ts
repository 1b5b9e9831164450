import type { ReadyChecks } from '@sluice/contracts';
import type { WorkerCount } from '@sluice/database';
import type { DiskSpace } from './disk-space.js';
import { withTimeout } from '../limits/index.js';

/** The readiness checks. A check that rejects or times out has failed. */
export interface ReadinessChecks {
  checkQueue(): Promise<void>;
  /** Counts the online workers in the database. */
  countWorkers(): Promise<WorkerCount>;
  /** Disk space of the metadata database. */
  diskSpace: DiskSpace;
  /** The process is shutting down. */
  isStopping(): boolean;
}

const TIMEOUT_MS = 2_000;

/** Checks whether a new batch would run. */
export async function readiness({
  checkQueue,
  countWorkers,
  diskSpace,
}: Omit<ReadinessChecks, 'isStopping'>): Promise<ReadyChecks> {
  const [workers, queue, space] = await Promise.all([
    withTimeout(
      countWorkers().catch(() => null),
      TIMEOUT_MS,
    ),
    withTimeout(
      checkQueue().then(
        () => true,
        () => false,
      ),
      TIMEOUT_MS,
    ),
    withTimeout(
      diskSpace.isPresent().catch(() => null),
      TIMEOUT_MS,
    ),
  ]);
  const { alive, paused, unservedPools } = workers ?? { alive: 0, paused: 0, unservedPools: 0 };
  return {
    database: workers !== null,
    // An unavailable database is reported by `database` only.
    databaseSpace: space !== false,
    queue: queue === true,
    workers: alive > 0,
    pools: workers !== null && unservedPools === 0,
    storage: alive > paused,
  };
}
