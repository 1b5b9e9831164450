import { DriverError } from '@sluice/driver-kit';
import type { Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { serverError } from './errors.js';
import { isEnd, query, Reader, readEnd, readOk, Reply } from './protocol.js';
import type { SessionHandler, MysqlSocket } from './mysql-socket.js';

/** Rows of one of the driver's own queries. */
export type Rows = (string | null)[][];

const MAX_ROWS = 1_000;

/**
 * Runs one of the driver's own queries on an idle session. @throws DriverError the server's error, or the loss
 * of the session
 */
export const exchange = (socket: MysqlSocket, sql: string): Promise<Rows> =>
  command(socket, query(sql));

/** Sends a command on an idle session and returns the rows of its response. @throws as {@link exchange} */
export function command(socket: MysqlSocket, message: Buffer): Promise<Rows> {
  if (socket.closed)
    return Promise.reject(new DriverError('connection', 'not_run', 'The connection is closed'));
  return new Promise((resolve, reject) => {
    socket.handler = new Exchange(socket, resolve, reject);
    socket.send(message);
  });
}

class Exchange implements SessionHandler {
  readonly maxPacketBytes = 1024 * 1024;
  private readonly rows: Rows = [];
  private columns = 0;
  /** Expected EOF packets: one after the columns, one after the rows. */
  private ends = 0;

  constructor(
    private readonly socket: MysqlSocket,
    private readonly resolve: (rows: Rows) => void,
    private readonly reject: (error: DriverError) => void,
  ) {}

  packet({ bytes }: Source, at: number, end: number): void {
    const first = bytes[at];
    const reader = new Reader(bytes, at, end);
    if (first === Reply.error) this.over(serverError(reader));
    else if (this.ends === 0) this.answer(first, reader);
    else if (isEnd(first, end - at)) this.end(reader);
    else if (this.ends === 1) this.row(reader);
  }

  announced(): void {
    // The driver's own queries return short rows.
  }

  oversized(): never {
    throw protocolError('response too long');
  }

  received(): void {
    // Nothing is buffered.
  }

  onClosed(error: DriverError): void {
    this.reject(error);
  }

  private answer(first: number | undefined, reader: Reader): void {
    if (first === Reply.ok) {
      this.socket.apply(readOk(reader));
      this.over(null);
      return;
    }
    if (first === Reply.localFile) throw protocolError('LOCAL INFILE request');
    this.columns = reader.count();
    this.ends = 2;
  }

  private end(reader: Reader): void {
    this.ends--;
    if (this.ends > 0) return;
    this.socket.apply(readEnd(reader));
    this.over(null);
  }

  private row(reader: Reader): void {
    const row: (string | null)[] = [];
    for (let column = 0; column < this.columns; column++) row.push(reader.value());
    if (this.rows.length < MAX_ROWS) this.rows.push(row);
  }

  private over(error: DriverError | null): void {
    this.socket.handler = null;
    if (error) this.reject(error);
    else this.resolve(this.rows);
  }
}
