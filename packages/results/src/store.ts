import type { Readable } from 'node:stream';

/**
 * Encoded rows: each row is a JSON array, rows are joined by `,\n`, and the bytes contain no other line feed. The
 * writer owns `json`: it may write it later without a copy.
 */
export interface ResultChunk {
  rowCount: number;
  json: Uint8Array;
  /** Called when `json` is no longer read, so that its memory may be reused. */
  release?: () => void;
}

/** A finished result; stored in the statement's row. */
export interface StoredResult {
  /** `<YYYY-MM-DD>/<statementId>[.<adoption>].json`, relative to the store. The date is the UTC day of the start. */
  resultsPath: string;
  bytes: number;
  rowCount: number;
  /** CRC-32 of the whole file, unsigned. */
  crc32: number;
}

/** Expected size of a stored file; a file that differs is `results_damaged`. */
export interface ExpectedResult {
  bytes: number;
  rowCount: number;
  /** Checked when a whole file is read, and when a page of a file without a page index is read. Absent when unknown. */
  crc32?: number;
}

/** Rows `offset` … `offset + limit - 1`, counted from 0. */
export interface Page {
  offset: number;
  limit: number;
}

/** A JSON array of rows to send. The stream must be read to its end or destroyed. */
export interface ResultReading {
  /** Length of the whole body, for `Content-Length`. */
  bytes: number;
  /** Ends in error (`results_damaged`) and not early when the file is too short. */
  stream: Readable;
}

/** A page of a running statement. */
export interface PartialReading extends ResultReading {
  /** Rows that are readable so far. */
  rowsSoFar: number;
}

/** Writes one result. Calls may overlap and are carried out in their order. */
export interface ResultWriter {
  /** Path of the rows while they are written, relative to the store. */
  readonly partialPath: string;
  /** Appended rows. */
  readonly rowCount: number;
  /** Bytes of the file so far, including bytes that are not written out yet. */
  readonly bytes: number;
  /**
   * Adds rows. It resolves when more can be added (back-pressure); the bytes may reach the disk later.
   * @throws {ResultsError} `storage`; the partial files are deleted then, and every later call throws it, too.
   */
  append(chunk: ResultChunk): Promise<void>;
  /** Makes all rows so far readable by `openPartialPage` in every process. @throws {ResultsError} `storage` */
  flush(): Promise<void>;
  /** Makes the result durable and gives it its final name. @throws {ResultsError} `storage` */
  finish(): Promise<StoredResult>;
  /** Removes what was written. It may be called at any time and repeatedly; it does nothing after `finish`. */
  abort(): Promise<void>;
}

/** A finished or partial result in the store. */
export interface ListedResult {
  statementId: string;
  /** Path for `remove`, also of a partial result. */
  resultsPath: string;
  /** Time when one of its files was last written. */
  modifiedOn: Date;
}

/** How a result is read. */
export interface ReadOptions {
  /**
   * All parts of a long result use the same memory: each is valid only until the next one is read, as when it is piped
   * to a socket or a compressor. It saves 20 % of the time, which garbage collection of separate parts costs.
   */
  inOneBuffer?: boolean;
}

/** Stores result files. Each is, byte for byte, the body of `GET …/results`. */
export interface ResultStore {
  /**
   * Starts the result of a statement. `adoption` is the number of workers that started it before; default 0.
   * @throws {ResultsError} `storage`, `results_refused`
   */
  create(statementId: string, startedOn: Date, adoption?: number): Promise<ResultWriter>;
  /** The whole file. @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused` */
  openWhole(
    resultsPath: string,
    expected: ExpectedResult,
    options?: ReadOptions,
  ): Promise<ResultReading>;
  /**
   * A page of a finished result; `[]` past its end. Rows are compared with the checksums of their blocks before they
   * are sent: a page of up to 256 KiB fails here, a longer one ends in error before the damage.
   * @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused`
   */
  openPage(resultsPath: string, expected: ExpectedResult, page: Page): Promise<ResultReading>;
  /**
   * A page of what a running statement has stored so far, or of its whole result if it finished meanwhile. `startedOn`
   * and `adoption` are those of `create`. Null while nothing can be read.
   * @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused`
   */
  openPartialPage(
    statementId: string,
    startedOn: Date,
    page: Page,
    adoption?: number,
  ): Promise<PartialReading | null>;
  /**
   * A presigned URL of the file that is valid for this many seconds; null when the store has no URLs.
   * @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused`
   */
  linkTo(resultsPath: string, expected: ExpectedResult, seconds: number): Promise<string | null>;
  /**
   * Path of the file of a finished result on this machine, for reading; null when the store has no files here.
   * @throws {ResultsError} `results_missing`, `results_damaged`, `results_refused`
   */
  localPath(resultsPath: string, expected: ExpectedResult): Promise<string | null>;
  /** Whether the file of a finished result exists. Its contents are not checked. */
  has(resultsPath: string): Promise<boolean>;
  /**
   * Removes a finished or partial result. Readers that have it open can finish. Removing a missing result is not an
   * error. Not for a running statement.
   */
  remove(resultsPath: string): Promise<void>;
  /**
   * Lists results that were not written since `before`, to find orphans. A statement is listed once for each of its
   * files. Running statements may be included: their rows tell.
   */
  list(before: Date): AsyncIterable<ListedResult>;
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>;
}
