import type { ResultStore } from '@sluice/results';

/** A store under test and access to what it has stored. */
export interface ObservedStore {
  store: ResultStore;
  /** Returns the names of all stored objects, including the parts of unfinished results. */
  names(): Promise<string[]>;
  /** Returns the bytes stored at the path. */
  stored(resultsPath: string): Promise<Buffer>;
  /** Replaces the bytes stored at the path. */
  replace(resultsPath: string, bytes: Buffer): Promise<void>;
}

/** Number of cases to run, because calls to a remote store are slow. */
export interface TestSize {
  /** Cases of the round trip. */
  runs: number;
  /** Pages of each large result. */
  pages: number;
  writers: number;
}
