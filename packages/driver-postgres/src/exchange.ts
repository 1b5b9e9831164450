import type { DriverError } from '@sluice/driver-kit';
import { textRow } from './catalog.js';
import type { Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { isFatal, serverFields, statementError } from './errors.js';
import * as protocol from './protocol.js';
import { Reply } from './protocol.js';
import type { SessionHandler, PostgresSocket } from './postgres-socket.js';

/** The response to one of several simple queries. */
export interface QueryResponse {
  /** The first hundred rows, as text. */
  rows: (string | null)[][];
  error: DriverError | null;
  /** A portal was suspended. */
  isSuspended: boolean;
}

/** A query as text, or as messages that end with Sync. */
export type Query = string | readonly Buffer[];

const MAX_ROWS = 100;

/**
 * Runs the driver's own queries, texts in the simple query protocol, all in one round trip. Each query is its own
 * transaction, so one can fail without the others. Rejects if the session is lost.
 */
export function exchange(
  socket: PostgresSocket,
  queries: readonly Query[],
): Promise<QueryResponse[]> {
  if (queries.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    socket.handler = new Exchange(socket, queries.length, resolve, reject);
    socket.send(
      ...queries.flatMap((query) => (typeof query === 'string' ? protocol.query(query) : query)),
    );
  });
}

const noResponse = (): QueryResponse => ({ rows: [], error: null, isSuspended: false });

class Exchange implements SessionHandler {
  readonly maxRowBytes = 1024 * 1024;
  private readonly responses: QueryResponse[] = [];
  private current: QueryResponse = noResponse();

  constructor(
    private readonly socket: PostgresSocket,
    private readonly count: number,
    private readonly resolve: (responses: QueryResponse[]) => void,
    private readonly reject: (error: DriverError) => void,
  ) {}

  row({ bytes }: Source, at: number, end: number): void {
    if (this.current.rows.length < MAX_ROWS) this.current.rows.push(textRow(bytes, at, end));
  }

  announced(): void {
    // The driver's own queries return short rows.
  }

  oversized(): void {
    throw protocolError('row too long');
  }

  message(type: number, bytes: Buffer, at: number, end: number): void {
    if (type === Reply.error) this.failed(bytes, at, end);
    else if (type === Reply.ready) this.next(bytes[at]);
    else if (type === Reply.suspended) this.current.isSuspended = true;
    else if (type === Reply.parameterStatus) this.socket.message(type, bytes, at, end);
    else if (type === Reply.copyIn) this.socket.send(protocol.copyFail);
    else if (type === Reply.copyBoth) throw protocolError('unexpected CopyBothResponse');
  }

  received(): void {
    // Nothing is buffered.
  }

  onClosed(error: DriverError): void {
    this.reject(this.current.error ?? error);
  }

  private failed(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    this.current.error ??= statementError(fields);
    if (isFatal(fields)) this.socket.keepFatalError(bytes, at, end);
  }

  private next(status = 0): void {
    this.socket.transactionStatus = status;
    this.responses.push(this.current);
    this.current = noResponse();
    if (this.responses.length < this.count) return;
    this.socket.handler = null;
    this.resolve(this.responses);
  }
}
