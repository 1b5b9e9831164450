import type { ReadyChecks } from '@sluice/contracts';
import type { WorkerCount } from '@sluice/database';
import type { DiskSpace } from './disk-space.js';
import { inTime } from '../limits/index.js';

/** What readiness is made of; a check that rejects or takes too long has failed. */
export interface ReadinessChecks {
  checkQueue(): Promise<void>;
  /** Live workers, as the database knows them. */
  countWorkers(): Promise<WorkerCount>;
  /** Disk space of the service's own database. */
  diskSpace: DiskSpace;
  /** The process was told to stop. */
  isStopping(): boolean;
}

const timeoutMs = 2_000;

/** Whether a batch that is sent now would run. */
export async function readiness({
  checkQueue,
  countWorkers,
  diskSpace,
}: Omit<ReadinessChecks, 'isStopping'>): Promise<ReadyChecks> {
  const [workers, queue, space] = await Promise.all([
    inTime(
      countWorkers().catch(() => null),
      timeoutMs,
    ),
    inTime(
      checkQueue().then(
        () => true,
        () => false,
      ),
      timeoutMs,
    ),
    inTime(
      diskSpace.isThere().catch(() => null),
      timeoutMs,
    ),
  ]);
  const { alive, paused, unservedPools } = workers ?? { alive: 0, paused: 0, unservedPools: 0 };
  return {
    database: workers !== null,
    // A database that does not answer is reported as such alone.
    databaseSpace: space !== false,
    queue: queue === true,
    workers: alive > 0,
    pools: workers !== null && unservedPools === 0,
    storage: alive > paused,
  };
}
