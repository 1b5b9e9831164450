import type { ReadyChecks } from '@sluice/contracts';
import type { WorkerCount } from '@sluice/database';
import { inTime } from './in-time.js';

/** What readiness is made of; a check that rejects or takes too long has failed. */
export interface ReadinessChecks {
  checkQueue(): Promise<void>;
  /** Live workers, as the database knows them. */
  countWorkers(): Promise<WorkerCount>;
  /** The process was told to stop. */
  isStopping(): boolean;
}

const timeoutMs = 2_000;

/** Whether a batch that is sent now would run. */
export async function readiness({
  checkQueue,
  countWorkers,
}: Omit<ReadinessChecks, 'isStopping'>): Promise<ReadyChecks> {
  const [workers, queue] = await Promise.all([
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
  ]);
  const { alive, paused, unservedPools } = workers ?? { alive: 0, paused: 0, unservedPools: 0 };
  return {
    database: workers !== null,
    queue: queue === true,
    workers: alive > 0,
    pools: workers !== null && unservedPools === 0,
    storage: alive > paused,
  };
}
