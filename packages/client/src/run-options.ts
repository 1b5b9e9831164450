import type { Batch } from './operations.js';

/** Options of every run. */
export interface FollowOptions {
  /**
   * Aborting it cancels the batch, waits for the confirmation and makes the run throw {@link
   * RunAbortedError}.
   */
  signal?: AbortSignal | undefined;
  /**
   * Identifies this run: within 24 hours the same key and SQL return the same batch. Default: a random key.
   */
  idempotencyKey?: string | undefined;
  /** Values of the placeholders `{{name}}` by name. Decimals and 64-bit integers can be strings. */
  parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Types of the parameters by name, such as `date` or `integer[]`. Default: by the values. */
  parameterTypes?: Readonly<Record<string, string>> | undefined;
  /**
   * Reuses a finished run with the same connection, SQL, parameters and limits that ended at most this many seconds
   * ago. The run is read-only. {@link Batch.reusedFromBatchId} tells whether a run was reused.
   */
  maxAgeSeconds?: number | undefined;
  /** Maximum rows per page. Default: 10,000. */
  pageRows?: number | undefined;
  /** Approximate maximum bytes per page, by the average row. Default: 4 MiB. */
  pageBytes?: number | undefined;
  /** Maximum wait for the confirmation of a cancellation, in milliseconds. Default: 30,000. */
  cancelTimeoutMs?: number | undefined;
  /** Called with each new state of the batch. */
  onChange?: ((batch: Batch) => void) | undefined;
}

/** Options of {@link Client.run}. */
export interface RunOptions extends FollowOptions {
  /** Id of a connection, or its name if that is unique. */
  connection: string;
  /** Name of the batch. */
  name?: string | undefined;
  /** The open connection client to run on, for temporary tables and transactions across batches. */
  connectionClientId?: string | undefined;
  /** The saved query of the batch. */
  queryId?: string | undefined;
}

/** Options of {@link Client.runQuery}. A parameter that is absent has the default that the query defines. */
export interface RunQueryOptions extends FollowOptions {
  /** Id of a connection, or its name if that is unique. Default: the connection of the query. */
  connection?: string | undefined;
}
