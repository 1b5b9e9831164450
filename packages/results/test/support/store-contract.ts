/** Tests of the result store contract, shared by every kind of store. */
import type { Test } from 'tap';
import type { ObservedStore, TestSize } from './observed-store.js';
import { testReads } from './store-reads.js';
import { testWrites } from './store-writes.js';

/** Runs the tests; `open` returns an empty store. */
export async function testStoreContract(
  open: (t: Test) => Promise<ObservedStore>,
  size: TestSize,
): Promise<void> {
  await testReads(open, size);
  await testWrites(open, size);
}
