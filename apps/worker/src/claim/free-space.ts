import type { WorkerRepository } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';

/** Monitors free space for results. */
export interface FreeSpaceMonitor {
  /** Whether batches may start. */
  isEnough(): boolean;
  /** Checks once, then at each interval; calls `onEnough` when there is enough space again. */
  start(onEnough: () => void): Promise<void>;
  /** Stops checking and waits for the write under way. */
  close(): Promise<void>;
}

/** Options of {@link createFreeSpaceMonitor}. */
export interface FreeSpaceOptions {
  results: Pick<ResultStore, 'freeBytes'>;
  /** No batch starts with less free space than this; 0 disables the check. */
  minFreeBytes: number;
  workers: Pick<WorkerRepository, 'pause' | 'resume'>;
  worker: { id: string; slots: number };
  onError(error: unknown): void;
  log: Logger;
  /** Milliseconds between two checks. Default: 2,000. */
  intervalMs?: number;
}

/**
 * Pauses a worker while free space is low, because its results could not be stored. The worker's row says
 * so to clients whose batches wait. A failed check changes nothing: the directory may be recreated.
 */
export function createFreeSpaceMonitor(options: FreeSpaceOptions): FreeSpaceMonitor {
  const { results, minFreeBytes, workers, worker, onError, log } = options;
  if (minFreeBytes === 0) return unlimited;
  let isEnough = true;
  /** The state that the worker's row has. */
  let written = true;
  let writing: Promise<void> = Promise.resolve();
  let onEnough: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const write = async (freeBytes: number): Promise<void> => {
    const resumes = isEnough;
    if (resumes) await workers.resume(worker.id, worker.slots);
    else await workers.pause(worker.id, 'storage');
    written = resumes;
    const about = { freeBytes, minFreeBytes };
    if (resumes) log.info(about, 'free space for results recovered');
    else log.warn(about, 'free space for results low; worker paused');
    if (resumes) onEnough();
  };
  const check = async (): Promise<void> => {
    const freeBytes = await results.freeBytes();
    isEnough = freeBytes >= minFreeBytes;
    if (isClosed || isEnough === written) return;
    writing = write(freeBytes);
    await writing;
  };
  let checking: Promise<void> | null = null;
  const checkOnce = (): Promise<void> =>
    (checking ??= check()
      .catch(onError)
      .finally(() => (checking = null)));

  return {
    isEnough: () => isEnough,
    start: async (listener) => {
      onEnough = listener;
      await checkOnce();
      timer = setInterval(() => void checkOnce(), options.intervalMs ?? 2_000);
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      // A check is not awaited, since a file system may hang. A write is: it must not follow the stop.
      await writing.catch(() => undefined);
    },
  };
}

const unlimited: FreeSpaceMonitor = {
  isEnough: () => true,
  start: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
