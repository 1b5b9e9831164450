import type { WorkerRepository } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';

/** Room for results, looked at again and again. */
export interface Room {
  /** Whether batches may begin. */
  isThere(): boolean;
  /** Looks no more. */
  close(): Promise<void>;
}

/** Options of {@link watchRoom}. */
export interface RoomOptions {
  results: Pick<ResultStore, 'freeBytes'>;
  /** With less than this no batch begins; 0 = whatever there is. */
  minFreeBytes: number;
  workers: Pick<WorkerRepository, 'pause' | 'resume'>;
  worker: { id: string; slots: number };
  /** There is room again. */
  onRoom(): void;
  onError(error: unknown): void;
  log: Logger;
  /** Milliseconds between two looks; 2,000 unless given. */
  intervalMs?: number;
}

/**
 * Pauses a worker while there is little room for results: what it would run could not be kept. Its row
 * says so, for those who wait. A look that fails changes nothing: the directory may be made anew.
 */
export async function watchRoom(options: RoomOptions): Promise<Room> {
  const { results, minFreeBytes, workers, worker, onRoom, onError, log } = options;
  if (minFreeBytes === 0) return { isThere: () => true, close: () => Promise.resolve() };
  let isThere = true;
  /** What the worker's row says. */
  let told = true;
  let telling: Promise<void> = Promise.resolve();
  let isClosed = false;

  const tell = async (freeBytes: number): Promise<void> => {
    const there = isThere;
    if (there) await workers.resume(worker.id, worker.slots);
    else await workers.pause(worker.id, 'storage');
    told = there;
    const about = { freeBytes, minFreeBytes };
    if (there) log.info(about, 'there is room for results again');
    else log.warn(about, 'there is too little room for results: no batch begins');
    if (there) onRoom();
  };
  const look = async (): Promise<void> => {
    const freeBytes = await results.freeBytes();
    isThere = freeBytes >= minFreeBytes;
    if (isClosed || isThere === told) return;
    telling = tell(freeBytes);
    await telling;
  };
  let looking: Promise<void> | null = null;
  const lookAgain = (): Promise<void> =>
    (looking ??= look()
      .catch(onError)
      .finally(() => (looking = null)));

  await lookAgain();
  const timer = setInterval(() => void lookAgain(), options.intervalMs ?? 2_000);
  return {
    isThere: () => isThere,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      // A look is not waited for: a file system may hang. What is being written must not come later.
      await telling.catch(() => undefined);
    },
  };
}
