import { DriverError } from '@sluice/driver-kit';
import type { Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { withPosition } from './error-position.js';
import { serverError } from './errors.js';
import { isEnd, prepare, Reader, Reply } from './protocol.js';
import type { MysqlSocket, SessionHandler } from './mysql-socket.js';

/** Prepares a statement on an idle session and returns its id. @throws DriverError the server's error */
export function prepareStatement(
  socket: MysqlSocket,
  sql: string,
  values: number,
): Promise<number> {
  if (socket.closed)
    return Promise.reject(new DriverError('connection', 'not_run', 'The connection is closed'));
  return new Promise((resolve, reject) => {
    socket.handler = new Preparation(socket, sql, values, resolve, reject);
    socket.send(prepare(sql));
  });
}

class Preparation implements SessionHandler {
  readonly maxPacketBytes = 1024 * 1024;
  private id: number | null = null;
  /** Expected EOF packets: one after the parameters and one after the columns, if there are any. */
  private ends = 0;

  constructor(
    private readonly socket: MysqlSocket,
    private readonly sql: string,
    private readonly values: number,
    private readonly resolve: (id: number) => void,
    private readonly reject: (error: DriverError) => void,
  ) {}

  packet({ bytes }: Source, at: number, end: number): void {
    const reader = new Reader(bytes, at, end);
    if (bytes[at] === Reply.error) this.failed(reader);
    else if (this.id === null) this.answer(reader);
    // The execution describes the columns again.
    else if (isEnd(bytes[at], end - at)) this.ends--;
    if (this.id !== null && this.ends === 0) this.prepared(this.id);
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
    this.id = reader.int(4);
    const columns = reader.int(2);
    const parameters = reader.int(2);
    if (parameters !== this.values) throw protocolError('invalid parameter count');
    this.ends = (columns > 0 ? 1 : 0) + (parameters > 0 ? 1 : 0);
  }

  private prepared(id: number): void {
    this.socket.handler = null;
    this.resolve(id);
  }

  private failed(reader: Reader): void {
    // Before the handler is removed: a truncated error ends the session, which the handler must learn.
    const error = withPosition(serverError(reader), this.sql);
    this.socket.handler = null;
    this.reject(error);
  }
}
