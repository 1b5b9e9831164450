/** Tests of the result store contract, shared by every kind of store. */
import type { Test } from 'tap';
import type { ResultStore } from '@sluice/results';
import { testReads } from './store-reads.js';
import { testWrites } from './store-writes.js';

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

/** Runs the tests; `open` returns an empty store. */
export async function testStoreContract(
  open: (t: Test) => Promise<ObservedStore>,
  size: TestSize,
): Promise<void> {
  await testReads(open, size);
  await testWrites(open, size);
}
