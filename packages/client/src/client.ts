import { cancelAndConfirm } from './cancel.js';
import type {
  Batch,
  Operation,
  OperationAnswer,
  OperationInput,
  PlainOperation,
} from './operations.js';
import type { ClientOptions } from './options.js';
import type { RunOptions } from './run-options.js';
import { startRun, type Run } from './run.js';
import { createTransport, type Input } from './transport.js';

/** A view of one service as one user. It keeps nothing open and needs no closing. */
export interface Client {
  /**
   * Runs SQL as a batch, and begins at once. Iterate the run for its statements and their rows, or wait
   * for `finished()`.
   */
  run(sql: string, options: RunOptions): Run;
  /**
   * Cancels a batch and waits for its end, 30 s unless told otherwise. A final one stays as it is.
   *
   * @returns the batch, still `started` when the time was over
   */
  cancel(batchId: string, timeoutMs?: number): Promise<Batch>;
  /**
   * Sends any operation and gives the parsed body of its answer; undefined where it has none. Sent again on
   * 429, and on lost answers, 502, 503 and 504 where that is safe.
   *
   * @throws ApiError for statuses from 400 on, NetworkError, the signal's reason
   */
  request<O extends PlainOperation>(
    operation: O,
    input?: OperationInput<O>,
  ): Promise<OperationAnswer<O>>;
  request<O extends Operation>(operation: O, input: OperationInput<O>): Promise<OperationAnswer<O>>;
  /**
   * Sends any operation and gives the answer with its body unread: for downloads, event streams, and what
   * is in headers. A 304 is an answer too. @throws as `request`
   */
  open<O extends PlainOperation>(operation: O, input?: OperationInput<O>): Promise<Response>;
  open<O extends Operation>(operation: O, input: OperationInput<O>): Promise<Response>;
}

/** Makes a client. @throws TypeError for credentials that are not complete */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    run: (sql, runOptions) => startRun(transport, sql, runOptions),
    cancel: (batchId, timeoutMs = 30_000) => cancelAndConfirm(transport, batchId, timeoutMs),
    request: async <O extends Operation>(operation: O, input: Input = {}) => {
      const { text } = await transport.send(operation, input);
      return (text === '' ? undefined : JSON.parse(text)) as OperationAnswer<O>;
    },
    open: (operation: Operation, input: Input = {}) => transport.open(operation, input),
  };
}
