import type { ReadyChecks } from '@sluice/contracts';

/** What readiness is made of; a check that rejects or takes too long has failed. */
export interface ReadinessChecks {
  checkQueue(): Promise<void>;
  /** Live workers, as the database knows them. */
  countWorkers(): Promise<number>;
}

const timeoutMs = 2_000;

/** Whether a batch that is sent now would run. */
export async function readiness({
  checkQueue,
  countWorkers,
}: ReadinessChecks): Promise<ReadyChecks> {
  const [workers, queue] = await Promise.all([
    inTime(countWorkers().catch(() => null)),
    inTime(
      checkQueue().then(
        () => true,
        () => false,
      ),
    ),
  ]);
  return { database: workers !== null, queue: queue === true, workers: (workers ?? 0) > 0 };
}

async function inTime<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
