import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from '@sluice/contracts';
import { DriverError } from '@sluice/driver-kit';
import { lostError, protocolError } from '@sluice/driver-kit/errors';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { JsonRowWriter, longestValue } from './row-writer.js';
import { resultLost } from './errors.js';
import { checkCount, type ChunkFile, type Result } from './result.js';
import { FlowControl } from '@sluice/driver-kit/rows/flow-control';
import type { JsonRow } from './json-row.js';
import { RowsetReader } from './rowset.js';
import type { Transport } from './transport.js';

/** Dependencies of reading a result. */
export interface RowsOptions {
  transport: Transport;
  limits: ReadLimits;
  /** Requests the result again: the URLs of its files expire after some hours. */
  refresh: () => Promise<Result>;
  /** Outcome of the statement if reading is stopped. */
  stoppedAs: 'failed' | 'unknown';
  /** Outcome of the statement if its rows cannot be read. */
  lostAs: Outcome;
}

/** Bytes of the first rows processed before yielding to the event loop. */
const YIELD_BYTES = 64 * 1024;
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 100;
/** Milliseconds without data after which a file is requested again. */
const SILENCE_MS = 60_000;
/** Statuses of an expired URL: 403 of S3 and Azure, 400 and 401 of Google Cloud Storage. */
const expiredStatuses = new Set([400, 401, 403]);

/**
 * Reads the rows of a result: first those of the response, then file by file when the reader is ready. An
 * interrupted file is read again without the rows already delivered.
 */
export class Rows {
  readonly stream: RowStream<JsonRow>;
  private readonly flow = new FlowControl();
  private stopped = false;
  private current: Readable | null = null;

  constructor(
    private result: Result,
    private readonly options: RowsOptions,
  ) {
    this.stream = new RowStream(this.flow, options.limits);
    this.stream.begin(new JsonRowWriter(result.columns.map(({ form }) => form)));
  }

  /** Reads all rows and ends the stream. Never rejects. */
  async read(): Promise<void> {
    try {
      await this.first();
      for (let index = 0; index < this.result.files.length && this.wanted; index++) {
        await this.file(index);
      }
      this.stream.flush();
      this.stream.settle(this.stopped ? this.stoppedError : null);
    } catch (error) {
      this.stream.flush();
      this.stream.settle(this.stopped ? this.stoppedError : this.lost(error));
    }
  }

  /** Returns the error of rows that cannot be read after the statement completed. A dropped session has its own error. */
  private lost(error: unknown): DriverError {
    const { transport, lostAs } = this.options;
    return transport.dropped ?? resultLost(asDriverError(error), lostAs);
  }

  /** Stops reading. */
  stop(): void {
    this.stopped = true;
    this.stream.stop();
    this.current?.destroy();
  }

  private get stoppedError(): DriverError {
    return new DriverError('cancelled', this.options.stoppedAs, 'The statement was cancelled');
  }

  private get wanted(): boolean {
    return !this.stopped && this.stream.read?.truncatedBy == null;
  }

  private async first(): Promise<void> {
    const { rowset } = this.result;
    let rows = 0;
    const reader = this.reader(() => {
      rows++;
      return true;
    });
    for (let at = 0; at < rowset.length; at += YIELD_BYTES) {
      await this.flow.ready();
      if (!reader.feed(rowset.subarray(at, at + YIELD_BYTES)) || !this.wanted) return;
      this.stream.received();
      await yieldToEventLoop();
    }
    reader.finish();
    checkCount(this.result, rows);
    // Frees the bytes of the first rows before the files are read.
    this.result = { ...this.result, rowset: rowset.subarray(0, 0) };
  }

  private async file(index: number): Promise<void> {
    let read = 0;
    for (let tries = 1; ; tries++) {
      const before = read;
      const seen = { rows: 0 };
      try {
        await this.readFile(index, seen, () => {
          // Skips rows that an earlier attempt delivered.
          if (seen.rows <= read) return false;
          read = seen.rows;
          return true;
        });
        return;
      } catch (error) {
        if (error instanceof DriverError || !this.wanted) throw error;
        if (read > before) tries = 1;
        if (tries >= MAX_ATTEMPTS) throw lostError(messageOf(error));
        if (error instanceof ExpiredUrl) await this.refresh();
        else await delay(FIRST_PAUSE_MS * 2 ** tries, undefined, this.options.transport);
      }
    }
  }

  /** Reads a file once. Rejects with a DriverError if a retry is useless. */
  private async readFile(
    index: number,
    seen: { rows: number },
    isNew: () => boolean,
  ): Promise<void> {
    const file = this.result.files[index] as ChunkFile;
    await this.flow.ready();
    const { status, body } = await this.options.transport.send({
      method: 'GET',
      url: file.url,
      headers: this.result.fileHeaders,
      silenceMs: SILENCE_MS,
    });
    this.current = body;
    try {
      if (expiredStatuses.has(status)) throw new ExpiredUrl(status);
      if (status !== 200) throw new Error(`Storage responded with status ${String(status)}`);
      const reader = this.reader(() => {
        seen.rows++;
        if (seen.rows > file.rowCount) throw protocolError('more rows than announced');
        return isNew();
      });
      let bytes = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (file.bytes !== null && bytes > file.bytes + SLACK_BYTES) {
          throw protocolError('more bytes than announced');
        }
        if (!reader.feed(part) || !this.wanted) return;
        this.stream.received();
        await this.flow.ready();
      }
      reader.finish();
      if (seen.rows !== file.rowCount) throw protocolError('fewer rows than announced');
    } finally {
      this.current = null;
      body.destroy();
    }
  }

  private async refresh(): Promise<void> {
    const { files, fileHeaders } = await this.options.refresh();
    const isSame =
      files.length === this.result.files.length &&
      files.every(({ rowCount }, index) => rowCount === this.result.files[index]?.rowCount);
    if (!isSame) throw protocolError('different result than before');
    this.result = { ...this.result, files, fileHeaders };
  }

  private reader(isNew: () => boolean): RowsetReader {
    const { maxRowBytes } = this.options.limits;
    return new RowsetReader(
      this.result.columns.length,
      maxRowBytes,
      (row) => {
        if (!isNew()) return true;
        if (row.bytes > maxRowBytes) throw this.stream.rowTooLarge(row.bytes);
        if (!this.stream.row(row, row.bytes, longestValue)) throw protocolError('invalid row');
        return this.wanted;
      },
      (bytes) => this.stream.rowTooLarge(bytes),
    );
  }
}

/** Tolerance for bytes besides the rows, which the announced size excludes. */
const SLACK_BYTES = 1024 * 1024;

/** The URL of a file has expired. */
class ExpiredUrl extends Error {
  constructor(status: number) {
    super(`Storage responded with status ${String(status)}`);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const asDriverError = (error: unknown): DriverError =>
  error instanceof DriverError ? error : lostError(messageOf(error));
