import type { Readable } from 'node:stream';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { DriverError } from '@sluice/driver-kit';
import { lostError, protocolError } from '@sluice/driver-kit/errors';
import { RowStream } from '@sluice/driver-kit/rows/row-stream';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { JsonRowWriter, longestOf } from './row-writer.js';
import type { ChunkFile, Result } from './result.js';
import { Gate } from './gate.js';
import type { JsonRow } from './json-row.js';
import { RowsetReader } from './rowset.js';
import type { Transport } from './transport.js';

/** What reading a result takes. */
export interface RowsOptions {
  transport: Transport;
  limits: ReadLimits;
  /** The result anew: the addresses of its files hold for some hours. */
  refresh: () => Promise<Result>;
  /** What is known of the statement's outcome when reading is stopped. */
  stoppedAs: 'failed' | 'unknown';
}

/** Bytes of the first rows that are read in one turn of the event loop. */
const TURN_BYTES = 64 * 1024;
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 100;
/** A file that gives no byte for so long is asked for again. */
const SILENCE_MS = 60_000;
/** What an address that holds no longer is answered with. */
const EXPIRED = 403;

/**
 * Reads the rows of a result: those that came with it, then file after file, each only when the reader is
 * ready for it. A file that breaks off is read again, without the rows that are there already.
 */
export class Rows {
  readonly stream: RowStream<JsonRow>;
  private readonly gate = new Gate();
  private stopped = false;
  private current: Readable | null = null;

  constructor(
    private result: Result,
    private readonly options: RowsOptions,
  ) {
    this.stream = new RowStream(this.gate, options.limits);
    this.stream.begin(new JsonRowWriter(result.columns.map(({ form }) => form)));
  }

  /** Reads all of them, and settles the stream. Never rejects. */
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
      this.stream.settle(this.stopped ? this.stoppedError : asDriverError(error));
    }
  }

  /** No more rows are wanted. */
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
    const reader = this.reader(() => true);
    for (let at = 0; at < rowset.length; at += TURN_BYTES) {
      await this.gate.open;
      if (!reader.feed(rowset.subarray(at, at + TURN_BYTES)) || !this.wanted) return;
      this.stream.received();
      await turn();
    }
    reader.finish();
    // Its bytes are not needed while the files are read.
    this.result = { ...this.result, rowset: rowset.subarray(0, 0) };
  }

  private async file(index: number): Promise<void> {
    let read = 0;
    for (let tries = 1; ; tries++) {
      const before = read;
      const seen = { rows: 0 };
      try {
        await this.once(index, seen, () => {
          // Rows that an earlier try has handed over come again.
          if (seen.rows <= read) return false;
          read = seen.rows;
          return true;
        });
        return;
      } catch (error) {
        if (error instanceof DriverError || !this.wanted) throw error;
        if (read > before) tries = 1;
        if (tries >= MOST_TRIES) throw lostError(messageOf(error));
        if (error instanceof Expired) await this.refresh();
        else await delay(FIRST_PAUSE_MS * 2 ** tries, undefined, this.options.transport);
      }
    }
  }

  /** Rejects with a DriverError when another try would be of no use. */
  private async once(index: number, seen: { rows: number }, isNew: () => boolean): Promise<void> {
    const file = this.result.files[index] as ChunkFile;
    await this.gate.open;
    const { status, body } = await this.options.transport.send({
      method: 'GET',
      url: file.url,
      headers: this.result.fileHeaders,
      silenceMs: SILENCE_MS,
    });
    this.current = body;
    try {
      if (status === EXPIRED) throw new Expired();
      if (status !== 200) throw new Error(`The storage answered with status ${String(status)}`);
      const reader = this.reader(() => {
        seen.rows++;
        if (seen.rows > file.rowCount) throw protocolError('more rows than were announced');
        return isNew();
      });
      let bytes = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (file.bytes !== null && bytes > file.bytes + SLACK_BYTES) {
          throw protocolError('more bytes than were announced');
        }
        if (!reader.feed(part) || !this.wanted) return;
        this.stream.received();
        await this.gate.open;
      }
      reader.finish();
      if (seen.rows !== file.rowCount) throw protocolError('other rows than were announced');
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
    if (!isSame) throw protocolError('another result than before');
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
        if (!this.stream.row(row, row.bytes, longestOf)) throw protocolError('a broken row');
        return this.wanted;
      },
      (bytes) => this.stream.rowTooLarge(bytes),
    );
  }
}

/** Sizes are announced for the rows alone. */
const SLACK_BYTES = 1024 * 1024;

/** The address of a file holds no longer. */
class Expired extends Error {}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const asDriverError = (error: unknown): DriverError =>
  error instanceof DriverError ? error : lostError(messageOf(error));
