import { setImmediate as turn } from 'node:timers/promises';
import type { DriverError } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import type { RowStream } from '@sluice/driver-kit/rows/row-stream';
import { Patience, type Api } from './api.js';
import type { Field } from './fields.js';
import type { Gate } from './gate.js';
import type { JobReference } from './handle.js';
import { partsOf } from './http.js';
import { resultsCall } from './jobs.js';
import { parseAnswer, textOf } from './json.js';
import { PageScanner } from './page-scanner.js';
import { longestValue, parseRow, type Row } from './rows.js';

/** Bytes after which other work of the process gets its turn: some milliseconds of encoding. */
const TURN_BYTES = 128 * 1024;
/** Rows asked for at a time; the service sends fewer when they are large. */
const PAGE_ROWS = 100_000;
/** Pages without a row that are believed one after the other. */
const MAX_EMPTY_PAGES = 100;

/** What is read. */
export interface PagesOptions {
  api: Api;
  job: JobReference;
  fields: readonly Field[];
  rows: RowStream<Row>;
  gate: Gate;
  maxRows: number | null;
  maxRowBytes: number;
  signal: AbortSignal;
}

/** Reads the pages of a finished job's result one after the other, each as its rows are wanted. */
export class Pages {
  /** Rows handed over so far. */
  count = 0;
  /** Nobody wants more rows. */
  private enough = false;

  constructor(private readonly o: PagesOptions) {}

  /** Reads all, or as many rows as are wanted; true when it was all. @throws DriverError and others */
  async read(): Promise<boolean> {
    let token = '';
    let empty = 0;
    do {
      const before = this.count;
      token = await this.page(token);
      empty = this.count === before ? empty + 1 : 0;
      if (empty > MAX_EMPTY_PAGES) throw protocolError('pages without an end');
    } while (token !== '' && !this.enough);
    return !this.enough;
  }

  /** Reads a page, from where the connection was lost when it was; gives the token of the next one. */
  private async page(token: string): Promise<string> {
    const start = this.count;
    let patience = new Patience();
    for (;;) {
      const before = this.count;
      try {
        return await this.attempt(token, this.count - start);
      } catch (error) {
        if (this.count > before) patience = new Patience();
        await patience.after(error, this.o.signal);
      }
    }
  }

  private async attempt(token: string, skip: number): Promise<string> {
    const { api, job, rows, gate, maxRowBytes, signal } = this.o;
    const call = resultsCall(job, {
      maxResults: String(this.wanted(skip)),
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
      if (bytes >= TURN_BYTES) {
        bytes = 0;
        await turn();
      }
      await gate.passed();
      if (signal.aborted) return '';
    }
    return textOf(parseAnswer(scanner.finish()), 'pageToken');
  }

  /** One row more than may be kept shows that rows were left out. Of a page begun before, all of it. */
  private wanted(skip: number): number {
    const { maxRows } = this.o;
    if (maxRows === null) return PAGE_ROWS;
    return Math.min(PAGE_ROWS, maxRows + 1 - this.count + skip);
  }

  private row(json: Buffer): boolean {
    const { rows, fields } = this.o;
    if (!rows.row(parseRow(json, fields), json.length, longestValue)) {
      throw protocolError('a broken row');
    }
    this.count++;
    this.enough = rows.read?.truncatedBy != null;
    return !this.enough;
  }
}
