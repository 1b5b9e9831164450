import type { OpenFile } from './file-system.js';

/** Between two rounds; 100 MiB that wait for the end take 75 ms to make durable, these 5. */
const roundBytes = 8 * 1024 * 1024;

/**
 * Has the disk keep up with long results, so that little is left to wait for at their ends. One file at a
 * time for all of a store: a slow disk must not take the few threads that all calls to files share.
 */
export class SyncAhead {
  #isBusy = false;

  /** What a file that grows tells of itself, and what makes its bytes durable. */
  watch(file: Pick<OpenFile, 'datasync'>): SyncedFile {
    let pendingBytes = 0;
    let round: Promise<void> = Promise.resolve();
    return {
      wrote: (bytes, onError) => {
        pendingBytes += bytes;
        if (pendingBytes < roundBytes || this.#isBusy) return;
        pendingBytes = 0;
        this.#isBusy = true;
        round = file
          .datasync()
          .catch(onError)
          .finally(() => (this.#isBusy = false));
      },
      idle: () => round,
    };
  }
}

/** A file whose bytes are made durable while it grows. */
export interface SyncedFile {
  /** So many more bytes are in the file. The system tells a failure only once, to `onError`. */
  wrote(bytes: number, onError: (error: unknown) => void): void;
  /** Waits for the round under way, whatever comes of it. */
  idle(): Promise<void>;
}
