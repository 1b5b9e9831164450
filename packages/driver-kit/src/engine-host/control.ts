import { Worker } from 'node:worker_threads';

/** Cancel state of the running request. */
export interface Control {
  /** Whether this request was cancelled. Costs one memory read. */
  isCancelled(number: number): boolean;
}

/**
 * Listens on the control pipe in a thread: sets the cancel state and kills this process when the parent exits.
 * `onCancel` is called only while the main thread is not blocked.
 */
export function listen(onCancel: (number: number) => void): Control {
  // A double holds any request number; its eight bytes are written atomically.
  const shared = new SharedArrayBuffer(8);
  const cancelled = new Float64Array(shared);
  const worker = new Worker(new URL('watch.js', import.meta.url), { workerData: shared });
  worker.on('message', onCancel);
  worker.unref();
  return { isCancelled: (number) => cancelled[0] === number };
}
