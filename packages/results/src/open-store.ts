import { openFileResultStore, type FileResultStoreOptions } from './file-store.js';
import { openS3ResultStore, type S3ResultStoreOptions } from './s3/s3-store.js';
import type { ResultStore } from './store.js';

/** Which store, and where it is. */
export type ResultStoreOptions =
  | ({ store: 'file' } & Pick<FileResultStoreOptions, 'directory'>)
  | ({ store: 's3' } & S3ResultStoreOptions);

/** Opens the store that a service keeps its results in. @throws {ResultsError} `storage` */
export const openResultStore = (options: ResultStoreOptions): Promise<ResultStore> =>
  options.store === 's3' ? openS3ResultStore(options) : openFileResultStore(options);
