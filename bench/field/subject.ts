/** A result that is stored or read. */
export interface LargeResult {
  /** From the submit until it is known to have ended. */
  storeSeconds: number;
  /** For all of it, as the server sends it. */
  readSeconds: number;
  megabytes: number;
  rows: number | null;
  /** For each page of all of it; null where pages are not offered or not asked for. */
  pageMs: number[] | null;
}

/** What is measured. Null: it has nothing of the kind. */
export interface Subject {
  name: string;
  /** Runs the short text until it is known to have ended. */
  runShort(): Promise<void>;
  runLarge(): Promise<LargeResult>;
  /** Polls one running batch from many clients at once; gives the time of each answer. */
  watch: ((watchers: number, durationMs: number) => Promise<number[]>) | null;
  /** Reads the schema, `fresh` or as it is remembered. */
  readSchema(fresh: boolean): Promise<void>;
  /** Cancels a running batch; resolves once it is known to have ended. Null where it is not offered. */
  cancel: (() => Promise<number>) | null;
  close(): Promise<void>;
}
