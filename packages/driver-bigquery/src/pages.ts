import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DriverError } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import type { RowStream } from '@sluice/driver-kit/rows/row-stream';
import { Backoff, type Api } from './api.js';
import type { Field } from './fields.js';
import type { FlowControl } from '@sluice/driver-kit/rows/flow-control';
import type { JobReference } from './handle.js';
import { partsOf } from './http.js';
import { resultsCall } from './jobs.js';
import { parseAnswer, textOf } from './json.js';
import { PageScanner } from './page-scanner.js';
import { longestValue, parseRow, type Row } from './rows.js';
import { TimestampFormatError, type TimestampFormat } from './values.js';

/** Bytes processed before yielding to the event loop: a few milliseconds of encoding. */
const YIELD_BYTES = 128 * 1024;
/** Rows requested per page; the service sends fewer when they are large. */
const PAGE_ROWS = 100_000;
/** Maximum number of consecutive empty pages. */
const MAX_EMPTY_PAGES = 100;

/** The service refuses both options together. */
const formatOptions: Record<TimestampFormat, Record<string, string>> = {
  ISO8601_STRING: { 'formatOptions.timestampOutputFormat': 'ISO8601_STRING' },
  INT64: { 'formatOptions.useInt64Timestamp': 'true' },
};

/** Dependencies of reading a result. */
export interface PagesOptions {
  api: Api;
  job: JobReference;
  fields: readonly Field[];
  rows: RowStream<Row>;
  flow: FlowControl;
  maxRows: number | null;
  maxRowBytes: number;
  signal: AbortSignal;
}

/** Reads the pages of a finished job's result, each when its rows are wanted. */
export class Pages {
  /** Rows delivered so far. */
  count = 0;
  /** No more rows are wanted. */
  private enough = false;
  /**
   * ISO 8601 for every result: microseconds would cut six digits of a TIMESTAMP(12), and the schema of a result
   * need not name the precision, because expressions lose the parameters of a type.
   */
  private format: TimestampFormat = 'ISO8601_STRING';

  constructor(private readonly o: PagesOptions) {}

  /**
   * Reads all rows, or as many as are wanted; returns true if it read all. @throws DriverError and other errors
   */
  async read(): Promise<boolean> {
    let token = '';
    let empty = 0;
    do {
      const before = this.count;
      token = await this.page(token);
      empty = this.count === before ? empty + 1 : 0;
      if (empty > MAX_EMPTY_PAGES) throw protocolError('too many empty pages');
    } while (token !== '' && !this.enough);
    return !this.enough;
  }

  /** Reads a page, resuming after a lost connection; returns the token of the next page. */
  private async page(token: string): Promise<string> {
    const start = this.count;
    let backoff = new Backoff();
    for (;;) {
      const before = this.count;
      try {
        return await this.attempt(token, this.count - start);
      } catch (error) {
        if (error instanceof TimestampFormatError) {
          this.format = 'INT64';
          continue;
        }
        if (this.count > before) backoff = new Backoff();
        await backoff.after(error, this.o.signal);
      }
    }
  }

  private async attempt(token: string, skip: number): Promise<string> {
    const { api, job, rows, flow, maxRowBytes, signal } = this.o;
    const call = resultsCall(job, {
      ...formatOptions[this.format],
      maxResults: String(this.rowsToRequest(skip)),
      ...(token !== '' && { pageToken: token }),
    });
    const { body } = await api.open(call, signal);
    let toSkip = skip;
    const scanner = new PageScanner({
      maxRowBytes,
      tooLong: (bytes): DriverError => rows.rowTooLarge(bytes),
      row: (json) => (toSkip > 0 ? toSkip-- > 0 : this.row(json)),
    });
    let bytes = 0;
    for await (const part of partsOf(body)) {
      if (!scanner.push(part)) return '';
      rows.received();
      bytes += part.length;
      if (bytes >= YIELD_BYTES) {
        bytes = 0;
        await yieldToEventLoop();
      }
      await flow.ready();
      if (signal.aborted) return '';
    }
    return textOf(parseAnswer(scanner.finish()), 'pageToken');
  }

  /**
   * Requests one row beyond the limit to detect truncation. A page that was started before is requested as a
   * whole.
   */
  private rowsToRequest(skip: number): number {
    const { maxRows } = this.o;
    if (maxRows === null) return PAGE_ROWS;
    return Math.min(PAGE_ROWS, maxRows + 1 - this.count + skip);
  }

  private row(json: Buffer): boolean {
    const { rows, fields } = this.o;
    if (!rows.row(parseRow(json, fields, this.format), json.length, longestValue)) {
      throw protocolError('invalid row');
    }
    this.count++;
    this.enough = rows.read?.truncatedBy != null;
    return !this.enough;
  }
}
