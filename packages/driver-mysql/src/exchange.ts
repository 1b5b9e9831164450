import { DriverError } from '@sluice/driver-kit';
import type { Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { serverError } from './errors.js';
import { isEnd, query, Reader, readEnd, readOk, Reply } from './protocol.js';
import type { SessionHandler, Wire } from './wire.js';

/** The rows of a small query of ours. */
export type Rows = (string | null)[][];

const MAX_ROWS = 1_000;

/** Runs a query of ours on an idle session. @throws DriverError what the server said, or that it is gone */
export const exchange = (wire: Wire, sql: string): Promise<Rows> => command(wire, query(sql));

/** Sends a command of ours on an idle session; gives the rows of its answer. @throws as {@link exchange} */
export function command(wire: Wire, message: Buffer): Promise<Rows> {
  if (wire.closed)
    return Promise.reject(new DriverError('connection', 'not_run', 'The connection is closed'));
  return new Promise((resolve, reject) => {
    wire.handler = new Exchange(wire, resolve, reject);
    wire.send(message);
  });
}

class Exchange implements SessionHandler {
  readonly maxPacketBytes = 1024 * 1024;
  private readonly rows: Rows = [];
  private columns = 0;
  /** Ends of columns and of rows that are still to come. */
  private ends = 0;

  constructor(
    private readonly wire: Wire,
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
    // Ours are short.
  }

  oversized(): never {
    throw protocolError('an answer that is too long');
  }

  received(): void {
    // Nothing is kept back.
  }

  lost(error: DriverError): void {
    this.reject(error);
  }

  private answer(first: number | undefined, reader: Reader): void {
    if (first === Reply.ok) {
      this.wire.status = readOk(reader).status;
      this.over(null);
      return;
    }
    if (first === Reply.localFile) throw protocolError('a request for a file of ours');
    this.columns = reader.count();
    this.ends = 2;
  }

  private end(reader: Reader): void {
    this.ends--;
    if (this.ends > 0) return;
    this.wire.status = readEnd(reader).status;
    this.over(null);
  }

  private row(reader: Reader): void {
    const row: (string | null)[] = [];
    for (let column = 0; column < this.columns; column++) row.push(reader.value());
    if (this.rows.length < MAX_ROWS) this.rows.push(row);
  }

  private over(error: DriverError | null): void {
    this.wire.handler = null;
    if (error) this.reject(error);
    else this.resolve(this.rows);
  }
}
