import { sql, type BoundSql } from './bound-sql.js';
import { cancelAndConfirm } from './cancel.js';
import type {
  Batch,
  Operation,
  OperationAnswer,
  OperationInput,
  PlainOperation,
  View,
  ViewRequest,
} from './operations.js';
import type { ClientOptions } from './options.js';
import type { RunOptions, RunQueryOptions } from './run-options.js';
import { startRun, type Run } from './run.js';
import { submitBatch, submitQuery } from './submit.js';
import { createTransport, type Input } from './transport.js';

/** A client of one service for one user. It holds no resources and needs no closing. */
export interface Client {
  /**
   * Submits SQL as a batch at once. Iterate the run for its statements and rows, or await `finished()`. SQL made by
   * {@link Client.sql} brings its parameters.
   */
  run(sql: string | BoundSql, options: RunOptions): Run;
  /** Runs a saved query at once, with its text and the values of its parameters. */
  runQuery(id: string, options?: RunQueryOptions): Run;
  /** See {@link sql}. */
  sql: typeof sql;
  /**
   * Cancels a batch and waits for its end, 30 s by default. A final batch is unchanged.
   *
   * @returns the batch; its status is still `started` after the timeout
   */
  cancel(batchId: string, timeoutMs?: number): Promise<Batch>;
  /**
   * Sorts, filters, searches or aggregates all rows of a finished statement, without running it again. Cells are parsed
   * JSON: numbers that a number of JavaScript cannot hold are strings, as in all results.
   *
   * @throws ApiError 400 that names the wrong field, 404 while the statement has no stored rows
   */
  view(statementId: string, view: ViewRequest, signal?: AbortSignal): Promise<View>;
  /**
   * Sends any operation and returns the parsed body; undefined if the response has none. Retries after 429,
   * and after lost responses, 502, 503 and 504 if that is safe.
   *
   * @throws ApiError for statuses from 400, NetworkError, the signal's reason
   */
  request<O extends PlainOperation>(
    operation: O,
    input?: OperationInput<O>,
  ): Promise<OperationAnswer<O>>;
  request<O extends Operation>(operation: O, input: OperationInput<O>): Promise<OperationAnswer<O>>;
  /**
   * Sends any operation and returns the response with its body unread: for downloads, event streams and
   * headers. A 304 is returned, too. @throws as `request`
   */
  open<O extends PlainOperation>(operation: O, input?: OperationInput<O>): Promise<Response>;
  open<O extends Operation>(operation: O, input: OperationInput<O>): Promise<Response>;
}

/** Creates a client. @throws TypeError for incomplete credentials */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    run: (given, runOptions) => {
      const [text, all] =
        typeof given === 'string' ? [given, runOptions] : [given.text, { ...runOptions, ...given }];
      return startRun(transport, all, (key) => submitBatch(transport, text, all, key));
    },
    runQuery: (id, all = {}) =>
      startRun(transport, all, (key) => submitQuery(transport, id, all, key)),
    sql,
    cancel: (batchId, timeoutMs = 30_000) => cancelAndConfirm(transport, batchId, timeoutMs),
    view: async (id, body, signal) => {
      const input: Input = { path: { id }, body, signal, isRepeatable: true };
      const { text } = await transport.send('POST /api/statements/{id}/view', input);
      return JSON.parse(text) as View;
    },
    request: async <O extends Operation>(operation: O, input: Input = {}) => {
      const { text } = await transport.send(operation, input);
      return (text === '' ? undefined : JSON.parse(text)) as OperationAnswer<O>;
    },
    open: (operation: Operation, input: Input = {}) => transport.open(operation, input),
  };
}
