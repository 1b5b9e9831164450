import type { OpenFile } from './file-system.js';

/**
 * Bytes written between two rounds. Syncing 100 MiB at the end takes 75 ms; with rounds of this size the rest takes
 * 5 ms.
 */
const ROUND_BYTES = 8 * 1024 * 1024;

/**
 * Syncs long results while they are written, so that little is left for the last sync. One file at a time per store: a slow
 * disk must not occupy the few threads that all file calls share.
 */
export class SyncAhead {
  #isBusy = false;

  /** Watches a file that grows. */
  watch(file: Pick<OpenFile, 'datasync'>): SyncedFile {
    let pendingBytes = 0;
    let round: Promise<void> = Promise.resolve();
    return {
      wrote: (bytes, onError) => {
        pendingBytes += bytes;
        if (pendingBytes < ROUND_BYTES || this.#isBusy) return;
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

/** A file that is synced while it grows. */
export interface SyncedFile {
  /** Reports written bytes. The system reports a failed sync only once; it goes to `onError`. */
  wrote(bytes: number, onError: (error: unknown) => void): void;
  /** Waits for the running round and ignores its result. */
  idle(): Promise<void>;
}
