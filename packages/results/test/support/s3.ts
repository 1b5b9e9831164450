import type { Test } from 'tap';
import { createBucket, sharedSwift, type Swift, type TestBucket } from '@sluice/testkit';
import { openS3ResultStore, type S3ResultStoreOptions } from '@sluice/results';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.js';
import type { ObservedStore } from './observed-store.js';

/** A store in its own bucket, which also contains other objects. */
export interface S3Store extends ObservedStore {
  bucket: TestBucket;
  options: S3ResultStoreOptions;
}

/** Starts an S3 server with a proxy in front of it, which forwards all requests again after each test. */
export const startFaultyS3 = async (t: Test): Promise<{ swift: Swift; proxy: FaultyProxy }> => {
  const swift = await sharedSwift();
  t.teardown(() => swift.stop());
  const proxy = await startFaultyProxy(swift.endpoint);
  t.teardown(() => proxy.stop());
  t.afterEach(() => {
    proxy.chooseAction = () => ({ kind: 'forward' });
  });
  return { swift, proxy };
};

/** All rows of a result. */
export const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

export const prefix = 'results/of this/';

/** Opens a store in a new bucket; `options` override the defaults. */
export const openS3Store = async (
  swift: Swift,
  options: Partial<S3ResultStoreOptions> = {},
): Promise<S3Store> => {
  const bucket = await createBucket(swift);
  const { endpoint, region, credentials } = swift;
  const all = {
    bucket: bucket.name,
    prefix,
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    ...options,
  };
  return {
    store: await openS3ResultStore(all),
    bucket,
    options: all,
    names: () => bucket.keys(),
    stored: (resultsPath) => bucket.read(prefix + resultsPath),
    replace: (resultsPath, bytes) => bucket.write(prefix + resultsPath, bytes),
  };
};
