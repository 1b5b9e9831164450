import type { DriverError } from '@sluice/driver-kit';
import { textRow } from './catalog.js';
import type { Source } from '@sluice/driver-kit/encode/source';
import { protocolError } from '@sluice/driver-kit/errors';
import { isFatal, serverFields, statementError } from './errors.js';
import * as protocol from './protocol.js';
import { Reply } from './protocol.js';
import type { SessionHandler, Wire } from './wire.js';

/** The answer to one of several simple queries. */
export interface Answer {
  /** Rows as text, the first hundred. */
  rows: (string | null)[][];
  error: DriverError | null;
}

const MAX_ROWS = 100;

/**
 * Runs queries of our own with the simple protocol, all sent at once: one round trip. Each query is a
 * transaction of its own, so that one may fail without the others. Rejects when the session is lost.
 */
export function exchange(wire: Wire, queries: readonly string[]): Promise<Answer[]> {
  if (queries.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    wire.handler = new Exchange(wire, queries.length, resolve, reject);
    wire.send(...queries.map((sql) => protocol.query(sql)));
  });
}

class Exchange implements SessionHandler {
  readonly maxRowBytes = 1024 * 1024;
  private readonly answers: Answer[] = [];
  private current: Answer = { rows: [], error: null };

  constructor(
    private readonly wire: Wire,
    private readonly count: number,
    private readonly resolve: (answers: Answer[]) => void,
    private readonly reject: (error: DriverError) => void,
  ) {}

  row({ bytes }: Source, at: number, end: number): void {
    if (this.current.rows.length < MAX_ROWS) this.current.rows.push(textRow(bytes, at, end));
  }

  announced(): void {
    // Ours are short.
  }

  oversized(): void {
    throw protocolError('a row that is too long');
  }

  message(type: number, bytes: Buffer, at: number, end: number): void {
    if (type === Reply.error) this.failed(bytes, at, end);
    else if (type === Reply.ready) this.next(bytes[at]);
    else if (type === Reply.parameterStatus) this.wire.message(type, bytes, at, end);
    else if (type === Reply.copyIn)
      this.wire.send(protocol.copyFail('there is no data to copy here'));
    else if (type === Reply.copyBoth) throw protocolError('a replication stream');
  }

  received(): void {
    // Nothing is kept back.
  }

  lost(error: DriverError): void {
    this.reject(this.current.error ?? error);
  }

  private failed(bytes: Buffer, at: number, end: number): void {
    const fields = serverFields(bytes, at, end);
    this.current.error ??= statementError(fields);
    if (isFatal(fields)) this.wire.farewell(bytes, at, end);
  }

  private next(status = 0): void {
    this.wire.transactionStatus = status;
    this.answers.push(this.current);
    this.current = { rows: [], error: null };
    if (this.answers.length < this.count) return;
    this.wire.handler = null;
    this.resolve(this.answers);
  }
}
