import type { Batch } from './operations.js';

/** Options of {@link Client.run}. */
export interface RunOptions {
  /** A connection's id, or its name where no other has the same. */
  connection: string;
  /**
   * Aborting it cancels the batch in the service, waits until that is confirmed, and makes the run throw
   * {@link RunAbortedError}.
   */
  signal?: AbortSignal | undefined;
  /** Names this run: the same key and SQL within 24 hours give the same batch. Made up unless given. */
  idempotencyKey?: string | undefined;
  /** A name for the batch. */
  name?: string | undefined;
  /** The open connection client to run on, for temporary tables and transactions across batches. */
  connectionClientId?: string | undefined;
  /** The saved query that the batch is of. */
  queryId?: string | undefined;
  /** Most rows of a page; 10,000 unless given. */
  pageRows?: number | undefined;
  /** About the most bytes of a page, by the average row; 4 MiB unless given. */
  pageBytes?: number | undefined;
  /** Longest wait for the confirmation of a cancellation, in milliseconds; 30,000 unless given. */
  cancelTimeoutMs?: number | undefined;
  /** Called with each state of the batch that is seen. */
  onChange?: ((batch: Batch) => void) | undefined;
}
