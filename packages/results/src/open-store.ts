import { openFileResultStore, type FileResultStoreOptions } from './file-store.js';
import { openS3ResultStore, type S3ResultStoreOptions } from './s3/s3-store.js';
import type { ResultStore } from './store.js';

/** The kind of store and its location. */
export type ResultStoreOptions =
  | ({ store: 'file' } & Pick<FileResultStoreOptions, 'directory'>)
  | ({ store: 's3' } & S3ResultStoreOptions);

/** Opens the results store of the service. @throws {ResultsError} `storage` */
export const openResultStore = (options: ResultStoreOptions): Promise<ResultStore> =>
  options.store === 's3' ? openS3ResultStore(options) : openFileResultStore(options);
