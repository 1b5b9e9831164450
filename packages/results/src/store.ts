import type { Readable } from 'node:stream';

/**
 * Encoded rows: each row a JSON array, rows joined by `,\n`, with no other line feed in the bytes.
 * Ownership of `json` passes to the writer: it may be written later, without a copy.
 */
export interface ResultChunk {
  rowCount: number;
  json: Uint8Array;
  /** Called once `json` is not read any more: its memory may hold other rows from then on. */
  release?: () => void;
}

/** What the service knows of a finished result; kept in the statement's row. */
export interface StoredResult {
  /** `<YYYY-MM-DD>/<statementId>[.<adoption>].json`: the UTC day it started; relative to the store. */
  resultsPath: string;
  bytes: number;
  rowCount: number;
  /** CRC-32 of the whole file, unsigned. */
  crc32: number;
}

/** What a stored file must be; a file that differs is `results_damaged`. */
export interface ExpectedResult {
  bytes: number;
  rowCount: number;
  /** Checked when a whole file, or a page of one too small to have a page index, is read; unknown when left out. */
  crc32?: number;
}

/** Rows `offset` … `offset + limit - 1`, counted from 0. */
export interface Page {
  offset: number;
  limit: number;
}

/** A JSON array of rows on its way out. The stream must be read to its end or destroyed. */
export interface ResultReading {
  /** Length of the whole body, for `Content-Length`. */
  bytes: number;
  /** Ends in error (`results_damaged`) rather than early when the file turns out to be short. */
  stream: Readable;
}

/** A page of a statement that is still running. */
export interface PartialReading extends ResultReading {
  /** Rows that can be read by now. */
  rowsSoFar: number;
}

/** Writes one result. Calls may overlap: they are carried out in the order they were made. */
export interface ResultWriter {
  /** Where the rows are while they are written; relative to the store. */
  readonly partialPath: string;
  /** Rows appended. */
  readonly rowCount: number;
  /** Bytes of the file so far, those not yet written out included. */
  readonly bytes: number;
  /**
   * Adds rows. Resolves when there is room for more (back-pressure); the bytes may reach the disk later.
   * @throws {ResultsError} `storage`; the partial files are gone then, and every later call throws it too.
   */
  append(chunk: ResultChunk): Promise<void>;
  /** Makes all rows so far readable by `openPartialPage`, in any process. @throws {ResultsError} `storage` */
  flush(): Promise<void>;
  /** Makes the result durable and gives it its final name. @throws {ResultsError} `storage` */
  finish(): Promise<StoredResult>;
  /** Removes what was written. May be called at any time, also twice; does nothing after `finish`. */
  abort(): Promise<void>;
}

/** Something of a result that is in the store, whole or in part. */
export interface ListedResult {
  statementId: string;
  /** For `remove`. Also of what is only a part so far. */
  resultsPath: string;
  /** When a file of it was last written. */
  modifiedOn: Date;
}

/** How a result is read. */
export interface ReadOptions {
  /**
   * All parts of a long result come in the same memory: each is valid only until the next is read, as
   * when it is piped to a socket or a compressor. Saves a fifth of the time, which memory for each part
   * costs in garbage collection.
   */
  inOneBuffer?: boolean;
}

/** Keeps result files: each is, byte for byte, the body of `GET …/results`. */
export interface ResultStore {
  /**
   * Begins the result of a statement; `adoption` tells how many have begun it before, none when left out.
   * @throws {ResultsError} `storage`, `results_refused`
   */
  create(statementId: string, startedOn: Date, adoption?: number): Promise<ResultWriter>;
  /** The file as it is. @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused` */
  openWhole(
    resultsPath: string,
    expected: ExpectedResult,
    options?: ReadOptions,
  ): Promise<ResultReading>;
  /**
   * Some rows of a finished result; `[]` past its end. Rows are held against the checksums of their blocks
   * before they are sent: a page of up to 256 KiB fails here, a longer one ends in error before the damage.
   * @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused`
   */
  openPage(resultsPath: string, expected: ExpectedResult, page: Page): Promise<ResultReading>;
  /**
   * Some rows of what a running statement has stored so far (or of its whole result, if it finished
   * meanwhile). `startedOn` and `adoption` are those given to `create`. Null while nothing can be read.
   * @throws {ResultsError} `results_damaged`, `results_refused`
   */
  openPartialPage(
    statementId: string,
    startedOn: Date,
    page: Page,
    adoption?: number,
  ): Promise<PartialReading | null>;
  /**
   * An address by which anybody who has it reads the file as it is, for so many seconds; null where files
   * have no address of their own.
   * @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused`
   */
  linkTo(resultsPath: string, expected: ExpectedResult, seconds: number): Promise<string | null>;
  /** Whether the file of a whole result is there; says nothing of what is in it. */
  has(resultsPath: string): Promise<boolean>;
  /**
   * Removes a result, whole or in part; what is being read is read to its end. Removing what is not
   * there is no error. Not for a statement that is still running.
   */
  remove(resultsPath: string): Promise<void>;
  /**
   * What is in the store and was not written since `before`, to find what no row knows of. A statement
   * comes once for each of its files. A running one may be among them: its rows tell.
   */
  list(before: Date): AsyncIterable<ListedResult>;
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>;
}
