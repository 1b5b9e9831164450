/** The times of storing and reading a result. */
export interface LargeResult {
  /** From the submission until its end is known. */
  storeSeconds: number;
  /** The time to read all of it as the server sends it. */
  readSeconds: number;
  megabytes: number;
  rows: number | null;
  /** The time of each page; null if pages are not supported or not requested. */
  pageMs: number[] | null;
}

/** The subject of a measurement. Null: not supported. */
export interface Subject {
  name: string;
  /** Runs the short text until its end is known. */
  runShort(): Promise<void>;
  runLarge(): Promise<LargeResult>;
  /** Polls one running batch from many clients at once; returns the time of each response. */
  watch: ((watchers: number, durationMs: number) => Promise<number[]>) | null;
  /** Reads the schema, `fresh` or from the cache. */
  readSchema(fresh: boolean): Promise<void>;
  /** Cancels a running batch; resolves once its end is known. Null if not supported. */
  cancel: (() => Promise<number>) | null;
  close(): Promise<void>;
}
