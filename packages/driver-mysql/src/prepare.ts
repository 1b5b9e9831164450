import { DriverError } from '@sluice/driver-kit';
import type { Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { withPosition } from './error-position.js';
import { serverError } from './errors.js';
import { otherReading } from './notices.js';
import { isEnd, prepare, Reader, Reply } from './protocol.js';
import type { MysqlSocket, SessionHandler } from './mysql-socket.js';

/** A prepared statement. */
export interface Prepared {
  id: number;
  /** Number of values that it takes. */
  parameters: number;
}

/** Prepares a statement on an idle session. @throws DriverError the server's error */
export function prepareStatement(socket: MysqlSocket, sql: string): Promise<Prepared> {
  if (socket.closed)
    return Promise.reject(new DriverError('connection', 'not_run', 'The connection is closed'));
  return new Promise((resolve, reject) => {
    socket.handler = new Preparation(socket, sql, resolve, reject);
    socket.send(prepare(sql));
  });
}

class Preparation implements SessionHandler {
  readonly maxPacketBytes = 1024 * 1024;
  private prepared: Prepared | null = null;
  /** Expected EOF packets: one after the parameters and one after the columns, if there are any. */
  private ends = 0;

  constructor(
    private readonly socket: MysqlSocket,
    private readonly sql: string,
    private readonly resolve: (prepared: Prepared) => void,
    private readonly reject: (error: DriverError) => void,
  ) {}

  packet({ bytes }: Source, at: number, end: number): void {
    const reader = new Reader(bytes, at, end);
    if (bytes[at] === Reply.error) this.failed(reader);
    else if (this.prepared === null) this.answer(reader);
    // The execution describes the columns again.
    else if (isEnd(bytes[at], end - at)) this.ends--;
    if (this.prepared !== null && this.ends === 0) this.end(this.prepared);
  }

  announced(): void {
    // Descriptions are short.
  }

  oversized(): never {
    throw protocolError('response too long');
  }

  received(): void {
    // Nothing is buffered.
  }

  onClosed(error: DriverError): void {
    const { kind, title, detail } = error;
    this.reject(new DriverError(kind, 'not_run', title, { detail, cause: error }));
  }

  private answer(reader: Reader): void {
    reader.skip(1);
    const id = reader.int(4);
    const columns = reader.int(2);
    const parameters = reader.int(2);
    this.prepared = { id, parameters };
    this.ends = (columns > 0 ? 1 : 0) + (parameters > 0 ? 1 : 0);
  }

  private end(prepared: Prepared): void {
    this.socket.handler = null;
    this.resolve(prepared);
  }

  private failed(reader: Reader): void {
    // Before the handler is removed: a truncated error ends the session, which the handler must learn.
    const { sql, socket } = this;
    const error = withPosition(serverError(reader), sql, otherReading(socket, sql));
    this.socket.handler = null;
    this.reject(error);
  }
}
