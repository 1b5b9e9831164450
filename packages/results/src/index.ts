export { ResultsError, type ResultsErrorCode } from './errors.js';
export { openFileResultStore, type FileResultStoreOptions } from './file-store.js';
export { nodeFileSystem, type FileSystem, type OpenFile } from './file-system.js';
export type {
  ExpectedResult,
  ListedResult,
  Page,
  ReadOptions,
  PartialReading,
  ResultChunk,
  ResultReading,
  ResultStore,
  ResultWriter,
  StoredResult,
} from './store.js';
