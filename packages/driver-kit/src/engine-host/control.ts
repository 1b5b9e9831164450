import { Worker } from 'node:worker_threads';

/** What the other side asks for while a request runs. */
export interface Control {
  /** Whether the end of this request was asked for. Costs next to nothing. */
  isCancelled(number: number): boolean;
}

/**
 * Listens for cancels and for the end of the process that started this one, which ends this one too.
 * `onCancel` is told of a cancel only while the main thread is not blocked.
 */
export function listen(onCancel: (number: number) => void): Control {
  // A double has room for any number of a request; its eight bytes are written at once.
  const shared = new SharedArrayBuffer(8);
  const cancelled = new Float64Array(shared);
  const worker = new Worker(new URL('watch.js', import.meta.url), { workerData: shared });
  worker.on('message', onCancel);
  worker.unref();
  return { isCancelled: (number) => cancelled[0] === number };
}
